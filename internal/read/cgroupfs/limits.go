package cgroupfs

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tare/internal/read"
	"tare/internal/record"
)

// amount is a limit as a file gives it.
type amount struct {
	value  float64
	period time.Duration
	none   bool
}

// limit turns what a file said, or why it said nothing, into a limit.
func (a amount) limit(err error) record.Limit {
	return record.Limit{Reading: read.Reading(a.value, err), None: a.none}
}

// bandwidth checks a quota and its period, both in µs; a negative quota is none.
func bandwidth(quota, period int64) (amount, error) {
	if period <= 0 || period > int64(time.Hour/time.Microsecond) {
		return amount{}, fmt.Errorf("%d µs is not a quota period", period)
	}
	a := amount{period: time.Duration(period) * time.Microsecond, none: quota < 0}
	if !a.none {
		a.value = float64(quota) / float64(period)
	}
	return a, nil
}

// parseCPUMax parses v2's cpu.max, "$QUOTA $PERIOD" in µs where the quota may
// be "max".
func parseCPUMax(s string) (amount, error) {
	f := strings.Fields(s)
	if len(f) != 2 {
		return amount{}, fmt.Errorf("%q is not a quota and a period", s)
	}
	quota := int64(-1)
	if f[0] != "max" {
		var err error
		if quota, err = strconv.ParseInt(f[0], 10, 64); err != nil || quota < 0 {
			return amount{}, fmt.Errorf("%q is not a quota", f[0])
		}
	}
	period, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil {
		return amount{}, err
	}
	return bandwidth(quota, period)
}

// unlimited is where v1's memory counters end: PAGE_COUNTER_MAX pages, just
// under 2⁶³ bytes, whatever the page size. No machine has a quarter of that.
const unlimited = 1 << 61

// parseMemory parses v2's memory.max and memory.swap.max (bytes or "max") and
// v1's memory.limit_in_bytes, where a huge number means no limit.
func parseMemory(s string) (amount, error) {
	if s == "max" {
		return amount{none: true}, nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return amount{}, err
	}
	if n >= unlimited {
		return amount{none: true}, nil
	}
	return amount{value: float64(n)}, nil
}

// parseMicros parses cpu.max.burst and cpu.cfs_burst_us, µs, into ns.
func parseMicros(s string) (amount, error) {
	us, err := parseCount(s)
	return amount{value: us * 1000}, err
}

// parseCount parses a number that cannot be negative: a weight.
func parseCount(s string) (float64, error) {
	n, err := strconv.ParseUint(s, 10, 63)
	return float64(n), err
}

// swapAlone takes what v1 limits, memory and swap together, apart. Swap cannot
// be told from memory when only the sum is limited, which the kernel does not
// allow.
func swapAlone(memory, both record.Limit) record.Limit {
	switch {
	case !both.OK() || both.None:
		return both
	case !memory.OK():
		return memory
	case memory.None:
		return record.Limit{Reading: record.Missing(record.Undetermined, "memory and swap are limited together, memory alone is not")}
	}
	return record.Limit{Reading: record.Of(math.Max(0, both.Value-memory.Value))}
}
