package cgroupfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"tare/internal/record"
)

// Limit is one limit of one group. A measured reading without a limit has
// None set; Value means something only when it is measured and not None.
type Limit struct {
	record.Reading
	None bool
}

// Set reports whether the group is known to have this limit.
func (l Limit) Set() bool { return l.OK() && !l.None }

// Limits are the limits of one group, those of its ancestors not included
// (except for CPUs, which v2 only gives as what is left of the ancestors').
type Limits struct {
	Dir    string
	CPU    Limit         // in CPUs: quota ÷ period
	Period time.Duration // of CPU's quota; meaningful only when CPU.Set()
	Memory Limit         // bytes
	// CPUs is the list of CPUs the group may use, "0-3,8". On v1 it may be
	// empty: no CPU was given to the group yet.
	CPUs       string
	CPUsStatus record.Status
	CPUsWhy    string
}

// Limits reads the limits of one group of the hierarchy, dir being one of
// h.Groups(). Controllers of other hierarchies are reported as unsupported.
func (h Hierarchy) Limits(root fs.FS, dir string) Limits {
	l := Limits{Dir: dir}
	var mem, cpus string
	if h.Version == 2 {
		l.CPU, l.Period = readLimit2(root, path.Join(dir, "cpu.max"))
		mem, cpus = "memory.max", "cpuset.cpus.effective"
	} else {
		l.CPU, l.Period = h.readLimit1(root, dir)
		mem, cpus = "memory.limit_in_bytes", "cpuset.cpus"
	}
	l.Memory, _ = limitOf(parseFile(root, path.Join(dir, mem), parseMemory))
	list, err := fs.ReadFile(root, path.Join(dir, cpus))
	l.CPUs = strings.TrimSpace(string(list))
	r := missing(err)
	if _, bad := ParseList(l.CPUs); err == nil && bad != nil {
		r = record.Missing(record.Undetermined, bad.Error())
	}
	l.CPUsStatus, l.CPUsWhy = r.Status, r.Why
	return l
}

// amount is a limit as a file gives it.
type amount struct {
	value  float64
	period time.Duration
	none   bool
}

func readLimit2(root fs.FS, name string) (Limit, time.Duration) {
	return limitOf(parseFile(root, name, parseCPUMax))
}

// readLimit1 puts the two files of a v1 quota together.
func (h Hierarchy) readLimit1(root fs.FS, dir string) (Limit, time.Duration) {
	quota, err := parseFile(root, path.Join(dir, "cpu.cfs_quota_us"), parseInt)
	if err != nil {
		return limitOf(amount{}, err)
	}
	period, err := parseFile(root, path.Join(dir, "cpu.cfs_period_us"), parseInt)
	if err != nil {
		return limitOf(amount{}, err)
	}
	return limitOf(bandwidth(quota, period))
}

// bandwidth checks a quota and its period, both in µs; a negative quota is none.
func bandwidth(quota, period int64) (amount, error) {
	if period <= 0 || period > int64(time.Hour/time.Microsecond) {
		return amount{}, fmt.Errorf("%d µs is no quota period", period)
	}
	a := amount{period: time.Duration(period) * time.Microsecond, none: quota < 0}
	if !a.none {
		a.value = float64(quota) / float64(period)
	}
	return a, nil
}

// parseCPUMax parses v2's cpu.max, "$QUOTA $PERIOD" in µs where the quota may
// be "max".
func parseCPUMax(r io.Reader) (amount, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return amount{}, err
	}
	f := strings.Fields(string(b))
	if len(f) != 2 {
		return amount{}, fmt.Errorf("%q is not a quota and a period", b)
	}
	quota := int64(-1)
	if f[0] != "max" {
		if quota, err = strconv.ParseInt(f[0], 10, 64); err != nil || quota < 0 {
			return amount{}, fmt.Errorf("%q is no quota", f[0])
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

// parseMemory parses v2's memory.max (bytes or "max") and v1's
// memory.limit_in_bytes, where a huge number means no limit.
func parseMemory(r io.Reader) (amount, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return amount{}, err
	}
	s := strings.TrimSpace(string(b))
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

// limitOf turns what a file said, or why it said nothing, into a Limit.
func limitOf(a amount, err error) (Limit, time.Duration) {
	r := missing(err)
	if err == nil {
		r.Value = a.value
	}
	return Limit{Reading: r, None: a.none}, a.period
}

// missing is the reading that err allows: measured (with value 0) when nil.
func missing(err error) record.Reading {
	switch {
	case err == nil:
		return record.Of(0)
	case errors.Is(err, fs.ErrNotExist):
		return record.Missing(record.Unsupported, err.Error())
	case errors.Is(err, fs.ErrPermission):
		return record.Missing(record.Denied, err.Error())
	default:
		return record.Missing(record.Undetermined, err.Error())
	}
}

func parseInt(r io.Reader) (int64, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
}

// maxCPU bounds the numbers that ParseList accepts: four times the largest
// NR_CPUS that Linux can be configured with.
const maxCPU = 1 << 15

// ParseList parses a list of CPUs or memory nodes, "0-3,8", as cpuset(7)
// describes under "List format", into ascending numbers.
func ParseList(s string) ([]int, error) {
	if s == "" {
		return nil, nil
	}
	var list []int
	for part := range strings.SplitSeq(s, ",") {
		first, last, isRange := strings.Cut(part, "-")
		lo, err := strconv.ParseUint(first, 10, 32)
		hi := lo
		if err == nil && isRange {
			hi, err = strconv.ParseUint(last, 10, 32)
		}
		if err != nil || hi < lo || hi >= maxCPU {
			return nil, fmt.Errorf("%q is not a list like 0-3,8", s)
		}
		for n := lo; n <= hi; n++ {
			list = append(list, int(n))
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
