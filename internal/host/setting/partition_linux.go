package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/read/sysfs"
)

// partition is the scheme of shields made of a cgroup v2 partition, by the
// folder of the group: "partition:/sys/fs/cgroup/tare.shield". Its value is
// "off", or the kind of the partition and its CPUs, which the kernel takes from
// every other group: "root 2-3", or "isolated 2-3" for one without balancing.
// A partition that the kernel turned down is the kernel's words about it:
// "isolated invalid (Parent is not a partition root)". See "cpuset" in the
// kernel's Documentation/admin-guide/cgroup-v2.rst.
type partition struct{ tree }

const (
	partitionFile = "cpuset.cpus.partition"
	member        = "member" // of the parent's partition
)

func (p partition) get(group string) (string, error) {
	available, err := p.read(path.Dir(group), "cgroup.controllers")
	if err == nil {
		err = hasCpuset(available, path.Dir(group))
	}
	if err != nil {
		return "", err
	}
	kind, err := p.read(group, partitionFile)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && kind == member:
		return off, nil
	case err != nil:
		return "", err
	case strings.Contains(kind, " "):
		return kind, nil
	}
	cpus, err := p.read(group, "cpuset.cpus")
	return kind + " " + cpus, err
}

// hasCpuset returns an error unless the cpuset controller is in the list.
func hasCpuset(controllers, group string) error {
	if slices.Contains(strings.Fields(controllers), "cpuset") {
		return nil
	}
	return fmt.Errorf("%s has no cpuset controller to give: %w", group, fs.ErrNotExist)
}

func (p partition) set(group, value string) error {
	if value == off {
		return p.dissolve(group)
	}
	kind, cpus, _ := strings.Cut(value, " ")
	if _, err := sysfs.ParseList(cpus); err != nil || cpus == "" || kind != "root" && kind != "isolated" {
		return fmt.Errorf("a partition is off, or root or isolated with CPUs, like isolated 2-3; not %q", value)
	}
	now, err := p.get(group)
	if err != nil || now == value {
		return err
	}
	given, err := p.read(path.Dir(group), subtreeControl)
	if err == nil {
		err = hasCpuset(given, path.Dir(group))
	}
	if err != nil {
		return err
	}
	err = p.establish(group, kind, cpus)
	if err != nil && now == off { // the value does not tell of a group that is left
		err = errors.Join(err, p.dissolve(group))
	}
	return err
}

func (p partition) establish(group, kind, cpus string) error {
	if err := p.make(group); err != nil {
		return err
	}
	if err := p.put(cpus, group, "cpuset.cpus"); err != nil {
		return err
	}
	return p.put(kind, group, partitionFile)
}

// dissolve gives the CPUs back, even when processes keep the group itself.
func (p partition) dissolve(group string) error {
	now, err := p.get(group)
	if err == nil && now != off {
		err = p.put(member, group, partitionFile)
	}
	if err != nil {
		return err
	}
	return p.remove(group)
}

func (p partition) settable(group string) error {
	if _, err := p.get(group); err != nil {
		return err
	}
	return p.writable(path.Dir(group))
}
