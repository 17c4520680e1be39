package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/machine/tuning"
	"tare/internal/read"
	"tare/internal/read/cgroupfs"
	"tare/internal/read/sysfs"
)

const (
	shieldGroup = "tare.shield"
	noCgroups   = "the kernel was built without control groups"
)

// shield moves everything away from the wished CPUs, with cpusets of the
// version that the machine has.
func shield(root fs.FS, w tuning.Wishes) ([]tuning.Step, error) {
	hierarchy, err := cpusets(root)
	if err != nil {
		return nil, err
	}
	if len(w.Shield) == 0 {
		return nil, unsupported("no CPUs are to be shielded: name some with -shield")
	}
	p, err := shielded(root, w)
	if err != nil {
		return nil, err
	}
	if !hierarchy.Group(root, hierarchy.Mount).Root {
		return nil, denied("/%s shows a part of the control groups only, as in a container: try outside of it", hierarchy.Mount)
	}
	if hierarchy.Version == 1 {
		return shield1(root, hierarchy.Mount, p)
	}
	return shield2(root, hierarchy.Mount, p)
}

// shield1 confines the other groups one by one, and what is in none of them
// with the shield itself.
func shield1(root fs.FS, mount string, p placement) ([]tuning.Step, error) {
	plan, err := narrowCpusets(root, p)
	if err != nil {
		return nil, err
	}
	return append(plan, tuning.Step{Key: "cpuset:/" + mount, Value: sysfs.FormatList(p.rest)}), nil
}

// shield2 makes a partition, whose CPUs the kernel takes from all other groups.
// It does so only when no sibling lays claim to one. See "cpuset.cpus.partition"
// in Documentation/admin-guide/cgroup-v2.rst.
func shield2(root fs.FS, mount string, p placement) ([]tuning.Step, error) {
	given, err := text(root, mount+"/cgroup.subtree_control", noCgroups)
	if err != nil {
		return nil, err
	}
	controllers := append(strings.Fields(given), "cpuset")
	slices.Sort(controllers)
	plan := []tuning.Step{{
		Key:   "controllers:/" + mount,
		Value: strings.Join(slices.Compact(controllers), " "),
	}}
	children, err := fs.ReadDir(root, mount)
	if err != nil {
		return nil, explain(mount, noCgroups, err)
	}
	for _, c := range children {
		if !c.IsDir() || c.Name() == shieldGroup {
			continue
		}
		s, err := narrowCpuset(root, path.Join(mount, c.Name()), p)
		if err != nil {
			return nil, err
		}
		plan = append(plan, s...)
	}
	kind, err := partitionKind(root, p.free)
	if err != nil {
		return nil, err
	}
	return append(plan, tuning.Step{
		Key:   "partition:/" + path.Join(mount, shieldGroup),
		Value: kind + " " + sysfs.FormatList(p.free),
	}), nil
}

// partitionKind returns the kind of partition that suits the CPUs. Those of an
// isolated one share no load: all threads of a program would stay on the CPU
// that it started on. That suits one CPU, and it is what the kernel insists on
// for CPUs that it was told to isolate when it booted.
func partitionKind(root fs.FS, cpus []int) (string, error) {
	isolated, err := isolatedCPUs(root)
	if len(cpus) == 1 || overlap(cpus, isolated) {
		return "isolated", err
	}
	return "root", err
}

// cpusets returns the hierarchy whose groups can have CPUs of their own.
func cpusets(root fs.FS) (cgroupfs.Hierarchy, error) {
	topology, err := cgroupfs.Read(root)
	if err != nil {
		return cgroupfs.Hierarchy{}, explain("proc/self/cgroup", noCgroups, err)
	}
	for _, h := range topology {
		// On v2, what tare's own group has been given does not matter.
		v2 := h.Version == 2 && slices.Contains(read.Words(root, path.Join(h.Mount, "cgroup.controllers")), "cpuset")
		v1 := h.Version == 1 && slices.Contains(h.Controllers, "cpuset") && h.Mount != ""
		if v1 || v2 {
			return h, nil
		}
	}
	return cgroupfs.Hierarchy{}, unsupported("no control group hierarchy with the cpuset controller can be seen")
}

// narrowCpusets takes the CPUs to keep free from every v1 group below the root
// that names them: inner groups first, since a group must have all CPUs of those
// inside it. There is nothing to do on v2, where groups get back what they lost.
func narrowCpusets(root fs.FS, p placement) ([]tuning.Step, error) {
	h, err := cpusets(root)
	if errors.Is(err, fs.ErrNotExist) || err == nil && h.Version == 2 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var plan []tuning.Step
	err = fs.WalkDir(root, h.Mount, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || dir == h.Mount {
			return err
		}
		s, err := narrowCpuset(root, dir, p)
		plan = append(s, plan...)
		return err
	})
	return plan, err
}

// narrowCpuset takes the CPUs to keep free from a group, when it names them.
func narrowCpuset(root fs.FS, dir string, p placement) ([]tuning.Step, error) {
	name := path.Join(dir, "cpuset.cpus")
	cpus, err := cpuList(root, name, "")
	if errors.Is(err, fs.ErrNotExist) || err == nil && !overlap(cpus, p.free) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	left := p.narrow(cpus)
	if len(left) == 0 {
		return nil, fmt.Errorf("the group /%s may run on CPUs %s only, which are to be kept free of it: give it others first",
			dir, sysfs.FormatList(cpus))
	}
	if kind, err := text(root, path.Join(dir, "cpuset.cpus.partition"), ""); err == nil && kind != "member" {
		return nil, fmt.Errorf("the group /%s holds CPUs %s as a partition: dissolve that first", dir, sysfs.FormatList(cpus))
	}
	return []tuning.Step{set(name, sysfs.FormatList(left))}, nil
}
