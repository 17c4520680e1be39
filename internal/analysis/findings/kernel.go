package findings

import (
	"strings"

	"tare/internal/record"
)

// interruptsToFirst sends interrupts to CPU 0; tee complains of the few that
// cannot be moved.
const interruptsToFirst = "echo 1 | sudo tee /proc/irq/*/smp_affinity"

var kernelChecks = []check{
	{id: "kernel-scheduler", group: record.GroupKernel, tells: true,
		fact: record.FactScheduler, also: []string{record.FactSchedSlice, record.FactPreemption, record.FactTick},
		unknown: "Which scheduler runs cannot be verified.",
		fine:    "The kernel's own scheduler shares the CPUs out.",
		judge: unless(func(f record.Fact) bool { return !strings.Contains(f.Value, "sched_ext") }, record.Finding{Severity: record.Info,
			What: "A scheduler loaded as eBPF shares the CPUs out: results compare only with those under the same one.",
			Fix:  "Stop it for comparable results, such as with: sudo systemctl stop scx"})},
	{id: "autogroup", group: record.GroupKernel, fact: record.FactAutogroup, optional: true, tells: true,
		unknown: "Whether the scheduler groups tasks by session cannot be verified.",
		fine:    "The scheduler does not group tasks by session.",
		judge: unless(is("off"), record.Finding{Severity: record.Info, Knob: "autogroup",
			What: "Each session gets the same share of the CPUs: nice has no effect on what runs in another session.",
			Fix:  "sudo sysctl kernel.sched_autogroup_enabled=0"})},
	{id: "numa-balancing", group: record.GroupKernel,
		fact: record.FactNUMABalancing, optional: true, also: []string{record.FactNUMA},
		unknown: "Whether the kernel moves memory between nodes cannot be verified.",
		fine:    "The kernel does not move memory between nodes.",
		judge:   numaBalancing},
	{id: "timer-migration", group: record.GroupKernel, fact: record.FactTimerMigration, optional: true, tells: true,
		unknown: "Whether timers of idle CPUs move to busy ones cannot be verified.",
		fine:    "Timers stay on the CPU that set them.",
		judge: unless(is("off"), record.Finding{Severity: record.Info, Knob: "timer-migration",
			What: "Timers of idle CPUs move to busy ones, and interrupt what runs there.",
			Fix:  "sudo sysctl kernel.timer_migration=0"})},
	{id: "watchdogs", group: record.GroupKernel, fact: record.FactWatchdogs, optional: true, tells: true,
		unknown: "Whether lockup watchdogs run cannot be verified.",
		fine:    "No lockup watchdogs run.",
		judge:   watchdogs},
	{id: "workqueue", group: record.GroupKernel, fact: record.FactWorkqueue, tells: true,
		unknown: "On which CPUs the kernel does deferred work cannot be verified.",
		fine:    "Deferred work of the kernel keeps to some CPUs.",
		judge:   workqueue},
	{id: "irq-affinity", group: record.GroupKernel, fact: record.FactIRQAffinity, tells: true,
		unknown: "Which CPUs devices may interrupt cannot be verified.",
		fine:    "No device may interrupt all CPUs.",
		judge: unless(atMost(0), record.Finding{Severity: record.Info, Knob: "irq-affinity",
			What: "Devices may interrupt any CPU.",
			Fix:  interruptsToFirst})},
	{id: "irqbalance", group: record.GroupKernel, fact: record.FactIRQBalance, tells: true,
		unknown: "Whether interrupts are moved between CPUs cannot be verified.",
		fine:    "Nobody moves interrupts between CPUs.",
		judge: unless(is("not running"), record.Finding{Severity: record.Info, Knob: "irqbalance",
			What: "irqbalance moves interrupts between CPUs during a run, and undoes what keeps them off some.",
			Fix:  "sudo systemctl stop irqbalance"})},
	{id: "aslr", group: record.GroupKernel, fact: record.FactASLR, tells: true,
		unknown: "Whether each process gets different addresses cannot be verified.",
		fine:    "Each process gets different addresses, so the mean over trials does not depend on one layout.",
		judge: unless(func(f record.Fact) bool { return f.Number == 2 }, record.Finding{Severity: record.Info,
			What: "Processes get the same addresses, all or in part: every trial measures the same layout, lucky or not.",
			Fix:  "sudo sysctl kernel.randomize_va_space=2"})},
}

func numaBalancing(s subject, f record.Fact) record.Finding {
	nodes := s.Fact(record.FactNUMA)
	switch {
	case f.Value == "off":
		return record.Finding{}
	case nodes.OK() && nodes.Number <= 1:
		return passed("There is one memory node: nothing to move.", f, nodes)
	}
	// MAX_SCAN_WINDOW in kernel/sched/fair.c.
	return record.Finding{Severity: record.Warning, Knob: "numa-balancing",
		What:   "The kernel takes pages away to see who comes back for them, and moves memory between nodes.",
		Effect: "a page fault for each page that is looked at, up to 2.5GiB of a process every second",
		Fix:    "sudo sysctl kernel.numa_balancing=0"}
}

func watchdogs(_ subject, f record.Fact) record.Finding {
	what := "A watchdog interrupts every CPU every few seconds."
	switch {
	case f.Value == "none":
		return record.Finding{}
	case strings.Contains(f.Value, "hard"):
		what = "A watchdog interrupts every CPU every few seconds, and keeps a hardware counter to itself."
	}
	return record.Finding{Severity: record.Info, What: what, Fix: "sudo sysctl kernel.watchdog=0", Knob: "watchdogs"}
}

func workqueue(s subject, f record.Fact) record.Finding {
	switch {
	case s.CPUs == 0:
		return unverified("", f, s.Fact(record.FactCPUs))
	case int(f.Number) < s.CPUs:
		return record.Finding{}
	}
	return record.Finding{Severity: record.Info, Knob: "workqueue",
		What: "The kernel does deferred work on every CPU.",
		Fix:  "echo 1 | sudo tee /sys/devices/virtual/workqueue/cpumask"}
}
