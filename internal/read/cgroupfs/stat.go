package cgroupfs

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tare/internal/read"
)

// CPUStat is what cpu.stat says about throttling, since the group was made.
type CPUStat struct {
	Periods   int64 // quota periods in which the group had something to run
	Throttled int64 // of these, how many used the quota up
	// ThrottledTime is ns summed over the group's per-CPU queues, counted when
	// an interval ends; throttling by an ancestor is not included.
	ThrottledTime int64
}

// ParseCPUStat parses cpu.stat of either version: v1 has throttled_time in ns,
// v2 throttled_usec in µs. The second result is false when the file has no
// throttling figures, as for v2's root and for groups whose parent does not
// enable the cpu controller: such a group cannot be throttled itself.
func ParseCPUStat(r io.Reader) (CPUStat, bool, error) {
	kv, err := ParseFlat(r)
	if err != nil {
		return CPUStat{}, false, err
	}
	s := CPUStat{Periods: kv["nr_periods"], Throttled: kv["nr_throttled"]}
	ns, v1 := kv["throttled_time"]
	us, v2 := kv["throttled_usec"]
	switch {
	case v1:
		s.ThrottledTime = ns
	case v2:
		s.ThrottledTime = us * 1000
	}
	if min(s.Periods, s.Throttled, s.ThrottledTime) < 0 {
		return CPUStat{}, false, errors.New("a counter is negative or too large")
	}
	_, periods := kv["nr_periods"]
	_, throttled := kv["nr_throttled"]
	return s, (v1 || v2) && periods && throttled, nil
}

// ParseFlat parses a "flat keyed" file, one "key value" per line with decimal
// values: cpu.stat, memory.events, memory.oom_control, cgroup.events.
func ParseFlat(r io.Reader) (map[string]int64, error) {
	kv := map[string]int64{}
	err := read.EachLine(r, func(line string) error {
		key, value, ok := strings.Cut(line, " ")
		if !ok {
			return fmt.Errorf("%q is not a key and a value", line)
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fmt.Errorf("value of %s: %w", key, err)
		}
		kv[key] = n
		return nil
	})
	if err != nil {
		return nil, err
	}
	return kv, nil
}
