// Package proc is tare's edge to processes: it starts one with everything in
// place before it execs, finds and kills process trees, and tells whether the
// process that left something behind still lives. On systems other than Linux
// it starts and kills single processes only.
package proc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

// Identity names a process for as long as the machine is up. A PID alone is
// used again; with its start time, and the PID namespace that it counts in, it
// is not.
type Identity struct {
	Namespace uint64 // inode of the PID namespace
	PID       int
	Start     uint64 // clock ticks after boot
}

// String is what [ParseIdentity] reads, for names of files and groups: three numbers with
// hyphens between them.
func (id Identity) String() string { return fmt.Sprintf("%d-%d-%d", id.Namespace, id.PID, id.Start) }

// ParseIdentity reads what [Identity.String] has written; false of anything else.
func ParseIdentity(s string) (Identity, bool) {
	parts := strings.Split(s, "-")
	if len(parts) != 3 {
		return Identity{}, false
	}
	namespace, err1 := strconv.ParseUint(parts[0], 10, 64)
	pid, err2 := strconv.ParseUint(parts[1], 10, 31)
	start, err3 := strconv.ParseUint(parts[2], 10, 64)
	if errors.Join(err1, err2, err3) != nil {
		return Identity{}, false
	}
	return Identity{Namespace: namespace, PID: int(pid), Start: start}, true
}

// Identify reads the identity of a process from procfs, an fs.FS rooted where
// "proc" is: pid is a number or "self".
func Identify(root fs.FS, pid string) (Identity, error) {
	s, err := readStat(root, pid)
	if err != nil {
		return Identity{}, err
	}
	ns, err := fs.ReadLink(root, path.Join("proc", pid, "ns/pid"))
	if err != nil {
		return Identity{}, err
	}
	inode, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimPrefix(ns, "pid:["), "]"), 10, 64)
	if err != nil {
		return Identity{}, fmt.Errorf("parsing PID namespace %q: %w", ns, err)
	}
	return Identity{Namespace: inode, PID: s.PID, Start: s.Start}, nil
}

// Gone reports whether the process has certainly ended. It is false for a
// process of another PID namespace than self's, about which nothing can be
// said from here, and when procfs cannot be read or hides the processes of others.
func (id Identity) Gone(root fs.FS, self Identity) bool {
	if id.Namespace != self.Namespace {
		return false
	}
	s, err := readStat(root, strconv.Itoa(id.PID))
	if errors.Is(err, fs.ErrNotExist) {
		// No entry for the first process means that procfs is not there at all, or that
		// it hides what others run (hidepid).
		_, err = fs.Stat(root, "proc/1")
		return err == nil
	}
	return err == nil && (s.Start != id.Start || s.Dead())
}

func readStat(root fs.FS, pid string) (procfs.Process, error) {
	b, err := fs.ReadFile(root, path.Join("proc", pid, "stat"))
	if err != nil {
		return procfs.Process{}, notThere(err)
	}
	p, err := procfs.ParseProcess(bytes.NewReader(b))
	if err != nil {
		return p, fmt.Errorf("parsing /proc/%s/stat: %w", pid, err)
	}
	return p, nil
}

// notThere adds fs.ErrNotExist to what the kernel says, ESRCH, when a process
// ends between the opening and the reading of its file.
func notThere(err error) error {
	if errors.Is(err, errGone) {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}

// Running lists the live processes of procfs for which keep returns true,
// the calling one never among them. A process that ends meanwhile is not
// listed.
func Running(root fs.FS, keep func(pid, session int, environ func() []string) bool) ([]int, error) {
	all, err := read.Numbers(root, "proc")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(pid int) bool {
		name := strconv.Itoa(pid)
		p, err := readStat(root, name)
		return err != nil || p.Dead() || pid == os.Getpid() ||
			!keep(pid, p.Session, func() []string { return environ(root, name) })
	}), nil
}

// environ returns the environment that the process was given at exec, none
// when it is not ours to read.
func environ(root fs.FS, pid string) []string {
	b, err := fs.ReadFile(root, path.Join("proc", pid, "environ"))
	if err != nil {
		return nil
	}
	return strings.Split(string(b), "\x00")
}

// Usage returns what the process used from its start to its end, together with
// the descendants that it waited for: CPU time in ns and, where the system
// says so, page faults and context switches.
func Usage(s *os.ProcessState) record.Readings {
	rs := record.Readings{record.CPU: record.Of(float64(s.UserTime() + s.SystemTime()))}
	counts := rusage(s)
	for _, m := range []record.Metric{record.Voluntary, record.Involuntary, record.MinorFaults, record.MajorFaults} {
		if n, ok := counts[m]; ok {
			rs[m] = record.Of(n)
		} else {
			rs[m] = record.Missing(record.Unsupported, "the system does not count it per process")
		}
	}
	return rs
}
