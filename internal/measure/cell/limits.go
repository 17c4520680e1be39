package cell

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"tare/internal/read/sysfs"
)

// MaxTasks is how many threads and processes a cell may hold: a seat belt
// against fork bombs, far above what a benchmark needs and far below what
// exhausts a machine's PIDs. It holds where a pids controller is writable.
const MaxTasks = 4096

// DefaultPeriod is the period of a quota that does not say: the kernel's own.
const DefaultPeriod = 100 * time.Millisecond

// Weights share CPUs out that several groups want, as cpu.weight does (Linux,
// Documentation/admin-guide/cgroup-v2.rst).
const (
	MinWeight     = 1
	DefaultWeight = 100
	MaxWeight     = 10000
)

// Limits are what a cell allows. The zero value limits nothing but MaxTasks.
type Limits struct {
	Quota  float64       // CPUs; 0 means no quota
	Period time.Duration // of the quota, 1ms to 1s; 0 means DefaultPeriod
	CPUs   string        // "0-3,8"; empty means as inherited
	Memory int64         // bytes, swap excluded; 0 means no limit
	Weight int           // cpu.weight of v2, MinWeight to MaxWeight; 0 means as it is, which is DefaultWeight
}

// period of the quota, with the default applied.
func (l Limits) period() time.Duration {
	if l.Period == 0 {
		return DefaultPeriod
	}
	return l.Period
}

// quota is the CPU time that may be used up in each period.
func (l Limits) quota() time.Duration {
	return time.Duration(math.Round(l.Quota * float64(l.period())))
}

// check holds the limits against what every kernel accepts
// (tg_set_cfs_bandwidth in kernel/sched/core.c) and returns the CPUs.
func (l Limits) check() ([]int, error) {
	if l.Quota < 0 || math.IsNaN(l.Quota) || l.Quota > 1e6 {
		return nil, fmt.Errorf("a quota of %v CPUs: it must be positive", l.Quota)
	}
	if p := l.period(); p < time.Millisecond || p > time.Second {
		return nil, fmt.Errorf("a quota period of %v: the kernel takes 1ms to 1s", p)
	}
	if l.Quota > 0 && l.quota() < time.Millisecond {
		return nil, fmt.Errorf("a quota of %v CPUs in %v is less than the 1ms that the kernel takes: use a longer period", l.Quota, l.period())
	}
	if l.Memory < 0 {
		return nil, fmt.Errorf("a memory limit of %d bytes: it must be positive", l.Memory)
	}
	if l.Weight != 0 && (l.Weight < MinWeight || l.Weight > MaxWeight) {
		return nil, fmt.Errorf("a CPU weight of %d: the kernel takes %d to %d", l.Weight, MinWeight, MaxWeight)
	}
	cpus, err := sysfs.ParseList(l.CPUs)
	if err != nil {
		return nil, fmt.Errorf("CPUs: %w", err)
	}
	return cpus, nil
}

// required lists the controllers without which the limits cannot be set. CPUs
// need none: processes can be pinned without.
func (l Limits) required() []string {
	var cs []string
	if l.Quota > 0 || l.Weight > 0 {
		cs = append(cs, "cpu")
	}
	if l.Memory > 0 {
		cs = append(cs, "memory")
	}
	return cs
}

// optional lists the controllers that are used where they can be had: cpu to
// tell the cell's own throttling, pids against fork bombs, cpuset so that a
// workload cannot widen its own affinity.
func (l Limits) optional() []string {
	cs := []string{"cpu", "pids"}
	if l.CPUs != "" {
		cs = append(cs, "cpuset")
	}
	return cs
}

// setting is one file of a new cgroup to write.
type setting struct {
	file      string
	value     string // empty copies the parent's
	ifPresent bool   // not every kernel has the file
}

// settings lists what to write, in order, into a new group that has the
// controllers.
func (l Limits) settings(version int, controllers []string) []setting {
	var list []setting
	has := func(c string) bool { return slices.Contains(controllers, c) }
	if has("cpu") && l.Quota > 0 {
		list = append(list, l.quotaSettings(version)...)
	}
	if has("cpu") && l.Weight > 0 {
		list = append(list, l.weightSetting(version))
	}
	if has("memory") && l.Memory > 0 {
		list = append(list, l.memorySettings(version)...)
	}
	if has("pids") {
		list = append(list, setting{file: "pids.max", value: strconv.Itoa(MaxTasks)})
	}
	switch {
	case has("cpuset") && version == 1:
		// A new v1 group has neither CPUs nor memory nodes and takes no process.
		list = append(list, setting{file: "cpuset.mems"}, setting{file: "cpuset.cpus", value: l.CPUs})
	case has("cpuset") && l.CPUs != "":
		list = append(list, setting{file: "cpuset.cpus", value: l.CPUs})
	}
	return list
}

func (l Limits) quotaSettings(version int) []setting {
	quota, period := micros(l.quota()), micros(l.period())
	if version == 2 {
		return []setting{{file: "cpu.max", value: quota + " " + period}}
	}
	return []setting{{file: "cpu.cfs_period_us", value: period}, {file: "cpu.cfs_quota_us", value: quota}}
}

// defaultShares is the default of cpu.shares, which is what v1 has for weights. The least
// weight is more than the 2 that the kernel takes at least (MIN_SHARES in
// kernel/sched/sched.h).
const defaultShares = 1024

func (l Limits) weightSetting(version int) setting {
	if version == 2 {
		return setting{file: "cpu.weight", value: strconv.Itoa(l.Weight)}
	}
	return setting{file: "cpu.shares", value: strconv.Itoa(l.Weight * defaultShares / DefaultWeight)}
}

// memorySettings leave no swap: a benchmark that swaps measures the disk. On
// v2 the kernel is told to kill the whole cell rather than one process of it.
func (l Limits) memorySettings(version int) []setting {
	bytes := strconv.FormatInt(l.Memory, 10)
	if version == 2 {
		return []setting{
			{file: "memory.max", value: bytes},
			{file: "memory.swap.max", value: "0", ifPresent: true},
			{file: "memory.oom.group", value: "1", ifPresent: true},
		}
	}
	return []setting{
		{file: "memory.limit_in_bytes", value: bytes},
		{file: "memory.memsw.limit_in_bytes", value: bytes, ifPresent: true},
	}
}

func micros(d time.Duration) string { return strconv.FormatInt(d.Microseconds(), 10) }
