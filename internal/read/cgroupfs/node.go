package cgroupfs

import (
	"io/fs"
	"path"
	"slices"

	"tare/internal/read"
)

// Node is what decides whether a v2 group can have children with controllers.
// "Controllers" are those its children could be given, "Enabled" (its
// cgroup.subtree_control) those that they are given.
type Node struct {
	Controllers []string
	Enabled     []string
	// Busy groups hold processes of their own and are not the real root: no
	// controller can be enabled in them (the "no internal processes" rule).
	Busy bool
	// Invalid groups sit in a threaded subtree and cannot hold processes.
	Invalid bool
}

// ReadNode reads a v2 group.
func ReadNode(root fs.FS, dir string) (Node, error) {
	// Only the real root has no type. In a threaded group cgroup.procs cannot
	// be read.
	kind := read.Words(root, path.Join(dir, "cgroup.type"))
	invalid := kind != nil && !slices.Equal(kind, []string{"domain"})
	procs, err := fs.ReadFile(root, path.Join(dir, "cgroup.procs"))
	if err != nil && !invalid {
		return Node{}, err
	}
	return Node{
		Controllers: read.Words(root, path.Join(dir, "cgroup.controllers")),
		Enabled:     read.Words(root, path.Join(dir, "cgroup.subtree_control")),
		Busy:        kind != nil && len(procs) > 0,
		Invalid:     invalid,
	}, nil
}

// Available lists the controllers that children of the group have or can be
// given.
func (n Node) Available() []string {
	if n.Busy {
		return n.Enabled
	}
	return n.Controllers
}
