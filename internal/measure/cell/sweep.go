package cell

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/host/proc"
	"tare/internal/read/cgroupfs"
)

// Sweep removes what tares that no longer live left behind: cells, with every
// process in them, claims, with the controllers they enabled, and marked
// processes. It looks through all hierarchies that can be seen, since the next
// tare need not start in the same group. Cells of living tares, and of other
// PID namespaces, whose owners cannot be judged, are not touched. It returns
// the names of the cells that it removed.
func Sweep(o Options) ([]string, error) {
	s := newSite(o)
	if s.self == (proc.Identity{}) {
		return nil, nil // without procfs there are no cells either
	}
	topology, err := cgroupfs.Read(s.fsys)
	if err != nil {
		return nil, err
	}
	left := map[string][]group{}
	for _, h := range topology {
		err = errors.Join(err, s.abandoned(h, left))
	}
	var swept []string
	for name, groups := range left {
		if e := s.sweep(groups); e != nil {
			err = errors.Join(err, e)
			continue
		}
		swept = append(swept, name)
	}
	slices.Sort(swept)
	return swept, errors.Join(err, s.killMarked(s.orphaned))
}

// gone reports whether the owner of a name has ended.
func (s *Site) gone(n name) bool { return n.owner.Gone(s.fsys, s.self) }

// abandoned adds to left the groups of the hierarchy whose owners are gone.
func (s *Site) abandoned(h cgroupfs.Hierarchy, left map[string][]group) error {
	if h.Own == "" || h.ReadOnly {
		return nil
	}
	return fs.WalkDir(s.fsys, h.Mount, func(dir string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return skipUnreadable(err)
		}
		n, ok := parseName(path.Base(dir))
		if !ok || !s.gone(n) {
			return nil
		}
		left[n.String()] = append(left[n.String()], s.abs(dir))
		return fs.SkipDir
	})
}

// skipUnreadable lets a walk go on past what was removed meanwhile and what
// others keep to themselves.
func skipUnreadable(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return fs.SkipDir
	}
	return err
}

// sweep empties and removes the groups of one name.
func (s *Site) sweep(groups []group) error {
	if err := killAll(groups); err != nil {
		return err
	}
	var errs []error
	for _, g := range groups {
		unlock, err := s.lock(s.ctx)
		if err == nil {
			err = unstake(g)
			unlock()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// markVariable marks the processes of a trial at LevelNone, in the environment
// that they were given: they hand it down even to descendants that leave the
// session.
const markVariable = "TARE_CELL"

// orphaned keeps marked processes whose owner is gone.
func (s *Site) orphaned(_, _ int, environ func() []string) bool {
	for _, kv := range environ() {
		if mark, ok := strings.CutPrefix(kv, markVariable+"="); ok {
			n, ok := parseName(mark)
			return ok && s.gone(n)
		}
	}
	return false
}

// killMarked kills the processes that keep picks until there are none. A list
// of /proc is no snapshot: a process may start its successor and end while the
// list is made, and neither be seen. So only two empty lists in a row count.
func (s *Site) killMarked(keep func(pid, session int, environ func() []string) bool) error {
	list := func() ([]int, error) { return proc.Running(s.fsys, keep) }
	empty := 0
	return retry(func() (bool, error) {
		left, err := list()
		if err != nil {
			return false, err
		}
		if len(left) == 0 {
			empty++
			return empty == 2, nil
		}
		empty = 0
		_, err = proc.Kill(list)
		return false, err
	}, func() string { return "processes that a trial left do not die: the kernel holds them (state D)" })
}
