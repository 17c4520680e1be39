// Package cgroupfs reads control groups, v1, v2 and mixed, through an fs.FS
// that is rooted where "/" is: it opens "proc/self/cgroup",
// "proc/self/mountinfo" and files below the cgroup mounts, and writes nothing.
//
// The formats are those of cgroups(7), proc_pid_cgroup(5),
// proc_pid_mountinfo(5) and Documentation/admin-guide/cgroup-v{1,2}.
package cgroupfs

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// Hierarchy is one tree of control groups and the place of the reading process
// in it.
type Hierarchy struct {
	Version     int      // 1 or 2
	Controllers []string // v1: as mounted, "name=systemd" among them; v2: those the process's own group may use
	Mount       string   // directory of the mount, relative to the fs.FS: "sys/fs/cgroup/cpu"
	Own         string   // directory of the process's own group; empty when it cannot be seen
	ReadOnly    bool     // mounted read-only
	Why         string   // why Own is empty
}

// Topology lists every hierarchy that the process belongs to, in the order of
// /proc/self/cgroup.
type Topology []Hierarchy

// Read finds the process's hierarchies and its own group in each. A hierarchy
// that cannot be seen is listed with the reason; only an unreadable or
// malformed /proc is an error.
func Read(root fs.FS) (Topology, error) {
	members, err := read.Parse(root, "proc/self/cgroup", ParseMembership)
	if err != nil {
		return nil, err
	}
	mounts, err := read.Parse(root, "proc/self/mountinfo", procfs.ParseMounts)
	if err != nil {
		return nil, err
	}
	var t Topology
	for _, m := range members {
		t = append(t, locate(root, m, mounts))
	}
	return t, nil
}

// Find returns the hierarchy that has the controller: at most one does.
func (t Topology) Find(controller string) (Hierarchy, bool) {
	for _, h := range t {
		if slices.Contains(h.Controllers, controller) {
			return h, true
		}
	}
	return Hierarchy{}, false
}

// Groups lists the process's own directory and then every ancestor's, up to
// the mount. It is nil when the own directory cannot be seen. Ancestors that
// lie outside the mount (a container's) exist but are not listed.
func (h Hierarchy) Groups() []string {
	if h.Own == "" {
		return nil
	}
	var dirs []string
	for dir := h.Own; ; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == h.Mount || dir == "." {
			return dirs
		}
	}
}

// locate finds the mount through which the process's own group of m can be
// seen; of several, the best.
func locate(root fs.FS, m Membership, mounts []procfs.Mount) Hierarchy {
	h := Hierarchy{Version: m.version(), Controllers: m.Controllers, Why: "its hierarchy is not mounted"}
	for _, mount := range mounts {
		if !m.in(mount) {
			continue
		}
		dir := path.Join(strings.TrimPrefix(mount.Point, "/"), ".")
		own, err := ownDir(dir, mount.Root, m.Path)
		if err == nil {
			_, err = fs.Stat(root, path.Join(own, "cgroup.procs"))
		}
		if err != nil {
			if h.Own == "" {
				h.Why = err.Error()
			}
			continue
		}
		found := h
		found.Mount, found.Own, found.ReadOnly, found.Why = dir, own, mount.ReadOnly, ""
		if h.Own == "" || found.betterThan(h) {
			h = found
		}
	}
	if h.Version == 2 && h.Own != "" {
		h.Controllers = read.Words(root, path.Join(h.Own, "cgroup.controllers"))
	}
	return h
}

// betterThan compares two views of the same group: a writable one is better,
// then the one that shows more ancestors.
func (h Hierarchy) betterThan(other Hierarchy) bool {
	if h.ReadOnly != other.ReadOnly {
		return other.ReadOnly
	}
	return len(h.Groups()) > len(other.Groups())
}

// ownDir maps a path of /proc/self/cgroup to a directory below a mount that
// shows the subtree at mountRoot. Both paths are relative to the root of the
// reader's cgroup namespace, so either may begin with "/..": the names of
// groups above the namespace root are not known, and such a mount or
// membership cannot be resolved.
func ownDir(mountDir, mountRoot, member string) (string, error) {
	for _, p := range []string{mountRoot, member} {
		if p == "/.." || strings.HasPrefix(p, "/../") {
			return "", fmt.Errorf("its path %s lies outside the cgroup namespace", p)
		}
	}
	rest, ok := strings.CutPrefix(member, strings.TrimSuffix(mountRoot, "/"))
	if !ok || rest != "" && rest[0] != '/' {
		return "", fmt.Errorf("the mount at /%s shows %s, which %s is not under", mountDir, mountRoot, member)
	}
	return path.Join(mountDir, rest), nil
}
