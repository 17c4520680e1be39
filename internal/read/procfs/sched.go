package procfs

import (
	"fmt"
	"io"
	"math"
	"strconv"
)

// LoadAvg is the mean number of tasks that ran, waited for a CPU or slept
// uninterruptibly, over the last one, five and fifteen minutes.
type LoadAvg struct {
	One, Five, Fifteen float64
}

// ParseLoadAvg parses /proc/loadavg: "0.12 0.30 0.17 1/92 12372". The rest,
// runnable/all tasks and the newest PID, is not kept.
func ParseLoadAvg(r io.Reader) (LoadAvg, error) {
	f, err := words(r)
	if err != nil {
		return LoadAvg{}, err
	}
	if len(f) < 3 {
		return LoadAvg{}, fmt.Errorf("%d fields of a load average, want 3 or more", len(f))
	}
	var load [3]float64
	for i := range load {
		load[i], err = strconv.ParseFloat(f[i], 64)
		// NaN fails the comparison.
		if err != nil || !(load[i] >= 0 && load[i] <= math.MaxFloat64) {
			return LoadAvg{}, fmt.Errorf("%q is not a load average", f[i])
		}
	}
	return LoadAvg{load[0], load[1], load[2]}, nil
}

// SchedStat is the scheduler's account of one thread. Kernels without
// CONFIG_SCHED_INFO print zeros: a thread with no Slices has either never run or
// is not accounted for, and its zeros are not readings.
type SchedStat struct {
	Run    uint64 // ns on a CPU
	Wait   uint64 // ns runnable but not running; time throttled by a quota included
	Slices uint64 // times it was put on a CPU
}

// ParseSchedStat parses /proc/PID/task/TID/schedstat, three counters on one line:
// see proc_pid_schedstat in fs/proc/base.c.
func ParseSchedStat(r io.Reader) (SchedStat, error) {
	f, err := words(r)
	if err != nil {
		return SchedStat{}, err
	}
	v, err := counters(f)
	if err != nil {
		return SchedStat{}, err
	}
	if len(v) != 3 {
		return SchedStat{}, fmt.Errorf("%d fields of schedstat, want 3", len(v))
	}
	return SchedStat{Run: v[0], Wait: v[1], Slices: v[2]}, nil
}
