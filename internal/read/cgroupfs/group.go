package cgroupfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"tare/internal/record"
)

// Group reads one group of the hierarchy, dir being one of h.Groups(). Its
// limits are its own, those of its ancestors not included, except for CPU sets:
// those are what is left of the ancestors'. What the hierarchy has no controller
// for is unsupported.
func (h Hierarchy) Group(root fs.FS, dir string) record.ControlGroup {
	g := record.ControlGroup{
		Version: h.Version, Controllers: h.Controllers, Dir: "/" + dir,
		Own: dir == h.Own, Root: h.realRoot(root, dir),
	}
	if h.Version == 2 {
		g.CPU, g.Period = quota2(root, dir)
		g.Burst = limitAt(root, path.Join(dir, "cpu.max.burst"), parseMicros)
		g.Weight = readingAt(root, path.Join(dir, "cpu.weight"), parseCount)
		g.CPUSet = cpuSet(root, path.Join(dir, "cpuset.cpus.effective"))
		g.Memory = limitAt(root, path.Join(dir, "memory.max"), parseMemory)
		g.Swap = limitAt(root, path.Join(dir, "memory.swap.max"), parseMemory)
	} else {
		g.CPU, g.Period = quota1(root, dir)
		g.Burst = limitAt(root, path.Join(dir, "cpu.cfs_burst_us"), parseMicros)
		g.Weight = readingAt(root, path.Join(dir, "cpu.shares"), parseCount)
		g.CPUSet = cpuSet1(root, dir)
		g.Memory = limitAt(root, path.Join(dir, "memory.limit_in_bytes"), parseMemory)
		g.Swap = swapAlone(g.Memory, limitAt(root, path.Join(dir, "memory.memsw.limit_in_bytes"), parseMemory))
	}
	g.Periods, g.Throttled, g.ThrottledTime = throttling(root, path.Join(dir, "cpu.stat"))
	return g
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
	a, err := parseFile(root, path.Join(dir, "cpu.max"), parseCPUMax)
	return a.limit(err), a.period
}

// quota1 puts the two files of a v1 quota together.
func quota1(root fs.FS, dir string) (record.Limit, time.Duration) {
	quota, err := parseFile(root, path.Join(dir, "cpu.cfs_quota_us"), parseInt)
	if err != nil {
		return amount{}.limit(err), 0
	}
	period, err := parseFile(root, path.Join(dir, "cpu.cfs_period_us"), parseInt)
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
	b, err := fs.ReadFile(root, name)
	text := strings.TrimSpace(string(b))
	var cpus []int
	if err == nil {
		cpus, err = ParseList(text)
		if err == nil && cpus == nil {
			err = errors.New("it lists no CPU")
		}
		if err != nil {
			err = fmt.Errorf("/%s: %w", name, err)
		}
	}
	r := reading(float64(len(cpus)), err)
	f := record.Fact{Group: record.GroupLimits, Name: path.Base(name), Status: r.Status, Why: r.Why}
	if r.OK() {
		f.Value, f.Number = text, r.Value
	}
	return f
}

// throttling reads how often, and for how many ns, the quota was used up.
func throttling(root fs.FS, name string) (periods, throttled, ns record.Reading) {
	var has bool
	stat, err := parseFile(root, name, func(r io.Reader) (s CPUStat, err error) {
		s, has, err = ParseCPUStat(r)
		return s, err
	})
	if err == nil && !has {
		missing := record.Missing(record.Unsupported, "/"+name+" has no throttling figures")
		return missing, missing, missing
	}
	return reading(float64(stat.Periods), err), reading(float64(stat.Throttled), err), reading(float64(stat.ThrottledTime), err)
}

func limitAt(root fs.FS, name string, parse func(io.Reader) (amount, error)) record.Limit {
	a, err := parseFile(root, name, parse)
	return a.limit(err)
}

func readingAt(root fs.FS, name string, parse func(io.Reader) (float64, error)) record.Reading {
	v, err := parseFile(root, name, parse)
	return reading(v, err)
}

// reading returns v, or what the error says about its absence.
func reading(v float64, err error) record.Reading {
	if err == nil {
		return record.Of(v)
	}
	why := err.Error()
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		why = "/" + p.Path + ": " + p.Err.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errors.ErrUnsupported):
		return record.Missing(record.Unsupported, why)
	case errors.Is(err, fs.ErrPermission):
		return record.Missing(record.Denied, why)
	}
	return record.Missing(record.Undetermined, why)
}
