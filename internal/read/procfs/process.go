package procfs

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tare/internal/read"
	"tare/internal/read/sysfs"
)

// Process is what tells a process from others, what it is doing, and its CPU
// time, all of its threads together.
type Process struct {
	PID     int
	Name    string // of its main thread, at most 15 bytes of anything
	State   byte   // of its main thread: 'R', 'S', 'T', …
	Session int
	Ticks   uint64 // user and system time since it started
	System  uint64 // ticks of system time
	Faults  uint64 // page faults, those that needed no reading (minor) and others (major)
	Start   uint64 // ticks from boot to its start
}

// Dead reports whether only an entry in the process table is left.
func (p Process) Dead() bool { return p.State == 'Z' || p.State == 'X' }

// ParseProcess parses /proc/PID/stat, fields 1 to 3, 6, 10, 12, 14, 15 and 22 of
// proc_pid_stat(5). Name may hold spaces and parentheses itself, so it ends at
// the last one. Threads that have been waited for count, children do not.
func ParseProcess(r io.Reader) (Process, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return Process{}, err
	}
	line := string(b)
	open, end := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')')
	if open < 0 || end < open {
		return Process{}, fmt.Errorf("%.40q has no name in parentheses", line)
	}
	// The first field here is the third.
	f := strings.Fields(line[end+1:])
	if len(f) < 20 || len(f[0]) != 1 {
		return Process{}, fmt.Errorf("%d fields after the name, want a state and 19 more", len(f))
	}
	pid, err1 := strconv.Atoi(strings.TrimSpace(line[:open]))
	session, err2 := strconv.Atoi(f[3])
	v, err3 := counters([]string{f[11], f[12], f[19], f[7], f[9]})
	if err := errors.Join(err1, err2, err3); err != nil {
		return Process{}, err
	}
	return Process{PID: pid, Name: line[open+1 : end], State: f[0][0], Session: session, Ticks: v[0] + v[1], System: v[1], Faults: v[3] + v[4], Start: v[2]}, nil
}

// Status is what /proc/PID/status says about a process's rights.
type Status struct {
	UID          uint32 // effective, in the reader's user namespace
	Capabilities uint64 // effective, a bit for each by number
	CPUs         []int  // that its main thread may run on, ascending; none if it does not say
}

// ParseStatus parses the lines "Uid", "CapEff" and "Cpus_allowed_list" of
// /proc/PID/status: see proc_pid_status(5). The first two must be there.
func ParseStatus(r io.Reader) (Status, error) {
	var s Status
	var uids, capabilities bool
	err := read.EachLine(r, func(line string) error {
		name, rest, _ := strings.Cut(line, ":")
		f := strings.Fields(rest)
		switch {
		case name == "Uid" && len(f) == 4:
			uid, err := strconv.ParseUint(f[1], 10, 32)
			if err != nil {
				return fmt.Errorf("%q is not a user ID", f[1])
			}
			s.UID, uids = uint32(uid), true
		case name == "CapEff" && len(f) == 1:
			caps, err := strconv.ParseUint(f[0], 16, 64)
			if err != nil {
				return fmt.Errorf("%q is not a set of capabilities", f[0])
			}
			s.Capabilities, capabilities = caps, true
		case name == "Cpus_allowed_list" && len(f) == 1:
			cpus, err := sysfs.ParseList(f[0])
			if err != nil {
				return err
			}
			s.CPUs = cpus
		}
		return nil
	})
	if err == nil && !(uids && capabilities) {
		err = errors.New("not both lines Uid and CapEff")
	}
	return s, err
}

// ParseInitialIDs parses /proc/PID/uid_map and reports whether it maps every
// user to itself, as it does in the initial user namespace: see
// user_namespaces(7). One that was made with such a map on purpose cannot be
// told from it.
func ParseInitialIDs(r io.Reader) (bool, error) {
	f, err := words(r)
	if err != nil {
		return false, err
	}
	v, err := counters(f)
	if err != nil {
		return false, err
	}
	if len(v)%3 != 0 {
		return false, fmt.Errorf("%d fields of an ID map, want three for each range", len(v))
	}
	const all = 1<<32 - 1 // user ID −1 does not exist
	return len(v) == 3 && v[0] == 0 && v[1] == 0 && v[2] == all, nil
}

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
