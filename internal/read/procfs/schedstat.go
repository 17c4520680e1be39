package procfs

import (
	"fmt"
	"io"
)

// SchedStat is what a thread has had of CPUs since it began, in ns. Running is
// brought up to date at ticks and context switches, so it may lag by a tick;
// Waiting grows when a wait ends.
type SchedStat struct {
	Running, Waiting int64 // on a CPU, and runnable but not on one (throttled, too)
	Turns            int64 // times that it was put on a CPU
}

// ParseSchedStat parses /proc/PID/task/TID/schedstat, "running waiting turns": see
// Documentation/scheduler/sched-stats.rst. A kernel that does not count says
// "0 0 0", as one does of a thread that has not run yet.
func ParseSchedStat(r io.Reader) (s SchedStat, err error) {
	if _, err = fmt.Fscan(r, &s.Running, &s.Waiting, &s.Turns); err != nil {
		return SchedStat{}, fmt.Errorf("schedstat: %w", err)
	}
	if s.Running < 0 || s.Waiting < 0 || s.Turns < 0 {
		return SchedStat{}, fmt.Errorf("schedstat: %d %d %d: negative", s.Running, s.Waiting, s.Turns)
	}
	return s, nil
}
