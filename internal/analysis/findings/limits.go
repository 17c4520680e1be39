package findings

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

var limitChecks = []check{
	{id: "cpu-quota", group: record.GroupLimits, from: fromCapacity,
		fine:  "No CPU quota limits the program.",
		judge: cpuQuota},
	{id: "hidden-limits", group: record.GroupLimits, from: fromCapacity,
		fine:  "Every control group that limits the program can be seen.",
		judge: hiddenLimits},
	{id: "cpu-burst", group: record.GroupLimits, fact: record.FactCgroups, tells: true,
		unknown: "Whether a quota may be saved up cannot be verified.",
		fine:    "No quota that can be seen may be saved up.",
		judge:   overGroups(cpuBurst)},
	{id: "cpu-throttled", group: record.GroupLimits, fact: record.FactCgroups,
		unknown: "Whether a quota has throttled tare cannot be verified.",
		fine:    "No quota that can be seen has throttled tare.",
		judge:   overGroups(cpuThrottled)},
	{id: "cpu-weight", group: record.GroupLimits, fact: record.FactCgroups, tells: true,
		unknown: "Whether tare gets a small share of contended CPUs cannot be verified.",
		fine:    "No control group that can be seen gets less than the default share of contended CPUs.",
		judge:   overGroups(cpuWeight)},
	{id: "memory-limit", group: record.GroupLimits, from: fromCapacity, tells: true,
		fine:  "No control group limits memory.",
		judge: memoryLimit},
}

func cpuQuota(s subject, _ record.Fact) record.Finding {
	c := s.capacity
	group, limited := tightest(s.Cgroups)
	limited = limited && group.CPU.Value < float64(s.Affinity)
	enough := !limited || c.GOMAXPROCS.OK() && c.GOMAXPROCS.Value <= group.CPU.Value
	switch {
	case !c.CPUs.OK():
		return unmeasured("The CPUs that a program can have are not known.", c.CPUs.Why)
	case enough && c.Hidden != "":
		return unmeasured("No quota was seen that the program can use up, but there may be one.", c.Hidden)
	case !limited:
		return record.Finding{Evidence: fmt.Sprintf("%.4g CPUs, by %s.", c.CPUs.Value, c.Limiter)}
	case !c.GOMAXPROCS.OK():
		return unmeasured("A CPU quota limits the program; whether its threads can use it up cannot be verified.", "GOMAXPROCS: "+c.GOMAXPROCS.Why)
	}
	quota, procs := group.CPU.Value, c.GOMAXPROCS.Value
	fix, knob := liftQuota(s, group)
	f := record.Finding{Fix: fix, Knob: knob,
		Evidence: fmt.Sprintf("Quota: %.4g CPUs in %s, period %v; GOMAXPROCS: %.0f.", quota, group.Dir, group.Period, procs)}
	switch {
	case procs <= quota:
		f.Severity = record.Info
		f.What = "There is a CPU quota, but Go code alone cannot use it up."
	case quota < 1: // one busy thread does
		f.Severity = record.Serious
		f.What = "A single busy thread uses up the CPU quota, and the program is stopped for the rest of each period."
		f.Effect = fmt.Sprintf("%.1f× ns/op of sequential code, up to %.1f× of parallel code", 1/quota, procs/quota)
	default:
		f.Severity = record.Warning
		if procs >= 2*quota { // for half of each period, and more
			f.Severity = record.Serious
		}
		f.What = "The program can use up its CPU quota: it is then stopped for the rest of each period."
		f.Effect = fmt.Sprintf("up to %.1f× ns/op while %.0f threads are busy", procs/quota, procs)
	}
	return f
}

// tightest returns the group with the least quota.
func tightest(groups []record.ControlGroup) (least record.ControlGroup, found bool) {
	for _, g := range groups {
		if g.CPU.Set() && g.CPU.Value > 0 && (!found || g.CPU.Value < least.CPU.Value) {
			least, found = g, true
		}
	}
	return least, found
}

// liftQuota returns how to be rid of a group's quota: who runs the container set
// it, and would set it again.
func liftQuota(s subject, g record.ControlGroup) (fix, knob string) {
	signs := s.Fact(record.FactContainer).Value
	if !byRuntime(s.Cgroups, g) {
		signs = ""
	}
	switch {
	case strings.Contains(signs, "kubernetes"):
		return "Give the pod whole CPUs with requests equal to limits (Guaranteed QoS) on a node whose CPU manager policy is static.", ""
	case strings.Contains(signs, "docker"), strings.Contains(signs, "podman"):
		return "Start the container with --cpuset-cpus=LIST instead of --cpus=N.", ""
	case g.Dir == "":
		return "Lift the quota in the control group that has it.", "quota"
	case g.Version == 1:
		return "echo -1 | sudo tee " + g.Dir + "/cpu.cfs_quota_us", "quota"
	}
	return "echo max | sudo tee " + g.Dir + "/cpu.max", "quota"
}

// byRuntime reports whether a container's runtime may have made the group: what
// it makes bears its name, or is seen without the groups above. On a machine that
// was unpacked from an image, say, groups are the user's own all the same.
func byRuntime(groups []record.ControlGroup, g record.ControlGroup) bool {
	for _, name := range []string{"docker", "kubepods", "libpod", "containerd", "crio", "lxc"} {
		if strings.Contains(g.Dir, name) {
			return true
		}
	}
	top := record.ControlGroup{}
	for _, candidate := range groups { // own group first, then its ancestors
		if candidate.Version == g.Version && slices.Equal(candidate.Controllers, g.Controllers) {
			top = candidate
		}
	}
	return !top.Root
}

func hiddenLimits(s subject, _ record.Fact) record.Finding {
	c := s.capacity
	switch {
	case c.Hidden != "":
		f := unmeasured("There may be tighter limits than can be seen.", c.Hidden)
		if s.GOOS == "linux" {
			f.Fix = "Run `tare check` on the host, or give the container the host's view: docker run --cgroupns=host"
		}
		return f
	case !c.CPUs.OK():
		return unmeasured("Whether limits are hidden cannot be verified.", c.CPUs.Why)
	}
	return record.Finding{Evidence: fmt.Sprintf("%d control groups up to the root.", len(s.Cgroups))}
}

func memoryLimit(s subject, _ record.Fact) record.Finding {
	c := s.capacity
	f := record.Finding{Evidence: fmt.Sprintf("%s: %s.", c.MemoryLimiter, unit.Bytes(c.Memory.Value))}
	switch {
	case c.RecommendedMemory.OK():
		f.Severity = record.Info
		f.What = "The kernel kills the program when it needs more memory than its control group may have."
	case c.RecommendedMemory.Status != record.Unsupported:
		return unmeasured("Whether a control group limits memory cannot be verified.", c.RecommendedMemory.Why)
	}
	return f
}
