package cell

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tare/internal/host/proc"
)

// group is the absolute directory of one cgroup that tare made.
type group string

func (g group) file(name string) string { return filepath.Join(string(g), name) }

// write writes a control file; it never creates one.
func (g group) write(file, value string) error {
	f, err := os.OpenFile(g.file(file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(value)
	return err
}

// apply writes the settings in order.
func (g group) apply(settings []setting) error {
	for _, s := range settings {
		if s.value == "" {
			parent, err := os.ReadFile(filepath.Join(filepath.Dir(string(g)), s.file))
			if err != nil {
				return err
			}
			s.value = strings.TrimSpace(string(parent))
		}
		err := g.write(s.file, s.value)
		if s.ifPresent && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("setting %s to %s: %w", s.file, s.value, err)
		}
	}
	return nil
}

// subgroups lists the group and every group that a workload made below it,
// children before their parents.
func (g group) subgroups() ([]group, error) {
	entries, err := os.ReadDir(string(g))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []group
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		below, err := group(g.file(e.Name())).subgroups()
		if err != nil {
			return nil, err
		}
		all = append(all, below...)
	}
	return append(all, g), nil
}

// members lists the processes in the group and below it. Those of PID
// namespaces that cannot be seen from here count as 0.
func (g group) members() ([]int, error) {
	groups, err := g.subgroups()
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, g := range groups {
		b, err := os.ReadFile(g.file("cgroup.procs"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENODEV) {
			return nil, err // the two mean: removed, before or after it was opened
		}
		for _, f := range strings.Fields(string(b)) {
			pid, err := strconv.Atoi(f)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", g.file("cgroup.procs"), err)
			}
			// A thread of tare may be on its way in or out; tare is no member.
			if pid != os.Getpid() {
				pids = append(pids, pid)
			}
		}
	}
	return pids, nil
}

// patience is how long the kernel gets to finish with killed processes and
// empty groups: usually well under a millisecond, more when much memory is to
// be freed.
const patience = 10 * time.Second

// retry calls done, ever more slowly, until it reports true, fails, or
// patience has run out; then it fails with what message says.
func retry(done func() (bool, error), message func() string) error {
	deadline := time.Now().Add(patience)
	for pause := 100 * time.Microsecond; ; pause = min(2*pause, 20*time.Millisecond) {
		ok, err := done()
		if ok || err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return errors.New(message())
		}
		time.Sleep(pause)
	}
}

// brakes stop the processes of a group from forking, so that a fork bomb does
// not outrun its killer; the first that a group has is used. A frozen process
// of v1 dies only when it is thawed.
var brakes = []struct{ file, on, off string }{
	{"pids.max", "0", ""},
	{"freezer.state", "FROZEN", "THAWED"},
	{"cgroup.freeze", "1", "0"},
}

// brake applies the first brake there is and returns what releases it.
func brake(groups []group) (release func()) {
	for _, b := range brakes {
		for _, g := range groups {
			if g.write(b.file, b.on) != nil {
				continue
			}
			return func() {
				if b.off != "" {
					_ = g.write(b.file, b.off)
				}
			}
		}
	}
	return func() {}
}

// killAll kills everything in the groups of one cell and returns when they
// are empty.
func killAll(groups []group) error {
	var left []int
	return retry(func() (bool, error) {
		var err error
		if left, err = membersOf(groups); err != nil || len(left) == 0 {
			return err == nil, err
		}
		for _, g := range groups {
			if g.write("cgroup.kill", "1") == nil { // Linux 5.14, v2: all at once
				return false, nil
			}
		}
		defer brake(groups)()
		_, err = proc.Kill(func() ([]int, error) { return membersOf(groups) })
		return false, err
	}, func() string {
		return fmt.Sprintf("processes %v in %s do not die: the kernel holds them (state D), or they belong to another PID namespace", left, groups[0])
	})
}

// membersOf lists the processes in any of the groups: those of v1 hierarchies
// have the same ones, unless a process was moved.
func membersOf(groups []group) ([]int, error) {
	var all []int
	for _, g := range groups {
		pids, err := g.members()
		if err != nil {
			return nil, err
		}
		all = append(all, pids...)
	}
	return all, nil
}

// remove removes the group and what is below it, once it is empty.
func (g group) remove() error {
	var last error
	return retry(func() (bool, error) {
		groups, err := g.subgroups()
		if err != nil {
			return false, err
		}
		last = nil
		for _, sub := range groups {
			if err := os.Remove(string(sub)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				last = err
			}
		}
		// Busy is what passes; anything else will not.
		if last == nil || errors.Is(last, syscall.EBUSY) {
			return last == nil, nil
		}
		return false, last
	}, func() string { return last.Error() })
}
