package findings

import (
	"testing"

	"tare/internal/record"
)

// outcome runs one check of facts and limits.
func outcome(t *testing.T, m record.Machine, c record.Capacity, id string) string {
	t.Helper()
	noise := quietNoise()
	f := find(t, Check(m, c, &noise), id)
	wellFormed(t, f)
	return string(f.Severity)
}

func TestQuietMachine(t *testing.T) {
	noise := quietNoise()
	for _, f := range Check(quiet(), program(quiet()), &noise) {
		wellFormed(t, f)
		if f.Severity != record.Passed {
			t.Errorf("%+v", f)
		}
	}
}

// TestFacts changes one fact of the quiet machine at a time.
func TestFacts(t *testing.T) {
	ofRange := func(m record.Machine) record.Machine {
		return with(m, record.FactFrequencyRange, "800MHz–4.00GHz of 800MHz–4.00GHz", 0.2)
	}
	guest := func(m record.Machine) record.Machine { return with(m, record.FactHypervisor, "KVM", 0) }
	asIs := func(m record.Machine) record.Machine { return m }
	for _, c := range []struct {
		id      string
		machine func(record.Machine) record.Machine
		fact    string
		value   string
		number  float64
		want    string
	}{
		{"smt-siblings", asIs, record.FactSMT, "active (control on)", 2, "warning"},
		{"smt-siblings", guest, record.FactSMT, "active (control on)", 2, "warning"},
		{"smt-siblings", guest, record.FactSMT, "inactive (control notsupported)", 1, "unverified"},
		{"hybrid-cores", asIs, record.FactHybrid, "8 performance (0-15), 8 efficient (16-23)", 2, "warning"},
		{"numa", asIs, record.FactNUMA, "2", 2, "warning"},
		{"cpus-offline", asIs, record.FactOffline, "4-7", 4, "info"},
		{"mitigations", asIs, record.FactMitigations, "5 mitigated", 0, "info"},
		{"frequency-governor", asIs, record.FactGovernor, "powersave", 0, "ok"}, // locked
		{"frequency-governor", ofRange, record.FactGovernor, "powersave", 0, "warning"},
		{"frequency-governor", ofRange, record.FactGovernor, "performance ×4, powersave ×4", 0, "warning"},
		{"frequency-boost", asIs, record.FactBoost, "on", 0, "warning"},
		{"frequency-range", asIs, record.FactFrequencyRange, "", 0.99, "ok"},
		{"frequency-range", asIs, record.FactFrequencyRange, "", 0.98, "info"},
		{"frequency-range", ofRange, record.FactGovernor, "schedutil", 0, "warning"},
		{"idle-states", asIs, record.FactIdleStates, "", 9_999, "ok"},
		{"idle-states", asIs, record.FactIdleStates, "", 10_000, "warning"},
		{"thermal-throttling", asIs, record.FactThrottleCounts, "1 core event since boot", 1, "warning"},
		{"on-battery", asIs, record.FactPower, "battery (discharging)", 0, "warning"},
		{"hypervisor-steal", guest, record.FactSteal, "", 0, "unverified"},
		{"hypervisor-steal", guest, record.FactSteal, "", 0.0099, "info"},
		{"hypervisor-steal", guest, record.FactSteal, "", 0.01, "warning"},
		{"hypervisor-steal", guest, record.FactSteal, "", 0.0499, "warning"},
		{"hypervisor-steal", guest, record.FactSteal, "", 0.05, "serious"},
		{"hypervisor-steal", asIs, record.FactSteal, "", 0.05, "ok"}, // no hypervisor
		{"measured-steal", guest, record.FactSteal, "", 0, "unverified"},
		{"measured-steal", guest, record.FactSteal, "", 0.01, "ok"},
		{"wsl-version", asIs, record.FactWSL, "WSL1", 0, "serious"},
		{"wsl-version", asIs, record.FactWSL, "WSL2 (custom kernel)", 0, "info"},
		{"wsl-windows-directory", asIs, record.FactWSL, "WSL2", 0, "ok"},
		{"wsl-windows-directory", asIs, record.FactDirectory, "9p at /mnt/c", 0, "ok"}, // no WSL
		{"container", asIs, record.FactContainer, "docker (/.dockerenv)", 0, "info"},
		{"memory-balloon", asIs, record.FactBalloon, "virtio_balloon", 0, "info"},
		{"swap-in-use", asIs, record.FactSwap, "", 0.0099 * (8 << 30), "info"},
		{"swap-in-use", asIs, record.FactSwap, "", 0.01 * (8 << 30), "warning"},
		{"memory-available", asIs, record.FactMemoryAvailable, "", 0.101 * (8 << 30), "ok"},
		{"memory-available", asIs, record.FactMemoryAvailable, "", 0.099 * (8 << 30), "warning"},
		{"memory-available", asIs, record.FactMemoryAvailable, "", 0.029 * (8 << 30), "serious"},
		{"memory-available", asIs, record.FactMemory, "", 0, "unverified"},
		{"memory-pressure", asIs, record.FactPressureMemory, "", 0.009, "ok"},
		{"memory-pressure", asIs, record.FactPressureMemory, "", 0.01, "warning"},
		{"memory-pressure", asIs, record.FactPressureMemory, "", 0.10, "serious"},
		{"io-pressure", asIs, record.FactPressureIO, "", 0.049, "ok"},
		{"io-pressure", asIs, record.FactPressureIO, "", 0.05, "warning"},
		{"cpu-pressure", asIs, record.FactPressureCPU, "", 0.49, "warning"},
		{"cpu-pressure", asIs, record.FactPressureCPU, "", 0.50, "serious"},
		{"transparent-huge-pages", asIs, record.FactTHP, "always", 0, "warning"},
		{"transparent-huge-pages", asIs, record.FactTHP, "never", 0, "ok"},
		{"ksm", asIs, record.FactKSM, "running", 0, "warning"},
		{"ksm", asIs, record.FactKSM, "stopped, pages merged before stay merged", 0, "info"},
		{"overcommit", asIs, record.FactOvercommit, "2 (never)", 2, "info"},
		{"kernel-scheduler", asIs, record.FactScheduler, "EEVDF, sched_ext: scx_lavd", 0, "info"},
		{"autogroup", asIs, record.FactAutogroup, "on", 0, "info"},
		{"numa-balancing", asIs, record.FactNUMABalancing, "on", 0, "ok"}, // one node
		{"timer-migration", asIs, record.FactTimerMigration, "on", 0, "info"},
		{"watchdogs", asIs, record.FactWatchdogs, "soft", 0, "info"},
		{"watchdogs", asIs, record.FactWatchdogs, "soft, hard (NMI)", 0, "info"},
		{"workqueue", asIs, record.FactWorkqueue, "0-7", 8, "info"},
		{"irq-affinity", asIs, record.FactIRQAffinity, "31 interrupts, 28 on every CPU", 28, "info"},
		{"irqbalance", asIs, record.FactIRQBalance, "running (PID 812)", 0, "info"},
		{"aslr", asIs, record.FactASLR, "0 (off)", 0, "info"},
		{"clocksource", asIs, record.FactClocksource, "kvm-clock", 0, "ok"},
		{"clocksource", asIs, record.FactClocksource, "hpet", 0, "serious"},
		{"clocksource", asIs, record.FactClocksource, "xen", 0, "info"},
		{"load", asIs, record.FactLoad, "", 4, "ok"},
		{"load", asIs, record.FactLoad, "", 4.1, "warning"},
		{"load", asIs, record.FactLoad, "", 8, "warning"},
		{"load", asIs, record.FactLoad, "", 8.1, "serious"},
		{"busy-neighbours", asIs, record.FactNeighbours, "", 0.09, "ok"},
		{"busy-neighbours", asIs, record.FactNeighbours, "", 0.1, "warning"},
		{"busy-neighbours", asIs, record.FactNeighbours, "", 4, "serious"},
		{"perf-events", asIs, record.FactPerfParanoid, "0", 0, "info"},
		{"perf-events", asIs, record.FactPerfParanoid, "4", 4, "info"},
		{"hardware-counters", asIs, record.FactPMU, "none", 0, "info"},
		{"ebpf", asIs, record.FactBPF, "no: no CAP_BPF", 0, "info"},
		{"tracefs", asIs, record.FactTracefs, "not mounted", 0, "info"},
		{"user", asIs, record.FactUser, "uid 1000", 0, "info"},
	} {
		value := c.value
		if value == "" {
			value = "as read"
		}
		m := with(c.machine(quiet()), c.fact, value, c.number)
		if got := outcome(t, m, program(m), c.id); got != c.want {
			t.Errorf("%s with %s %q, %v: got %s, want %s", c.id, c.fact, c.value, c.number, got, c.want)
		}
	}
}

// TestCombinations is about checks that look at several facts.
func TestCombinations(t *testing.T) {
	nodes := with(with(quiet(), record.FactNUMA, "2", 2), record.FactNUMABalancing, "on", 0)
	deep := with(quiet(), record.FactIdleStates, "deepest C6 (133µs)", 133_000)
	windows := with(with(quiet(), record.FactWSL, "WSL2", 0), record.FactDirectory, "9p at /mnt/c", 0)
	swapped := without(with(quiet(), record.FactSwap, "4.000KiB of 8.000GiB", 4096), record.FactMemory)
	noPower := without(quiet(), record.FactPower)
	noPower.Facts = append(noPower.Facts, record.Fact{Name: record.FactPower, Status: record.Unsupported, Why: "nothing reports"})
	paranoid := with(quiet(), record.FactPerfParanoid, "4", 4)
	isolated := func(affinity int, list string) record.Machine {
		m := with(quiet(), record.FactIsolated, "2-3", 2)
		m.Affinity, m.AffinityList = affinity, list
		return m
	}
	guest := with(quiet(), record.FactHypervisor, "KVM", 0)
	server := without(guest, record.FactHybrid)
	server.CPUModel = "AMD EPYC 7763 64-Core Processor"
	for _, c := range []struct {
		name, id string
		m        record.Machine
		want     string
	}{
		{"two nodes", "numa-balancing", nodes, "warning"},
		{"nodes unknown", "numa-balancing", without(nodes, record.FactNUMA), "warning"},
		{"held awake", "idle-states", with(deep, record.FactCPULatency, "0s", 0), "ok"},
		{"not held awake", "idle-states", with(deep, record.FactCPULatency, "none", 2e12), "warning"},
		{"held awake too loosely", "idle-states", with(deep, record.FactCPULatency, "50µs", 50_000), "warning"},
		{"Windows drive", "wsl-windows-directory", windows, "warning"},
		{"directory unknown", "wsl-windows-directory", without(windows, record.FactDirectory), "unverified"},
		{"memory unknown", "swap-in-use", swapped, "warning"},
		{"no supply", "on-battery", noPower, "ok"},
		{"no supply in a guest", "on-battery", with(noPower, record.FactHypervisor, "KVM", 0), "unverified"},
		{"capable", "perf-events", with(paranoid, record.FactCapabilities, "SYS_NICE PERFMON", 0), "ok"},
		{"not capable", "perf-events", with(paranoid, record.FactCapabilities, "SYS_NICE", 0), "info"},
		{"beside isolated CPUs", "isolated-cpus-affinity", isolated(6, "0-1,4-7"), "info"},
		{"on isolated CPUs", "isolated-cpus-affinity", isolated(8, "0-7"), "serious"},
		{"on some isolated CPUs", "isolated-cpus-affinity", isolated(2, "0,3"), "serious"},
		{"on one isolated CPU", "isolated-cpus-affinity", isolated(1, "3"), "ok"},
		{"on another CPU", "isolated-cpus-affinity", isolated(1, "0"), "info"},
		{"on unknown CPUs", "isolated-cpus-affinity", isolated(2, ""), "unverified"},
		{"core types unknown", "hybrid-cores", without(guest, record.FactHybrid), "unverified"},
		{"core types unknown on a server", "hybrid-cores", server, "ok"},
		{"memory in all unknown", "memory-available", without(quiet(), record.FactMemory), "unverified"},
	} {
		if got := outcome(t, c.m, program(c.m), c.id); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.name, c.id, got, c.want)
		}
	}
}

func TestEffectsFollowFromFacts(t *testing.T) {
	m := with(quiet(), record.FactFrequencyRange, "1.00GHz–4.00GHz of 1.00GHz–4.00GHz", 0.25)
	m = with(with(m, record.FactGovernor, "powersave", 0), record.FactBoost, "on", 0)
	for id, want := range map[string]string{
		"frequency-governor": "up to 4.0× ns/op until the CPU has sped up",
		"frequency-range":    "up to 4.0× ns/op, the highest frequency by the lowest that may be chosen",
		"frequency-boost":    "up to 1.6× ns/op, boost frequency by base frequency (4.00 by 2.50GHz)",
	} {
		if got := find(t, Check(m, program(m), nil), id).Effect; got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	for _, model := range []string{"CPU 7313P", "CPU @ 2.5.0GHz", "CPU @ 5.00GHz"} {
		m.CPUModel = model
		if got := find(t, Check(m, program(m), nil), "frequency-boost").Effect; got != "up to the ratio of boost to base frequency, which is not known here" {
			t.Errorf("%s: %q", model, got)
		}
	}
	m = with(quiet(), record.FactHybrid, "8 performance (0-15), 8 efficient (16-23)", 2)
	if got := find(t, Check(m, program(m), nil), "hybrid-cores").Fix; got != "Pin runs to the cores of one type: tare run -cpus=0-15" {
		t.Errorf("hybrid: %q", got)
	}
}
