package findings

import (
	"strings"

	"tare/internal/record"
)

var kernelChecks = []check{{
	id: "kernel-scheduler", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactScheduler},
	unknown: "Which scheduler runs cannot be verified.",
	judge:   scheduler,
}, {
	id: "autogroup", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactAutogroup},
	unknown: "Whether the scheduler groups tasks by session cannot be verified.",
	absent:  "The kernel does not group tasks by session.",
	judge:   autogroup,
}, {
	id: "numa-balancing", group: record.GroupKernel,
	needs:   []string{record.FactNUMABalancing},
	unknown: "Whether the kernel moves memory between nodes cannot be verified.",
	absent:  "The kernel does not move memory between nodes.",
	judge:   numaBalancing,
}, {
	id: "timer-migration", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactTimerMigration},
	unknown: "Whether timers of idle CPUs move to busy ones cannot be verified.",
	absent:  "The kernel does not move timers between CPUs.",
	judge:   timerMigration,
}, {
	id: "watchdogs", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactWatchdogs},
	unknown: "Whether lockup watchdogs run cannot be verified.",
	absent:  "The kernel has no lockup watchdogs.",
	judge:   watchdogs,
}, {
	id: "workqueue", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactWorkqueue},
	unknown: "On which CPUs the kernel does deferred work cannot be verified.",
	judge:   workqueue,
}, {
	id: "irq-affinity", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactIRQAffinity},
	unknown: "Which CPUs devices may interrupt cannot be verified.",
	judge:   irqAffinity,
}, {
	id: "irqbalance", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactIRQBalance},
	unknown: "Whether interrupts are moved between CPUs cannot be verified.",
	judge:   irqBalance,
}, {
	id: "aslr", group: record.GroupKernel, tells: true,
	needs:   []string{record.FactASLR},
	unknown: "Whether each process gets other addresses cannot be verified.",
	judge:   aslr,
}}

func scheduler(s subject) record.Finding {
	f := s.Fact(record.FactScheduler)
	facts := s.named(record.FactScheduler, record.FactSchedSlice, record.FactPreemption, record.FactTick)
	if !strings.Contains(f.Value, "sched_ext") {
		return passed("The kernel's own scheduler shares the CPUs out.", facts...)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "A scheduler loaded as eBPF shares the CPUs out: results compare only with those under the same one.",
		Evidence: evidence(facts...),
		Fix:      "Stop it for comparable results, such as with: sudo systemctl stop scx",
	}
}

func autogroup(s subject) record.Finding {
	f := s.Fact(record.FactAutogroup)
	if f.Value == "off" {
		return passed("The scheduler does not group tasks by session.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "Each session gets the same share of the CPUs: nice has no effect on what runs in another session.",
		Evidence: evidence(f),
		Knob:     "autogroup",
	}
}

func numaBalancing(s subject) record.Finding {
	f, nodes := s.Fact(record.FactNUMABalancing), s.Fact(record.FactNUMA)
	switch {
	case f.Value == "off":
		return passed("The kernel does not move memory between nodes.", f)
	case nodes.OK() && nodes.Number <= 1:
		return passed("There is one memory node: nothing to move.", f, nodes)
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "The kernel takes pages away to see who comes back for them, and moves memory between nodes.",
		Evidence: evidence(f, nodes),
		// scan_size_mb and scan_period_min_ms, formerly in
		// Documentation/admin-guide/sysctl/kernel.rst: 256 MB each second.
		Effect: "a page fault for each page of up to 256MiB of each process, every second",
		Knob:   "numa-balancing",
	}
}

func timerMigration(s subject) record.Finding {
	f := s.Fact(record.FactTimerMigration)
	if f.Value == "off" {
		return passed("Timers stay on the CPU that set them.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "Timers of idle CPUs move to busy ones, and interrupt what runs there.",
		Evidence: evidence(f),
		Knob:     "timer-migration",
	}
}

func watchdogs(s subject) record.Finding {
	f := s.Fact(record.FactWatchdogs)
	if f.Value == "none" {
		return passed("No lockup watchdogs run.", f)
	}
	what := "A watchdog interrupts every CPU every few seconds."
	if strings.Contains(f.Value, "hard") {
		what = "A watchdog interrupts every CPU every few seconds, and keeps a hardware counter to itself."
	}
	return record.Finding{
		Severity: record.Info,
		What:     what,
		Evidence: evidence(f),
		Knob:     "watchdogs",
	}
}

func workqueue(s subject) record.Finding {
	f := s.Fact(record.FactWorkqueue)
	switch {
	case s.CPUs == 0:
		return unverified("On which CPUs the kernel does deferred work cannot be verified.", s.named(record.FactWorkqueue, record.FactCPUs)...)
	case int(f.Number) < s.CPUs:
		return passed("Deferred work of the kernel keeps to some CPUs.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "The kernel does deferred work on every CPU.",
		Evidence: evidence(f),
		Knob:     "workqueue",
	}
}

func irqAffinity(s subject) record.Finding {
	f := s.Fact(record.FactIRQAffinity)
	if f.Number == 0 {
		return passed("No device may interrupt every CPU.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "Devices may interrupt any CPU.",
		Evidence: evidence(f),
		Knob:     "irq-affinity",
	}
}

func irqBalance(s subject) record.Finding {
	f := s.Fact(record.FactIRQBalance)
	if !strings.HasPrefix(f.Value, "running") {
		return passed("Nobody moves interrupts between CPUs.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "irqbalance moves interrupts between CPUs during a run, and undoes what keeps them off some.",
		Evidence: evidence(f),
		Knob:     "irqbalance",
	}
}

func aslr(s subject) record.Finding {
	f := s.Fact(record.FactASLR)
	if f.Number == 2 {
		return passed("Each process gets other addresses, so that the mean over trials does not hang on one layout.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "All processes get the same addresses: the luck of one layout is measured again and again.",
		Evidence: evidence(f),
		Knob:     "aslr",
	}
}
