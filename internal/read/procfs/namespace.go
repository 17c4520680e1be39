package procfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"tare/internal/read"
)

// View is what a process takes for its own number and for the time, where that differs
// from what others see: in PID and time namespaces.
type View struct {
	PID int // as its own PID namespace counts
	// Same is whether the reader counts in the same way, so that the threads have
	// the same numbers, too.
	Same bool
	// Clock is the process's CLOCK_MONOTONIC minus that of the initial time
	// namespace, which is what the kernel stamps its events with.
	Clock time.Duration
}

// OwnView reads the view of a process from an fs.FS rooted where "proc" is; pid is a
// number or "self".
func OwnView(root fs.FS, pid string) (View, error) {
	dir := path.Join("proc", pid)
	ids, err := read.Parse(root, path.Join(dir, "status"), parseIDs)
	if err != nil {
		return View{}, err
	}
	v := View{PID: ids[len(ids)-1], Same: len(ids) == 1}
	v.Clock, err = read.Parse(root, path.Join(dir, "timens_offsets"), parseOffset)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // kernels without time namespaces
		return View{}, err
	}
	return v, nil
}

// OwnThread returns the number of a process's thread in the process's own PID
// namespace.
func OwnThread(root fs.FS, pid, tid int) (int, error) {
	ids, err := read.Parse(root, fmt.Sprintf("proc/%d/task/%d/status", pid, tid), parseIDs)
	if err != nil {
		return 0, err
	}
	return ids[len(ids)-1], nil
}

// parseIDs parses the line NSpid of /proc/PID/status: the numbers from the
// namespace of this procfs to the process's own, see pid_namespaces(7). Before
// Linux 4.1 there is Pid only.
func parseIDs(r io.Reader) ([]int, error) {
	var ids []int
	err := read.EachLine(r, func(line string) error {
		name, rest, _ := strings.Cut(line, ":")
		if name != "Pid" && name != "NSpid" {
			return nil
		}
		ids = ids[:0]
		for _, f := range strings.Fields(rest) {
			id, err := strconv.ParseInt(f, 10, 32)
			if err != nil {
				return fmt.Errorf("%q is not a PID", f)
			}
			ids = append(ids, int(id))
		}
		return nil
	})
	if err == nil && len(ids) == 0 {
		err = errors.New("it has no PID")
	}
	return ids, err
}

// parseOffset parses /proc/PID/timens_offsets, lines of clock, seconds and
// nanoseconds: see time_namespaces(7). The first kernels that had it wrote
// numbers for the clocks.
func parseOffset(r io.Reader) (offset time.Duration, err error) {
	err = read.EachLine(r, func(line string) error {
		f := strings.Fields(line)
		if len(f) != 3 {
			return fmt.Errorf("%q is not a clock, seconds and nanoseconds", line)
		}
		if f[0] != "monotonic" && f[0] != "1" {
			return nil
		}
		s, err1 := strconv.ParseInt(f[1], 10, 33) // centuries
		ns, err2 := strconv.ParseInt(f[2], 10, 64)
		offset = time.Duration(s)*time.Second + time.Duration(ns)
		return errors.Join(err1, err2)
	})
	return offset, err
}
