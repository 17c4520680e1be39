package cgroupfs

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

// Membership is one line of /proc/PID/cgroup: hierarchy-ID:controllers:path.
// The unified hierarchy of v2 has ID 0 and no controllers.
type Membership struct {
	ID          int
	Controllers []string
	Path        string // relative to the root of the reader's cgroup namespace
}

func (m Membership) version() int {
	if m.ID == 0 && len(m.Controllers) == 0 {
		return 2
	}
	return 1
}

// ParseMembership parses /proc/PID/cgroup.
func ParseMembership(r io.Reader) ([]Membership, error) {
	var members []Membership
	err := read.EachLine(r, func(line string) error {
		// The path comes last because it may hold colons itself.
		f := strings.SplitN(line, ":", 3)
		if len(f) != 3 || !strings.HasPrefix(f[2], "/") {
			return fmt.Errorf("%q is not hierarchy-ID:controllers:path", line)
		}
		id, err := strconv.Atoi(f[0])
		if err != nil || id < 0 {
			return fmt.Errorf("%q is not a hierarchy ID", f[0])
		}
		m := Membership{ID: id, Path: strings.TrimSuffix(f[2], " (deleted)")}
		if f[1] != "" {
			m.Controllers = strings.Split(f[1], ",")
		}
		members = append(members, m)
		return nil
	})
	return members, err
}

// in reports whether the mount is of the hierarchy that m belongs to.
func (m Membership) in(mount procfs.Mount) bool {
	if m.version() == 2 {
		return mount.Type == "cgroup2"
	}
	return mount.Type == "cgroup" && len(m.Controllers) > 0 && slices.Contains(mount.Options, m.Controllers[0])
}

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
