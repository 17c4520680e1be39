package cgroupfs

import (
	"io/fs"
	"path"
	"slices"

	"tare/internal/read"
	"tare/internal/record"
)

// ControlGroups reads, for every hierarchy that can limit CPUs or memory, the
// process's own group and then all ancestors that can be seen. A hierarchy in
// which the own group cannot be seen has one entry without a Dir, whose readings
// say why: there may be limits in it.
func (t Topology) ControlGroups(root fs.FS) []record.ControlGroup {
	var groups []record.ControlGroup
	for _, h := range t {
		dirs := h.Groups()
		complete := h.Version == 1
		if h.Version == 2 && dirs != nil {
			top := dirs[len(dirs)-1]
			h.Controllers = read.Words(root, path.Join(top, "cgroup.controllers"))
			complete = h.realRoot(root, top)
		}
		// On v2 a controller that the topmost group in sight lacks may still be
		// at work above it, unless that is the real root or v1 has the controller.
		has := func(controller string) bool {
			if complete {
				return slices.Contains(h.Controllers, controller)
			}
			other, found := t.Find(controller)
			return !found || other.Version == 2
		}
		switch {
		case !slices.ContainsFunc([]string{"cpu", "cpuset", "memory"}, has):
		case dirs == nil:
			groups = append(groups, h.unseen(has))
		default:
			for _, dir := range dirs {
				groups = append(groups, h.Group(root, dir))
			}
		}
	}
	return groups
}

// unseen stands for the groups of a hierarchy that cannot be seen.
func (h Hierarchy) unseen(has func(controller string) bool) record.ControlGroup {
	g := blank(func(controller string) record.Reading {
		if has(controller) {
			return record.Missing(record.Undetermined, h.Why)
		}
		return lacking(controller)
	})
	g.Version, g.Controllers, g.Own = h.Version, h.Controllers, true
	return g
}
