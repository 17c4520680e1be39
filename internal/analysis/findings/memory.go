package findings

import (
	"fmt"

	"tare/internal/record"
)

var memoryChecks = []check{
	{id: "swap-in-use", group: record.GroupMemory,
		fact: record.FactSwap, also: []string{record.FactMemoryAvailable, record.FactSwappiness},
		unknown: "Whether memory has been swapped out cannot be verified.",
		fine:    "No memory has been swapped out.",
		judge:   swap},
	{id: "memory-available", group: record.GroupMemory, fact: record.FactMemoryAvailable, also: []string{record.FactMemory},
		unknown: "How much memory is available cannot be verified.",
		fine:    "Enough memory is available.",
		judge:   memoryAvailable},
	{id: "memory-pressure", group: record.GroupMemory, fact: record.FactPressureMemory, shown: "memory-available",
		unknown: "Whether tasks wait for memory cannot be verified.",
		fine:    "Next to nothing waits for memory.",
		judge:   pressure("memory", 0.01, 0.10)},
	// A random walk through 512 MiB took 289 ns a step on pages of 4 KiB, and
	// 182 ns on huge ones (Linux 6.18, virtual machine).
	{id: "transparent-huge-pages", group: record.GroupMemory, optional: true,
		fact: record.FactTHP, also: []string{record.FactTHPDefrag},
		unknown: "Whether the kernel turns memory into huge pages by itself cannot be verified.",
		fine:    "The kernel makes no huge pages of memory that does not ask for them.",
		judge: unless(is("madvise", "never"), record.Finding{Severity: record.Warning, Knob: "thp",
			What:   "The kernel turns heap memory into huge pages when it finds the time: ns/op depends on how far it has come.",
			Effect: "up to 1.6× for random access to hundreds of MiB",
			Fix:    "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"})},
	{id: "ksm", group: record.GroupMemory, fact: record.FactKSM, optional: true,
		unknown: "Whether the kernel merges equal pages cannot be verified.",
		fine:    "The kernel does not merge equal pages.",
		judge:   samePages},
	// Mode 2 of Documentation/mm/overcommit-accounting.rst.
	{id: "overcommit", group: record.GroupMemory, fact: record.FactOvercommit, tells: true,
		unknown: "How the kernel promises memory cannot be verified.",
		fine:    "The kernel promises more memory than it has, as usual.",
		judge: unless(atMost(1), record.Finding{Severity: record.Info,
			What: "The kernel promises only memory that it has: large programs may fail to start or to fork though memory is free.",
			Fix:  "sudo sysctl vm.overcommit_memory=0"})},
}

func swap(s subject, f record.Fact) record.Finding {
	// A disk access is some 100 µs on flash, a memory access 100 ns.
	found := record.Finding{Severity: record.Warning, Knob: "swap",
		What:   "Memory has been swapped out: a page that comes back costs as much as a disk access.",
		Effect: "about 100µs for each page that comes back, a thousand times a memory access",
		Fix:    "sudo swapoff -a && sudo swapon -a"}
	if available := s.Fact(record.FactMemoryAvailable); available.OK() && available.Number < f.Number {
		found.Knob = ""
		found.Fix = "Stop programs that hold memory: there is too little to bring back what has been swapped out."
	}
	switch memory := s.Fact(record.FactMemory); {
	case f.Number == 0:
		return record.Finding{}
	case memory.OK() && f.Number < 0.01*memory.Number: // what a long uptime leaves behind of idle programs
		found.Severity = record.Info
	}
	return found
}

// memoryAvailable warns well before nothing is left: caches shrink and files are
// read again long before.
func memoryAvailable(s subject, available record.Fact) record.Finding {
	all := s.Fact(record.FactMemory)
	if !all.OK() || !(all.Number > 0) {
		return unverified("", all, available)
	}
	part := available.Number / all.Number
	f := record.Finding{Severity: grade(1-part, 0.90, 0.97),
		What:     "Little memory is available: the kernel drops file caches, and makes programs wait for pages.",
		Evidence: evidence(available, all) + fmt.Sprintf(" That is %s.", share(part)),
		Effect:   "a disk access, about 100µs, for files and code that have to be read again",
		Fix:      "Stop programs that hold memory."}
	if begins("WSL")(s.Fact(record.FactWSL)) {
		f.Fix = "Stop programs that hold memory, or raise memory= in section [wsl2] of %UserProfile%\\.wslconfig."
		f.Knob = "wsl-reclaim"
	}
	return f
}

// pressure judges the share of time in which any task waited for a resource.
func pressure(resource string, warning, serious float64) judge {
	return func(_ subject, f record.Fact) record.Finding {
		return record.Finding{Severity: grade(f.Number, warning, serious),
			What:   "Programs wait for " + resource + ".",
			Effect: fmt.Sprintf("%s of the time, if the benchmark is among those that wait", share(f.Number)),
			Fix:    "Find what keeps the machine busy with `top` and `iotop`, and stop it."}
	}
}

func samePages(_ subject, f record.Fact) record.Finding {
	switch f.Value {
	case "off":
		return record.Finding{}
	case "running":
		// sleep_millisecs and pages_to_scan in Documentation/admin-guide/mm/ksm.rst.
		return record.Finding{Severity: record.Warning, Knob: "ksm",
			What:   "The kernel looks for equal pages to merge, on any CPU, and a write to a merged page costs a fault.",
			Effect: "by default ksmd wakes 50 times a second and compares 100 pages each time",
			Fix:    "echo 0 | sudo tee /sys/kernel/mm/ksm/run"}
	}
	return record.Finding{Severity: record.Info,
		What: "Equal pages merged before stay merged: the first write to each costs a fault.",
		Fix:  "echo 2 | sudo tee /sys/kernel/mm/ksm/run"}
}
