package cell

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/read/cgroupfs"
)

// shieldName is the group, right below the root of the hierarchy with the cpuset
// controller, that `tare tune -shield` gives CPUs of its own. Whoever is outside
// cannot use them, tare included.
const shieldName = "tare.shield"

// Shielded returns the list of the CPUs that a shield keeps free for cells,
// empty when there is no shield. Root is rooted where "/" is.
func Shielded(root fs.FS) string {
	topology, err := cgroupfs.Read(root)
	if err != nil {
		return ""
	}
	for _, h := range topology {
		dir := shieldOf(root, h)
		if dir == "" {
			continue
		}
		if b, err := fs.ReadFile(root, path.Join(dir, "cpuset.cpus")); err == nil {
			return strings.TrimSpace(string(b))
		}
	}
	return ""
}

// shieldOf returns the shield's directory in a hierarchy, empty without one. CPUs
// are its own as a partition in v2, and in v1 when all others are confined to the
// group beside it.
func shieldOf(root fs.FS, h cgroupfs.Hierarchy) string {
	if !slices.Contains(h.Controllers, "cpuset") && h.Version == 1 {
		return ""
	}
	dir := path.Join(h.Mount, shieldName)
	if _, err := fs.Stat(root, path.Join(dir, "cgroup.procs")); h.Mount == "" || err != nil {
		return ""
	}
	file, own := path.Join(dir, "cpuset.cpus.partition"), []string{"root", "isolated"}
	if h.Version == 1 {
		file, own = path.Join(h.Mount, "tare.system", "cpuset.cpus"), nil
	}
	b, err := fs.ReadFile(root, file)
	value := strings.TrimSpace(string(b))
	if err != nil || value == "" || own != nil && !slices.Contains(own, value) {
		return ""
	}
	return dir
}

// shieldedPlace returns the shield as a place for cells, or why it is none: in
// v2, where one hierarchy has all limits, cells must not escape those of tare's
// own ancestors.
func shieldedPlace(root fs.FS, h cgroupfs.Hierarchy, required, optional []string) (p place, refused string) {
	dir := shieldOf(root, h)
	if dir == "" {
		return place{}, ""
	}
	for _, group := range h.Groups() {
		if l := h.Group(root, group); l.CPU.Set() || l.Memory.Set() {
			return place{}, fmt.Sprintf("in the shield /%s cells would escape the limits of /%s", dir, group)
		}
	}
	node, err := cgroupfs.ReadNode(root, dir)
	if err != nil {
		return place{}, err.Error()
	}
	if missing := without(required, node.Available()); len(missing) > 0 {
		return place{}, fmt.Sprintf("the shield /%s %s", dir, lacks(node, missing))
	}
	used := common(slices.Concat(required, optional), node.Available())
	return place{version: 2, shielded: true, dir: dir, own: h.Own, controllers: used}, ""
}
