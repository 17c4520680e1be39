package machines

import (
	"time"

	"tare/internal/record"
)

func fact(group, name, value string, number float64) record.Fact {
	return record.Fact{Group: group, Name: name, Value: value, Number: number, Status: record.Measured}
}

func noFact(group, name string, s record.Status, why string) record.Fact {
	return record.Fact{Group: group, Name: name, Status: s, Why: why}
}

func limit(v float64) record.Limit { return record.Limit{Reading: record.Of(v)} }

func noLimit() record.Limit {
	return record.Limit{Reading: record.Reading{Status: record.Measured}, None: true}
}

const gib = 1 << 30

// pod is a Kubernetes pod on cgroup v2 whose parent group is tighter than its
// own: the runtime sees 4 CPUs and gets 2.
func pod() record.MachineReport {
	const (
		burstable = "/sys/fs/cgroup/kubepods.slice/kubepods-burstable.slice"
		parent    = burstable + "/kubepods-burstable-pod7f0c1b2e_55a1_4d0e_9c53_0b7d7a3f1c11.slice"
		own       = parent + "/cri-containerd-3f2a9be1c0d84e6f9a7b5c3d1e2f40918273645546372819.scope"
	)
	v2 := func(dir string, cpu, memory record.Limit) record.ControlGroup {
		return record.ControlGroup{Version: 2, Controllers: []string{"cpuset", "cpu", "memory"}, Dir: dir,
			CPU: cpu, Period: 100 * time.Millisecond, Burst: limit(0), Weight: record.Of(100), Memory: memory, Swap: noLimit(),
			CPUSet:  fact("", "cpuset", "0-15", 16),
			Periods: record.Of(51200), Throttled: record.Of(0), ThrottledTime: record.Of(0)}
	}
	container := v2(own, limit(4), limit(2*gib))
	container.Own, container.CPUSet = true, fact("", "cpuset", "0-3", 4)
	container.Throttled, container.ThrottledTime = record.Of(12), record.Of(3.1e8)
	tight := v2(parent, limit(2), limit(4*gib))
	tight.Throttled, tight.ThrottledTime = record.Of(19558), record.Of(8.2e11)
	slice := v2(burstable, noLimit(), noLimit())
	slice.Memory = record.Limit{Reading: record.Missing(record.Denied, "memory.max: permission denied")}
	return record.MachineReport{
		Started: time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC), Tare: "v0.3.0",
		Machine: record.Machine{
			CPUModel: "AMD EPYC 7B13", CPUs: 16, Affinity: 8, GOOS: "linux", GOARCH: "amd64", Kernel: "6.8.0-1021-gke",
			Facts: []record.Fact{
				fact(record.GroupCPU, record.FactTopology, "1 socket × 8 cores × 2 threads", 8),
				fact(record.GroupCPU, record.FactSMT, "active (control notsupported)", 2),
				noFact(record.GroupFrequency, record.FactGovernor, record.Unsupported, "no cpufreq policy: the hypervisor keeps the frequency to itself"),
				fact(record.GroupVirtual, record.FactHypervisor, "KVM", 0),
				fact(record.GroupVirtual, record.FactContainer, "kubernetes (service account), containerd (cgroup path)", 0),
				fact(record.GroupVirtual, record.FactSteal, "25 of 21506 busy ticks since boot (0.12%)", 0.0012),
				fact(record.GroupMemory, record.FactMemory, "62.80GiB", 62.8*gib),
				fact(record.GroupClock, record.FactClocksource, "kvm-clock", 0),
			},
			Cgroups: []record.ControlGroup{container, tight, slice},
		},
		Capacity: record.Capacity{
			CPUs: record.Of(2), Limiter: "quota of " + parent, Hidden: "the control groups above " + burstable + " cannot be seen",
			GoVersion: "go1.26.1", Language: "1.26", GOMAXPROCS: record.Of(4), Source: "quota of " + own,
			Recommended: record.Of(2),
			Reason:      "4 threads use up a quota of 2 CPUs in 50ms of each 100ms and then stop, and GC workers, a quarter of GOMAXPROCS and all that is idle, take sequential code there too.",
			Memory:      limit(2 * gib), MemoryLimiter: "memory limit of " + own, GOMEMLIMIT: noLimit(),
			RecommendedMemory: record.Of(0.9 * 2 * gib),
			MemoryReason:      "The runtime does not read the memory limit of 2.000GiB: set GOMEMLIMIT to it, less 10% for memory that the runtime does not count.",
			GOGC:              "100",
		},
		Noise:    podNoise(),
		Findings: podFindings(),
		Require:  &record.Require{Asked: []string{"ci"}, Wrong: []string{"quota-exceeded", "steal"}, Open: []string{"governor"}},
	}
}

func podNoise() *record.Noise {
	return &record.Noise{
		Elapsed: 1312 * time.Millisecond, CPUs: []int{0, 1, 2, 3},
		Clock: record.Of(41.2), Skew: record.Of(12.34), Switch: record.Of(1830),
		Wakeup: record.Histogram{Status: record.Measured,
			Bounds: []float64{0, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6}, Counts: []int{0, 0, 0, 0, 3, 180, 610, 190, 14, 2, 1},
			N: 1000, Min: 18.3e3, Median: 56.2e3, P99: 180e3, Max: 1.204e6},
		Gaps: record.Histogram{Status: record.Measured,
			Bounds: []float64{1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7, 1e8}, Counts: []int{1, 312, 96, 40, 11, 0, 1, 0, 0, 5, 9, 0},
			N: 475, Min: 1900, Median: 4100, P99: 12e6, Max: 49.8e6},
		Lost: record.Of(0.3812),
		PerCPU: []record.CPUNoise{{CPU: 0, Lost: 0.351, Gaps: 120, Max: 48e6}, {CPU: 1, Lost: 0.42, Gaps: 125, Max: 49.8e6},
			{CPU: 2, Lost: 0.38, Gaps: 117, Max: 47.1e6}, {CPU: 3, Lost: 0.373, Gaps: 113, Max: 46e6}, {CPU: 4, Lost: 0.0002, Gaps: 3, Max: 9e3}},
		Speed: record.Histogram{Status: record.Measured,
			Bounds: []float64{0.98, 1.0, 1.02, 1.04, 1.06, 1.08}, Counts: []int{12, 210, 96, 31, 8, 2},
			N: 359, Min: 0.991, Median: 1.015, P99: 1.071, Max: 1.093},
		Spread: record.Of(0.0412), Steal: record.Of(0.021), Throttled: record.Of(4.98e8),
	}
}

func podFindings() []record.Finding {
	return []record.Finding{
		{ID: "smt-active", Group: record.GroupCPU, Severity: record.Info,
			What: "Two hardware threads share each core.", Evidence: "SMT: active (control notsupported).",
			Effect: "up to 40 % while a neighbour works on the other thread", Fix: "Choose a machine type with one vCPU per core."},
		{ID: "core-types", Group: record.GroupCPU, Severity: record.Passed, What: "All cores are alike."},
		{ID: "mitigations", Group: record.GroupCPU, Severity: record.Passed, What: "The mitigations are the kernel's defaults."},
		{ID: "governor", Group: record.GroupFrequency, Severity: record.Unverified,
			What:     "The CPU frequency cannot be verified: it may change during the run.",
			Evidence: "governor: not known (no cpufreq policy: the hypervisor keeps the frequency to itself)."},
		{ID: "boost", Group: record.GroupFrequency, Severity: record.Unverified,
			What: "Whether the CPU boosts its frequency cannot be verified.", Evidence: "boost: not known (msr: permission denied).",
			Fix: "Run `tare check` as root."},
		{ID: "frequency-range", Group: record.GroupFrequency, Severity: record.Unverified,
			What:     "How far the CPU frequency may move cannot be verified.",
			Evidence: "frequency range: not known (no cpufreq policy: the hypervisor keeps the frequency to itself)."},
		{ID: "steal", Group: record.GroupVirtual, Severity: record.Warning,
			What: "The hypervisor gives CPU time of this machine to others.", Evidence: "2.1 % of the time that tare measured was stolen; 1 % is a lot.",
			Effect: "goes straight into ns/op: about 2 %", Fix: "Use dedicated, non-burstable CPUs or bare metal where a few percent matter."},
		{ID: "quota-exceeded", Group: record.GroupLimits, Severity: record.Serious,
			What:     "GOMAXPROCS is 4, but the quota of a parent group allows 2 CPUs.",
			Evidence: "38.2 % of the parent's quota periods used the quota up (19558 of 51200); Go looks at the own group only.",
			Effect:   "pauses of up to 50 ms in each 100 ms, 2× of ns/op for parallel benchmarks", Fix: "GOMAXPROCS=2"},
		{ID: "memory-limit", Group: record.GroupLimits, Severity: record.Info,
			What: "The memory limit of the own group is 2.000GiB."},
		{ID: "thp-always", Group: record.GroupMemory, Severity: record.Warning,
			What: "Transparent huge pages come and go with what else is in memory.", Evidence: "transparent huge pages: always; defrag: madvise.",
			Effect: "up to 1.6× for code that walks through hundreds of MiB", Fix: "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled", Knob: "thp"},
		{ID: "swap", Group: record.GroupMemory, Severity: record.Passed, What: "Nothing has been swapped out."},
		{ID: "os-noise", Group: record.GroupBusy, Severity: record.Warning,
			What: "A busy thread is interrupted, by interrupts, other threads, the hypervisor or a quota.", Evidence: "38.1% of the time lost in 475 gaps.",
			Effect: "38.1% of ns/op", Fix: "Stop other programs.", Knob: "shield"},
		{ID: "clocksource", Group: record.GroupClock, Severity: record.Passed, What: "Reading the clock needs no system call.", Evidence: "clocksource: kvm-clock; 41.20ns per reading."},
	}
}

// guest is a KVM guest without any limits, where nothing is wrong but what
// cannot be seen.
func guest() record.MachineReport {
	v1 := func(controllers ...string) record.ControlGroup {
		return record.ControlGroup{Version: 1, Controllers: controllers, Dir: "/sys/fs/cgroup/" + controllers[0], Own: true, Root: true}
	}
	cpu, set, memory := v1("cpu", "cpuacct"), v1("cpuset"), v1("memory")
	cpu.CPU = record.Limit{Reading: record.Missing(record.Unsupported, "the root group has no quota")}
	set.CPUSet = fact("", "cpuset", "0-1", 2)
	memory.Memory = noLimit()
	return record.MachineReport{
		Started: time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC), Tare: "v0.3.0",
		Machine: record.Machine{
			CPUModel: "Intel(R) Xeon(R) Processor @ 2.80GHz", CPUs: 2, Affinity: 2, GOOS: "linux", GOARCH: "amd64", Kernel: "6.18.4",
			Facts: []record.Fact{
				fact(record.GroupVirtual, record.FactHypervisor, "KVM", 0),
				fact(record.GroupVirtual, record.FactWSL, "no", 0),
				fact(record.GroupVirtual, record.FactContainer, "no sign", 0),
				fact(record.GroupMemory, record.FactMemory, "3.832GiB", 3.832*gib),
			},
			Cgroups: []record.ControlGroup{cpu, set, memory},
		},
		Capacity: record.Capacity{
			CPUs: record.Of(2), Limiter: "affinity", GoVersion: "go1.26.1", GOMAXPROCS: record.Of(2), Source: "affinity",
			Recommended: record.Of(2), Reason: "The runtime runs as many threads of Go code as there are CPUs for it.",
			Memory: limit(3.832 * gib), MemoryLimiter: "MemTotal", GOMEMLIMIT: noLimit(),
			RecommendedMemory: record.Missing(record.Unsupported, "no limit"),
			MemoryReason:      "No control group limits memory, so GOMEMLIMIT need not be set.", GOGC: "off",
		},
		Noise: &record.Noise{
			Elapsed: 900 * time.Millisecond, CPUs: []int{0, 1}, Clock: record.Of(22), Skew: record.Missing(record.Unsupported, "no CLOCK_MONOTONIC_RAW"),
			Wakeup: record.Histogram{Status: record.Denied, Why: "timerfd is forbidden"}, Switch: record.Of(2100),
			Gaps: record.Histogram{Status: record.Measured}, Lost: record.Of(0),
			Speed: record.Histogram{Why: "too few quiet milliseconds"}, Spread: record.Missing(record.Undetermined, "too few quiet milliseconds"),
			Steal: record.Of(0), Throttled: record.Of(0),
		},
		Findings: []record.Finding{
			{ID: "steal", Group: record.GroupVirtual, Severity: record.Unverified,
				What: "No steal is reported, but a hypervisor that does not report any looks the same."},
			{ID: "load", Group: record.GroupBusy, Severity: record.Passed, What: "No other program keeps a CPU busy."},
		},
		Require: &record.Require{Asked: []string{"quiet"}, Open: []string{"steal"}},
	}
}

// blind is a machine of which nothing could be read.
func blind() record.MachineReport {
	c := record.MachineReport{Machine: record.Machine{GOOS: "linux", GOARCH: "arm64"}, Noise: &record.Noise{}}
	c.Machine.Facts = []record.Fact{
		noFact(record.GroupCPU, record.FactCPUs, record.Undetermined, "/sys/devices/system/cpu/online: file does not exist"),
		noFact(record.GroupLimits, record.FactCgroups, record.Undetermined, "/proc/self/cgroup: file does not exist"),
	}
	c.Capacity.CPUs = record.Missing(record.Undetermined, "CPU affinity: not read")
	c.Capacity.Hidden = "control groups: /proc/self/cgroup: file does not exist"
	for _, id := range []string{"smt", "governor", "boost", "quota", "load"} {
		c.Findings = append(c.Findings, record.Finding{ID: id, Severity: record.Unverified,
			What: "Whether " + id + " distorts measurements cannot be verified.", Evidence: "/sys: file does not exist."})
	}
	for i, group := range []string{record.GroupCPU, record.GroupFrequency, record.GroupFrequency, record.GroupLimits, record.GroupBusy} {
		c.Findings[i].Group = group
	}
	return c
}

// quiet is a machine on which everything is fine.
func quiet() record.MachineReport {
	c := guest()
	c.Noise = nil
	c.Findings = []record.Finding{
		{ID: "governor", Group: record.GroupFrequency, Severity: record.Passed, What: "The governor keeps the frequency up.", Evidence: "governor: performance ×16."},
		{ID: "boost", Group: record.GroupFrequency, Severity: record.Passed, What: "Boost is off."},
	}
	c.Require = &record.Require{Asked: []string{"quiet", "boost"}, Passed: true}
	return c
}
