package cgroupfs

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"

	"tare/internal/read"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// Group reads one group of the hierarchy, dir being one of h.Groups(). Its
// limits are its own, those of its ancestors not included, except for CPU sets:
// those are what is left of the ancestors'. What the hierarchy has no controller
// for is unsupported.
func (h Hierarchy) Group(root fs.FS, dir string) record.ControlGroup {
	var g record.ControlGroup
	if h.Version == 2 {
		g = group2(root, dir)
	} else {
		g = h.group1(root, dir)
	}
	g.Version, g.Controllers = h.Version, h.Controllers
	g.Dir, g.Own, g.Root = "/"+dir, dir == h.Own, h.realRoot(root, dir)
	return g
}

// group2 finds out by the files which controllers the parent enables.
func group2(root fs.FS, dir string) (g record.ControlGroup) {
	g.CPU, g.Period = quota2(root, dir)
	g.Burst = limitAt(root, path.Join(dir, "cpu.max.burst"), parseMicros)
	g.Weight = read.Reading(read.ParseText(root, path.Join(dir, "cpu.weight"), parseCount))
	g.Periods, g.Throttled, g.ThrottledTime = throttling(root, path.Join(dir, "cpu.stat"))
	g.CPUSet = cpuSet(root, path.Join(dir, "cpuset.cpus.effective"))
	g.Memory = limitAt(root, path.Join(dir, "memory.max"), parseMemory)
	g.Swap = limitAt(root, path.Join(dir, "memory.swap.max"), parseMemory)
	return g
}

func (h Hierarchy) group1(root fs.FS, dir string) record.ControlGroup {
	g := blank(lacking)
	if slices.Contains(h.Controllers, "cpu") {
		g.CPU, g.Period = quota1(root, dir)
		g.Burst = limitAt(root, path.Join(dir, "cpu.cfs_burst_us"), parseMicros)
		g.Weight = read.Reading(read.ParseText(root, path.Join(dir, "cpu.shares"), parseCount))
		g.Periods, g.Throttled, g.ThrottledTime = throttling(root, path.Join(dir, "cpu.stat"))
	}
	if slices.Contains(h.Controllers, "cpuset") {
		g.CPUSet = cpuSet1(root, dir)
	}
	if slices.Contains(h.Controllers, "memory") {
		g.Memory = limitAt(root, path.Join(dir, "memory.limit_in_bytes"), parseMemory)
		g.Swap = swapAlone(g.Memory, limitAt(root, path.Join(dir, "memory.memsw.limit_in_bytes"), parseMemory))
	}
	return g
}

// lacking is the reading of what v1 has in another hierarchy, or nowhere.
func lacking(controller string) record.Reading {
	return record.Missing(record.Unsupported, "its hierarchy has no "+controller+" controller")
}

// blank is a group with nothing but the reasons why.
func blank(missing func(controller string) record.Reading) record.ControlGroup {
	cpu, cpus, memory := missing("cpu"), missing("cpuset"), missing("memory")
	return record.ControlGroup{
		CPU: record.Limit{Reading: cpu}, Burst: record.Limit{Reading: cpu}, Weight: cpu,
		CPUSet: record.Fact{Group: record.GroupLimits, Name: "cpuset", Status: cpus.Status, Why: cpus.Why},
		Memory: record.Limit{Reading: memory}, Swap: record.Limit{Reading: memory},
		Periods: cpu, Throttled: cpu, ThrottledTime: cpu,
	}
}

// realRoot reports whether the group is the root of its hierarchy, and not just
// the topmost one that a cgroup namespace or a mount lets be seen. On v1 only
// the root has a release_agent: cgroups(7). On v2 every other group has a
// cgroup.events and, since Linux 4.14, a cgroup.type: "Core Interface Files" of
// cgroup-v2.rst. A file that may or may not exist makes no root.
func (h Hierarchy) realRoot(root fs.FS, dir string) bool {
	stat := func(name string) error {
		_, err := fs.Stat(root, path.Join(dir, name))
		return err
	}
	if h.Version == 1 {
		return stat("release_agent") == nil
	}
	return stat("cgroup.procs") == nil &&
		errors.Is(stat("cgroup.type"), fs.ErrNotExist) && errors.Is(stat("cgroup.events"), fs.ErrNotExist)
}

func quota2(root fs.FS, dir string) (record.Limit, time.Duration) {
	a, err := read.ParseText(root, path.Join(dir, "cpu.max"), parseCPUMax)
	return a.limit(err), a.period
}

// quota1 puts the two files of a v1 quota together.
func quota1(root fs.FS, dir string) (record.Limit, time.Duration) {
	quota, err := read.Number(root, path.Join(dir, "cpu.cfs_quota_us"))
	if err != nil {
		return amount{}.limit(err), 0
	}
	period, err := read.Number(root, path.Join(dir, "cpu.cfs_period_us"))
	if err != nil {
		return amount{}.limit(err), 0
	}
	a, err := bandwidth(quota, period)
	return a.limit(err), a.period
}

// cpuSet1 reads which CPUs are left to a v1 group; before Linux 3.17 that is
// only known as far as it was asked for.
func cpuSet1(root fs.FS, dir string) record.Fact {
	f := cpuSet(root, path.Join(dir, "cpuset.effective_cpus"))
	if f.Status == record.Unsupported {
		return cpuSet(root, path.Join(dir, "cpuset.cpus"))
	}
	return f
}

// cpuSet reads a list of CPUs. No process can be in a group with an empty one,
// which a new v1 group has, so that it is no answer.
func cpuSet(root fs.FS, name string) record.Fact {
	cpus, err := read.ParseText(root, name, func(text string) ([]int, error) {
		cpus, err := sysfs.ParseList(text)
		if err == nil && cpus == nil {
			err = errors.New("it lists no CPU")
		}
		return cpus, err
	})
	r := read.Reading(float64(len(cpus)), err)
	return record.Fact{
		Group: record.GroupLimits, Name: path.Base(name), Status: r.Status, Why: r.Why,
		Value: sysfs.FormatList(cpus), Number: r.Value,
	}
}

// throttling reads how often, and for how many ns, the quota was used up.
func throttling(root fs.FS, name string) (periods, throttled, ns record.Reading) {
	var has bool
	stat, err := read.Parse(root, name, func(r io.Reader) (s CPUStat, err error) {
		s, has, err = ParseCPUStat(r)
		return s, err
	})
	if err == nil && !has {
		missing := record.Missing(record.Unsupported, "/"+name+" has no throttling figures")
		return missing, missing, missing
	}
	return read.Reading(float64(stat.Periods), err), read.Reading(float64(stat.Throttled), err), read.Reading(float64(stat.ThrottledTime), err)
}

func limitAt(root fs.FS, name string, parse func(string) (amount, error)) record.Limit {
	a, err := read.ParseText(root, name, parse)
	return a.limit(err)
}
