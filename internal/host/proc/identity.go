// Package proc is tare's edge to processes: it starts one with everything in
// place before it execs, finds and kills process trees, and tells whether the
// process that left something behind still lives. On systems other than Linux
// it starts and kills single processes only.
package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// Identity names a process for as long as the machine is up. A PID alone is
// used again; with its start time, and the PID namespace that it counts in, it
// is not.
type Identity struct {
	Namespace uint64 // inode of the PID namespace
	PID       int
	Start     uint64 // clock ticks after boot
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
	return Identity{Namespace: inode, PID: s.pid, Start: s.start}, nil
}

// Gone reports whether the process has certainly ended. It is false for a
// process of another PID namespace than self's, about which nothing can be
// said from here, and when procfs cannot be read.
func (id Identity) Gone(root fs.FS, self Identity) bool {
	if id.Namespace != self.Namespace {
		return false
	}
	s, err := readStat(root, strconv.Itoa(id.PID))
	if errors.Is(err, fs.ErrNotExist) {
		// No entry for this very process means that procfs is not there at all.
		_, err = fs.Stat(root, path.Join("proc", strconv.Itoa(self.PID)))
		return err == nil
	}
	return err == nil && (s.start != id.Start || s.dead())
}

// stat is the part of /proc/PID/stat that tells processes apart.
type stat struct {
	pid     int
	state   byte
	session int
	start   uint64
}

// dead reports whether only an entry in the process table is left.
func (s stat) dead() bool { return s.state == 'Z' || s.state == 'X' }

func readStat(root fs.FS, pid string) (stat, error) {
	b, err := fs.ReadFile(root, path.Join("proc", pid, "stat"))
	if err != nil {
		return stat{}, notThere(err)
	}
	return parseStat(string(b))
}

// notThere adds fs.ErrNotExist to what the kernel says, ESRCH, when a process
// ends between the opening and the reading of its file.
func notThere(err error) error {
	if errors.Is(err, errGone) {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}

// parseStat parses /proc/PID/stat, see proc_pid_stat(5): (1) pid, (2) comm in
// parentheses, (3) state, (6) session, (22) starttime. The command's name may
// hold blanks and parentheses, so the fields after it are counted from the last
// closing one.
func parseStat(line string) (stat, error) {
	open, end := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')')
	if open < 0 || end < open {
		return stat{}, fmt.Errorf("%q is not a line of /proc/PID/stat", line)
	}
	f := strings.Fields(line[end+1:])
	if len(f) < 20 || len(f[0]) != 1 {
		return stat{}, fmt.Errorf("%q has too few fields for /proc/PID/stat", line)
	}
	pid, err1 := strconv.Atoi(strings.TrimSpace(line[:open]))
	session, err2 := strconv.Atoi(f[3])
	start, err3 := strconv.ParseUint(f[19], 10, 64)
	if err := errors.Join(err1, err2, err3); err != nil {
		return stat{}, fmt.Errorf("parsing /proc/PID/stat: %w", err)
	}
	return stat{pid: pid, state: f[0][0], session: session, start: start}, nil
}

// Running lists the live processes of procfs for which keep returns true,
// the calling one never among them. A process that ends meanwhile is not
// listed.
func Running(root fs.FS, keep func(pid, session int, environ func() []string) bool) ([]int, error) {
	entries, err := fs.ReadDir(root, "proc")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		s, err := readStat(root, e.Name())
		if err != nil || s.dead() {
			continue
		}
		if keep(pid, s.session, func() []string { return environ(root, e.Name()) }) {
			pids = append(pids, pid)
		}
	}
	return pids, nil
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
