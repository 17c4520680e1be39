package cell

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

// place is a group under which cells can be made, if the kernel agrees.
type place struct {
	version     int
	shielded    bool     // it has CPUs that tare itself cannot use
	dir         string   // relative to the file system's root
	own         string   // tare's own group in the same hierarchy
	controllers []string // that cells made here can have
}

// placesV1 lists tare's own group in every v1 hierarchy with a controller that
// is wanted. Nesting there keeps the limits that tare itself is under.
func placesV1(root fs.FS, t cgroupfs.Topology, wanted []string) (places []place, refused []string) {
	for _, h := range t {
		used := common(wanted, h.Controllers)
		switch {
		case h.Version != 1 || len(used) == 0:
		case h.Own == "":
			refused = append(refused, fmt.Sprintf("%s: %s", strings.Join(used, ","), h.Why))
		case h.ReadOnly:
			refused = append(refused, fmt.Sprintf("/%s is mounted read-only", h.Mount))
		default:
			// The whole of the hierarchy's controllers: a co-mounted cpuset has
			// to be set up even when nobody wants it.
			p := place{version: 1, dir: h.Own, own: h.Own, controllers: h.Controllers}
			if shield := shieldOf(root, h); shield != "" {
				p.dir, p.shielded = shield, true
			}
			places = append(places, p)
		}
	}
	return places, refused
}

// placesV2 lists, nearest first, tare's own v2 group and those ancestors under
// which cells can have all required controllers. A group with processes cannot
// give its children any, so one often has to climb; but never past a group with
// a limit, which cells made above it would escape, nor out of a trial. The
// refusals say why a group is not in the list.
func placesV2(root fs.FS, h cgroupfs.Hierarchy, required, optional []string) (places []place, refused []string) {
	if h.ReadOnly {
		return nil, []string{fmt.Sprintf("/%s is mounted read-only", h.Mount)}
	}
	if slices.Contains(optional, "cpuset") {
		if p, why := shieldedPlace(root, h, required, optional); why != "" {
			refused = append(refused, why)
		} else if p.shielded {
			places = append(places, p)
		}
	}
	groups := h.Groups()
	for i, dir := range groups {
		node, err := cgroupfs.ReadNode(root, dir)
		if err != nil {
			return places, append(refused, err.Error())
		}
		missing := without(required, node.Available())
		switch {
		case node.Invalid:
			refused = append(refused, fmt.Sprintf("/%s is in a threaded subtree", dir))
		case len(missing) > 0:
			refused = append(refused, fmt.Sprintf("/%s %s", dir, lacks(node, missing)))
		default:
			used := common(slices.Concat(required, optional), node.Available())
			places = append(places, place{version: 2, dir: dir, own: h.Own, controllers: used})
		}
		if i+1 == len(groups) {
			break
		}
		if _, ok := parseName(path.Base(dir)); ok {
			return places, append(refused, fmt.Sprintf("above /%s, a cell of another tare, cells would outlive it", dir))
		}
		if limit := limitOf(root, h, dir, groups[i+1]); limit != "" {
			return places, append(refused, fmt.Sprintf("above /%s cells would escape its %s", dir, limit))
		}
	}
	return places, refused
}

// lacks says why the group cannot give its children the missing controllers.
func lacks(n cgroupfs.Node, missing []string) string {
	names := strings.Join(missing, " and ")
	if n.Busy && len(without(missing, n.Controllers)) == 0 {
		return "holds processes, so the kernel enables no " + names + " controller for its children"
	}
	return "was not given the " + names + " controller"
}

// limitOf names the limit of a group that its parent does not have, or that
// cannot be ruled out; it is empty when there is none.
func limitOf(root fs.FS, h cgroupfs.Hierarchy, dir, parent string) string {
	g, above := h.Group(root, dir), h.Group(root, parent)
	for _, c := range []struct {
		what  string
		limit record.Limit
	}{{"CPU quota", g.CPU}, {"memory limit", g.Memory}} {
		if c.limit.Set() {
			return c.what
		}
		if unreadable(c.limit.Status) {
			return c.what + ", if it has one (" + c.limit.Why + ")"
		}
	}
	if unreadable(g.CPUSet.Status) {
		return "CPU set, if it has one (" + g.CPUSet.Why + ")"
	}
	if g.CPUSet.OK() && g.CPUSet.Value != above.CPUSet.Value {
		return "CPU set"
	}
	return ""
}

// unreadable reports whether there may be a limit that could not be read; a
// file that does not exist sets none.
func unreadable(s record.Status) bool {
	return s == record.Denied || s == record.Undetermined
}

// common returns those of a that are in b, each once.
func common(a, b []string) []string {
	var both []string
	for _, s := range a {
		if slices.Contains(b, s) && !slices.Contains(both, s) {
			both = append(both, s)
		}
	}
	return both
}

// without returns those of a that are not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}
