package findings

import (
	"fmt"

	"tare/internal/record"
)

var memoryChecks = []check{{
	id: "swap-in-use", group: record.GroupMemory,
	needs:   []string{record.FactSwap},
	unknown: "Whether memory has been swapped out cannot be verified.",
	judge:   swap,
}, {
	id: "memory-available", group: record.GroupMemory,
	needs:   []string{record.FactMemory, record.FactMemoryAvailable},
	unknown: "How much memory is available cannot be verified.",
	judge:   memoryAvailable,
}, {
	id: "memory-pressure", group: record.GroupMemory,
	needs:   []string{record.FactPressureMemory},
	unknown: "Whether tasks wait for memory cannot be verified.",
	judge:   func(s subject) record.Finding { return pressure(s, record.FactPressureMemory, "memory") },
}, {
	id: "transparent-huge-pages", group: record.GroupMemory,
	needs:   []string{record.FactTHP},
	unknown: "Whether the kernel turns memory into huge pages by itself cannot be verified.",
	absent:  "The kernel has no transparent huge pages.",
	judge:   hugePages,
}, {
	id: "ksm", group: record.GroupMemory,
	needs:   []string{record.FactKSM},
	unknown: "Whether the kernel merges equal pages cannot be verified.",
	absent:  "The kernel cannot merge equal pages.",
	judge:   samePages,
}, {
	id: "overcommit", group: record.GroupMemory, tells: true,
	needs:   []string{record.FactOvercommit},
	unknown: "How the kernel promises memory cannot be verified.",
	judge:   overcommit,
}}

// swapWarning is the share of all memory that is worth a warning once it has
// been swapped out. Less is what a long uptime leaves behind of idle programs.
const swapWarning = 0.01

func swap(s subject) record.Finding {
	f, memory := s.Fact(record.FactSwap), s.Fact(record.FactMemory)
	if f.Number == 0 {
		return passed("No memory has been swapped out.", f)
	}
	found := record.Finding{
		Severity: record.Warning,
		What:     "Memory has been swapped out: a page that comes back costs as much as a disk access.",
		Evidence: evidence(f, s.Fact(record.FactMemoryAvailable), s.Fact(record.FactSwappiness)),
		// A disk access is some 100 µs on flash, a memory access 100 ns.
		Effect: "about 100µs for each page that comes back, a thousand times a memory access",
		Knob:   "swap",
	}
	if memory.OK() && f.Number < swapWarning*memory.Number {
		found.Severity = record.Info
	}
	return found
}

// The share of memory below which little available is a warning, and serious.
// Caches shrink and files are read again well before nothing is left; kswapd
// starts at about a percent (watermarks in Documentation/admin-guide/sysctl/vm.rst).
const (
	availableWarning = 0.10
	availableSerious = 0.03
)

func memoryAvailable(s subject) record.Finding {
	all, available := s.Fact(record.FactMemory), s.Fact(record.FactMemoryAvailable)
	if !(all.Number > 0) {
		return unverified("How much memory is available cannot be verified.", all, available)
	}
	part := available.Number / all.Number
	severity := grade(1-part, 1-availableWarning, 1-availableSerious)
	if severity == record.Passed {
		return passed("Enough memory is available.", available, all)
	}
	f := record.Finding{
		Severity: severity,
		What:     "Little memory is available: the kernel drops file caches, and makes programs wait for pages.",
		Evidence: evidence(available, all) + fmt.Sprintf(" That is %s.", share(part)),
		Effect:   "a disk access, about 100µs, for files and code that have to be read again",
		Fix:      "Stop programs that hold memory.",
	}
	if !s.is(record.FactWSL, "no") && s.Fact(record.FactWSL).OK() {
		f.Fix = "Stop programs that hold memory, or raise memory= in section [wsl2] of %UserProfile%\\.wslconfig."
		f.Knob = "wsl-reclaim"
	}
	return f
}

// The share of time in which tasks wait for a resource that is a warning, and
// serious: one of the tasks that wait may be the benchmark.
const (
	pressureWarning = 0.01
	pressureSerious = 0.10
)

func pressure(s subject, fact, resource string) record.Finding {
	f := s.Fact(fact)
	severity := grade(f.Number, pressureWarning, pressureSerious)
	if severity == record.Passed {
		return passed("Next to nothing waits for "+resource+".", f)
	}
	return record.Finding{
		Severity: severity,
		What:     "Programs wait for " + resource + ".",
		Evidence: evidence(f),
		Effect:   fmt.Sprintf("%s of the time, if the benchmark is among those that wait", share(f.Number)),
		Fix:      "Find what keeps the machine busy with `top` and `iotop`, and stop it.",
	}
}

func hugePages(s subject) record.Finding {
	f := s.Fact(record.FactTHP)
	if f.Value != "always" {
		return passed("The kernel makes huge pages only of memory that asks for them.", f)
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "The kernel turns heap memory into huge pages when it finds the time: ns/op depends on how far it came.",
		Evidence: evidence(f, s.Fact(record.FactTHPDefrag)),
		// A random walk through 512 MiB took 289 ns a step on pages of 4 KiB,
		// and 182 ns on huge ones (Linux 6.18, virtual machine).
		Effect: "up to 1.6× for random access to hundreds of MiB",
		Knob:   "thp",
	}
}

func samePages(s subject) record.Finding {
	f := s.Fact(record.FactKSM)
	switch f.Value {
	case "off":
		return passed("The kernel does not merge equal pages.", f)
	case "running":
		return record.Finding{
			Severity: record.Warning,
			What:     "The kernel looks for equal pages to merge, on any CPU, and a write to a merged page costs a fault.",
			Evidence: evidence(f),
			// sleep_millisecs and pages_to_scan in Documentation/admin-guide/mm/ksm.rst.
			Effect: "by default ksmd wakes 50 times a second and compares 100 pages each time",
			Knob:   "ksm",
		}
	}
	return record.Finding{
		Severity: record.Info,
		What:     "Equal pages merged before stay merged: the first write to each costs a fault.",
		Evidence: evidence(f),
		Knob:     "ksm",
	}
}

// neverOvercommit is the mode in which the kernel keeps a promise for every
// page; see Documentation/mm/overcommit-accounting.rst.
const neverOvercommit = 2

func overcommit(s subject) record.Finding {
	f := s.Fact(record.FactOvercommit)
	if f.Number != neverOvercommit {
		return passed("The kernel promises more memory than it has, as usual.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "The kernel promises only memory that it has: large programs may fail to start or to fork though memory is free.",
		Evidence: evidence(f),
		Fix:      "sudo sysctl vm.overcommit_memory=0",
	}
}
