package findings

import (
	"slices"
	"strings"
	"time"

	"tare/internal/analysis/capacity"
	"tare/internal/record"
)

// quiet returns a machine on which every check of facts passes.
func quiet() record.Machine {
	m := record.Machine{GOOS: "linux", CPUs: 8, Affinity: 8, AffinityList: "0-7", CPUModel: "CPU @ 2.50GHz"}
	for _, f := range []struct {
		name, value string
		number      float64
	}{
		{record.FactSMT, "inactive (control off)", 1},
		{record.FactHybrid, "all alike", 1},
		{record.FactNUMA, "1", 1},
		{record.FactIsolated, "none", 0},
		{record.FactOffline, "none", 0},
		{record.FactMitigations, "none needed", 0},
		{record.FactGovernor, "performance", 0},
		{record.FactBoost, "off", 0},
		{record.FactFrequencyRange, "2.50GHz–2.50GHz of 1.00GHz–4.00GHz", 1},
		{record.FactIdleStates, "intel_idle, governor menu, deepest C1 (2µs)", 2000},
		{record.FactThrottleCounts, "0 events since boot", 0},
		{record.FactPower, "mains", 0},
		{record.FactHypervisor, "none", 0},
		{record.FactSteal, "0 of 1000 busy ticks since boot (0.00%)", 0},
		{record.FactWSL, "no", 0},
		{record.FactContainer, "no sign", 0},
		{record.FactBalloon, "no", 0},
		{record.FactCgroups, "v2", 0},
		{record.FactLeafQuota, "none", 0},
		{record.FactMemory, "8.000GiB", 8 << 30},
		{record.FactMemoryAvailable, "6.000GiB", 6 << 30},
		{record.FactSwap, "0B of 0B", 0},
		{record.FactTHP, "madvise", 0},
		{record.FactKSM, "off", 0},
		{record.FactOvercommit, "0 (heuristic)", 0},
		{record.FactPressureCPU, "0.0% and 0.0%", 0},
		{record.FactPressureMemory, "0.0% and 0.0%", 0},
		{record.FactPressureIO, "0.0% and 0.0%", 0},
		{record.FactScheduler, "EEVDF", 0},
		{record.FactAutogroup, "off", 0},
		{record.FactNUMABalancing, "off", 0},
		{record.FactTimerMigration, "off", 0},
		{record.FactWatchdogs, "none", 0},
		{record.FactWorkqueue, "0-1", 2},
		{record.FactIRQAffinity, "31 interrupts, none on every CPU, default 0-1", 0},
		{record.FactIRQBalance, "not running", 0},
		{record.FactASLR, "2 (on)", 2},
		{record.FactDirectory, "ext4 at /", 0},
		{record.FactClocksource, "tsc", 0},
		{record.FactClocksources, "tsc hpet", 0},
		{record.FactLoad, "0.10 0.10 0.10", 0.1},
		{record.FactNeighbours, "none above 2% of a CPU", 0},
		{record.FactPerfParanoid, "-1", -1},
		{record.FactPMU, "cpu", 0},
		{record.FactBPF, "yes (BTF, CAP_BPF)", 0},
		{record.FactTracefs, "mounted at /sys/kernel/tracing", 0},
		{record.FactUser, "root", 0},
	} {
		m.Facts = append(m.Facts, record.Fact{Name: f.name, Value: f.value, Number: f.number, Status: record.Measured})
	}
	none := record.Limit{Reading: record.Reading{Status: record.Measured}, None: true}
	m.Cgroups = []record.ControlGroup{
		{Version: 2, Controllers: []string{"cpu", "memory"}, Dir: "/user", Own: true, CPU: none, Period: 100 * time.Millisecond,
			Burst: record.Limit{Reading: record.Of(0)}, Weight: record.Of(100), Memory: none, Periods: record.Of(0), Throttled: record.Of(0)},
		{Version: 2, Controllers: []string{"cpu", "memory"}, Dir: "/", Root: true, CPU: absent, Burst: absent, Memory: absent,
			Weight: absent.Reading, Periods: record.Of(0), Throttled: record.Of(0)},
	}
	return m
}

var absent = record.Limit{Reading: record.Missing(record.Unsupported, "the root has none")}

func quietNoise() record.Noise {
	h := record.Histogram{Status: record.Measured, N: 100, Min: 1, Median: 2, P99: 3, Max: 4}
	return record.Noise{Elapsed: time.Second, CPUs: []int{0, 1}, Clock: record.Of(25), Skew: record.Of(-12),
		Wakeup: h, Switch: record.Of(1500), Gaps: h, Lost: record.Of(0.001), Speed: h, Spread: record.Of(0.002),
		Steal: record.Of(0), Throttled: record.Of(0), PerCPU: []record.CPUNoise{{CPU: 0, Lost: 0.002}, {CPU: 1}}}
}

// with returns m with another value of one fact.
func with(m record.Machine, name, value string, number float64) record.Machine {
	m = without(m, name)
	m.Facts = append(m.Facts, record.Fact{Name: name, Value: value, Number: number, Status: record.Measured})
	return m
}

// without returns m without one fact.
func without(m record.Machine, name string) record.Machine {
	m.Facts = slices.DeleteFunc(slices.Clone(m.Facts), func(f record.Fact) bool { return f.Name == name })
	return m
}

// grouped returns m with a change to its own control group.
func grouped(m record.Machine, change func(*record.ControlGroup)) record.Machine {
	m.Cgroups = slices.Clone(m.Cgroups)
	change(&m.Cgroups[0])
	return m
}

// quota returns the quiet machine with a quota for its own group.
func quota(cpus float64) record.Machine {
	m := grouped(quiet(), func(g *record.ControlGroup) { g.CPU = record.Limit{Reading: record.Of(cpus)} })
	return with(m, record.FactLeafQuota, "a quota", cpus)
}

// hidden returns m without the root of its control groups.
func hidden(m record.Machine) record.Machine {
	m.Cgroups = m.Cgroups[:1]
	return m
}

// program returns what a Go program with this environment gets on m.
func program(m record.Machine, env ...string) record.Capacity {
	return capacity.Of(m, capacity.Go{Version: "go1.26.1", Language: "1.26", Env: func(key string) (string, bool) {
		for _, e := range env {
			if value, ok := strings.CutPrefix(e, key+"="); ok {
				return value, true
			}
		}
		return "", false
	}})
}
