package findings

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

var limitChecks = []check{{
	id: "cpu-quota", group: record.GroupLimits, from: fromCapacity,
	judge: cpuQuota,
}, {
	id: "hidden-limits", group: record.GroupLimits, from: fromCapacity,
	judge: hiddenLimits,
}, {
	id: "cpu-burst", group: record.GroupLimits, tells: true,
	needs:   []string{record.FactCgroups},
	unknown: burstUnknown,
	judge:   cpuBurst,
}, {
	id: "cpu-throttled", group: record.GroupLimits,
	needs:   []string{record.FactCgroups},
	unknown: throttledUnknown,
	judge:   cpuThrottled,
}, {
	id: "cpu-weight", group: record.GroupLimits, tells: true,
	needs:   []string{record.FactCgroups},
	unknown: weightUnknown,
	judge:   cpuWeight,
}, {
	id: "memory-limit", group: record.GroupLimits, from: fromCapacity, tells: true,
	judge: memoryLimit,
}}

func cpuQuota(s subject) record.Finding {
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
		return record.Finding{Severity: record.Passed, What: "No CPU quota limits the program.",
			Evidence: fmt.Sprintf("%.4g CPUs, by %s.", c.CPUs.Value, c.Limiter)}
	case !c.GOMAXPROCS.OK():
		return unmeasured("A CPU quota limits the program; whether its threads can use it up cannot be verified.", "GOMAXPROCS: "+c.GOMAXPROCS.Why)
	}
	f := quotaFinding(group, c.GOMAXPROCS.Value)
	f.Fix, f.Knob = liftQuota(s)
	return f
}

func quotaFinding(g record.ControlGroup, procs float64) record.Finding {
	quota := g.CPU.Value
	f := record.Finding{
		Evidence: fmt.Sprintf("Quota: %.4g CPUs in %s, period %v; GOMAXPROCS: %.0f.", quota, g.Dir, g.Period, procs),
	}
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
		f.What = "The program can use up its CPU quota, and is stopped for the rest of each period then."
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

// liftQuota returns how to be rid of a quota: who runs the container set it, and
// would set it again.
func liftQuota(s subject) (fix, knob string) {
	signs := s.Fact(record.FactContainer).Value
	switch {
	case strings.Contains(signs, "kubernetes"):
		return "Give the pod whole CPUs with requests equal to limits (Guaranteed QoS) on a node whose CPU manager policy is static.", ""
	case strings.Contains(signs, "docker"), strings.Contains(signs, "podman"):
		return "Start the container with --cpuset-cpus=LIST instead of --cpus=N.", ""
	}
	return "", "quota"
}

func hiddenLimits(s subject) record.Finding {
	c := s.capacity
	switch {
	case c.Hidden != "":
		f := unmeasured("There may be tighter limits than can be seen.", c.Hidden)
		f.Fix = "Run `tare check` on the host, or give the container the host's view: docker run --cgroupns=host"
		return f
	case !c.CPUs.OK():
		return unmeasured("Whether limits are hidden cannot be verified.", c.CPUs.Why)
	}
	return record.Finding{Severity: record.Passed, What: "Every control group that limits the program can be seen.",
		Evidence: fmt.Sprintf("%d control groups up to the root.", len(s.Cgroups))}
}

func memoryLimit(s subject) record.Finding {
	c := s.capacity
	switch {
	case c.RecommendedMemory.OK():
		return record.Finding{
			Severity: record.Info,
			What:     "The kernel kills the program when it needs more memory than its control group may have.",
			Evidence: fmt.Sprintf("%s: %s.", c.MemoryLimiter, unit.Bytes(c.Memory.Value)),
		}
	case c.RecommendedMemory.Status != record.Unsupported:
		return unmeasured("Whether a control group limits memory cannot be verified.", c.RecommendedMemory.Why)
	}
	return record.Finding{Severity: record.Passed, What: "No control group limits memory.",
		Evidence: fmt.Sprintf("%s: %s.", c.MemoryLimiter, unit.Bytes(c.Memory.Value))}
}
