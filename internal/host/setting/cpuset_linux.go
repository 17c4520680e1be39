package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"tare/internal/read/sysfs"
)

// cpuset is the scheme of shields made of cgroup v1 cpusets, by the mount point
// of the hierarchy: "cpuset:/sys/fs/cgroup/cpuset". Its value is "off", or the
// list of the CPUs that everything else is confined to: "0-2". Then the root
// group has two children: tare.system with the processes that were in the root,
// and tare.shield, empty, with the other CPUs. Processes in other groups stay
// there, kernel threads that are bound to their CPUs too. Kernels before 6.2
// forget the affinity that a process chose for itself when it is moved.
type cpuset struct {
	tree
	keep []int
}

const (
	system = "tare.system"
	shield = "tare.shield"
	off    = "off"
)

func (c cpuset) get(mount string) (string, error) {
	if _, err := c.read(mount, "cpuset.cpus"); err != nil {
		return "", err
	}
	list, err := c.read(mount, system, "cpuset.cpus")
	// A cpuset without CPUs holds no process: tare was killed while it made it.
	if errors.Is(err, fs.ErrNotExist) || err == nil && list == "" {
		return off, nil
	}
	return list, err
}

func (c cpuset) set(mount, value string) error {
	now, err := c.get(mount)
	if err != nil {
		return err
	}
	if value == off {
		return c.unshield(mount)
	}
	housekeeping, rest, err := c.divide(mount, value)
	if err != nil {
		return err
	}
	// The value shows when tare.system has its CPUs: that is the last step
	// before processes move.
	err = c.prepare(mount, shield, rest)
	if err == nil {
		err = c.prepare(mount, system, housekeeping)
	}
	if err != nil {
		if now == off { // the value does not tell of groups that are left
			err = errors.Join(err, c.unshield(mount))
		}
		return err
	}
	return c.move(mount, path.Join(mount, system), c.keep)
}

func (c cpuset) settable(mount string) error {
	if _, err := c.get(mount); err != nil {
		return err
	}
	return c.writable(mount)
}

// divide splits the CPUs of the root group into those of the list and the rest.
func (c cpuset) divide(mount, value string) (housekeeping, rest string, err error) {
	wanted, err := sysfs.ParseList(value)
	if err != nil {
		return "", "", err
	}
	text, err := c.read(mount, "cpuset.cpus")
	if err != nil {
		return "", "", err
	}
	all, err := sysfs.ParseList(text)
	if err != nil {
		return "", "", fmt.Errorf("reading the CPUs of %s: %w", mount, err)
	}
	others := slices.DeleteFunc(slices.Clone(all), func(n int) bool { return slices.Contains(wanted, n) })
	if len(wanted) == 0 || len(others) == 0 || len(wanted)+len(others) != len(all) {
		return "", "", fmt.Errorf("confining the system to CPUs %q: want some of CPUs %s, not all", value, text)
	}
	return sysfs.FormatList(wanted), sysfs.FormatList(others), nil
}

// prepare makes a child of the root group with these CPUs. A cpuset takes
// processes when it has memory nodes too.
func (c cpuset) prepare(mount, name, cpus string) error {
	nodes, err := c.read(mount, "cpuset.mems")
	if err != nil {
		return err
	}
	if err := c.make(mount, name); err != nil {
		return err
	}
	if err := c.put(nodes, mount, name, "cpuset.mems"); err != nil {
		return err
	}
	return c.put(cpus, mount, name, "cpuset.cpus")
}

// unshield takes tare.system away last, so that the value shows until all is
// as it was.
func (c cpuset) unshield(mount string) error {
	for _, name := range []string{shield, system} {
		group := path.Join(mount, name)
		if err := c.stat(group); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := c.move(group, mount, nil); err != nil {
			return err
		}
		if err := c.remove(group); err != nil {
			return err
		}
	}
	return nil
}

// maxPasses bounds the chase after processes that fork faster than they are
// moved.
const maxPasses = 100

// move moves the processes of one group to another until only those are left
// that are to be kept or cannot be moved.
func (c cpuset) move(from, to string, keep []int) error {
	tried := map[int]bool{}
	for _, pid := range keep {
		tried[pid] = true
	}
	for range maxPasses {
		pids, err := c.processes(from)
		if err != nil {
			return err
		}
		pids = slices.DeleteFunc(pids, func(pid int) bool { return tried[pid] })
		if len(pids) == 0 {
			return nil
		}
		for _, pid := range pids {
			tried[pid] = true
			if err := c.moveOne(pid, to); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("moving processes from %s to %s: new ones appear all the time", from, to)
}

// moveOne moves a process, unless it has ended or is a kernel thread that is
// bound to its CPU, which the kernel answers with EINVAL.
func (c cpuset) moveOne(pid int, to string) error {
	err := c.put(strconv.Itoa(pid), to, "cgroup.procs")
	if errors.Is(err, unix.ESRCH) || errors.Is(err, unix.EINVAL) {
		return nil
	}
	return err
}

// processes lists the processes of a group.
func (c cpuset) processes(group string) ([]int, error) {
	text, err := c.read(group, "cgroup.procs")
	if err != nil {
		return nil, err
	}
	var pids []int
	for word := range strings.FieldsSeq(text) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("reading the processes of %s: %w", group, err)
		}
		// 0 stands for a process that this PID namespace does not show.
		if pid > 0 {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
