package recorder

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"

	"tare/internal/read"
	"tare/internal/read/cgroupfs"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

// target is what can be said of the process that is followed.
type target struct {
	known  bool
	header record.KernelHeader // without what depends on the level
	offset int64               // what its clock is ahead of tare's by, ns
	groups []string            // directories of header.Groups
	steals bool                // /proc/stat can be read
	why    string              // its control groups are not known
}

// findTarget finds out about a process. The error matches os.ErrProcessDone when
// it has ended; its PID is known all the same.
func findTarget(root fs.FS, pid int) (target, error) {
	t := target{header: record.KernelHeader{PID: pid}}
	if err := alive(root, pid); err != nil {
		return t, err
	}
	own, err := procfs.OwnView(root, "self")
	if err != nil {
		return t, err
	}
	view, err := procfs.OwnView(root, strconv.Itoa(pid))
	if err != nil {
		return t, err
	}
	t.offset = int64(view.Clock - own.Clock)
	t.header.PID = view.PID
	t.header.Kernel, _ = read.Text(root, "proc/sys/kernel/osrelease")
	t.header.BootID, _ = read.Text(root, "proc/sys/kernel/random/boot_id")
	stat, err := read.Parse(root, "proc/stat", procfs.ParseStat)
	t.steals, t.header.CPUs = err == nil, len(stat.CPUs)
	t.findGroups(root, pid)
	return t, nil
}

// alive returns an error that matches os.ErrProcessDone when the process has
// ended, whether or not its parent has been told.
func alive(root fs.FS, pid int) error {
	p, err := read.Parse(root, fmt.Sprintf("proc/%d/stat", pid), procfs.ParseProcess)
	switch {
	case read.Status(err) == record.Unsupported:
		return fmt.Errorf("%w: %w", os.ErrProcessDone, err)
	case err == nil && p.Dead():
		return os.ErrProcessDone
	}
	return err
}

// findGroups finds the target's control group and its ancestors, as far as they
// can be seen and can throttle.
func (t *target) findGroups(root fs.FS, pid int) {
	topology, err := cgroupfs.Read(seenBy{root, pid})
	if err != nil {
		t.why = record.NoStat + err.Error()
		return
	}
	h, found := topology.Find("cpu")
	for _, other := range topology {
		if h.Own == "" && other.Version == 2 {
			h, found = other, true
		}
	}
	switch {
	case !found:
		t.why = record.NoStat + "there are no control groups with quotas"
	case h.Own == "":
		t.why = record.NoStat + h.Why
	}
	without := "the process is in the root of the control groups, which cannot have a quota"
	for _, dir := range h.Groups() {
		g := h.Group(root, dir)
		if !g.Throttled.OK() || g.Root {
			if !g.Root {
				without = g.Throttled.Why
			}
			continue
		}
		group := record.QuotaGroup{Path: g.Dir, Period: int64(g.Period)}
		if g.CPU.Set() {
			group.Quota = int64(math.Round(g.CPU.Value * float64(g.Period)))
		}
		t.groups = append(t.groups, dir)
		t.header.Groups = append(t.header.Groups, group)
	}
	if len(t.groups) == 0 && t.why == "" {
		t.why = record.NoStat + without
	}
}

// seenBy shows a process's place in the control groups as if it were the
// reader's own. Mounts remain the reader's: it is the reader who looks there.
type seenBy struct {
	fs.FS
	pid int
}

// Open implements fs.FS.
func (s seenBy) Open(name string) (fs.File, error) {
	if name == "proc/self/cgroup" {
		name = fmt.Sprintf("proc/%d/cgroup", s.pid)
	}
	return s.FS.Open(name)
}
