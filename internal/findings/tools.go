package findings

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
)

var toolChecks = []check{{
	id: "perf-events", group: record.GroupTools, tells: true,
	needs:   []string{record.FactPerfParanoid},
	unknown: "Which perf events may be read cannot be verified.",
	judge:   perfEvents,
}, {
	id: "hardware-counters", group: record.GroupTools, tells: true,
	needs:   []string{record.FactPMU},
	unknown: "Whether the CPU's counters can be read cannot be verified.",
	judge:   hardwareCounters,
}, {
	id: "ebpf", group: record.GroupTools, tells: true,
	needs:   []string{record.FactBPF},
	unknown: "Whether eBPF programs may be loaded cannot be verified.",
	judge: func(s subject) record.Finding {
		return tool(s, record.FactBPF, strings.HasPrefix(s.Fact(record.FactBPF).Value, "yes"),
			"eBPF programs may be loaded.",
			"No eBPF programs may be loaded: throttling cannot be followed to its threads.")
	},
}, {
	id: "tracefs", group: record.GroupTools, tells: true,
	needs:   []string{record.FactTracefs},
	unknown: "Whether the kernel can be traced cannot be verified.",
	judge: func(s subject) record.Finding {
		return tool(s, record.FactTracefs, strings.HasPrefix(s.Fact(record.FactTracefs).Value, "mounted"),
			"The kernel's tracepoints can be found.",
			"tracefs is not mounted: the kernel's tracepoints cannot be found.")
	},
}, {
	id: "user", group: record.GroupTools, tells: true,
	needs:   []string{record.FactUser},
	unknown: "With which rights tare runs cannot be verified.",
	judge: func(s subject) record.Finding {
		return tool(s, record.FactUser, s.is(record.FactUser, "root"),
			"tare runs as root.",
			"tare does not run as root, who could also set limits, see every process's work and tune the machine.")
	},
}}

// tool tells whether tare has an instrument.
func tool(s subject, fact string, has bool, yes, no string) record.Finding {
	f := s.Fact(fact)
	if has {
		return passed(yes, f)
	}
	return record.Finding{Severity: record.Info, What: no, Evidence: evidence(f, s.Fact(record.FactCapabilities), s.Fact(record.FactLockdown))}
}

// paranoid says what kernel.perf_event_paranoid forbids from a level on to those
// without CAP_PERFMON; see Documentation/admin-guide/sysctl/kernel.rst. Level 3
// is a patch of Debian's and Android's, 4 of Ubuntu's.
var paranoid = []struct {
	from float64
	what string
}{
	{3, "No perf events may be read: net time comes from counters instead of context switches."},
	{2, "Perf events show user code only, not what the kernel does."},
	{1, "Perf events show single processes only, not whole CPUs."},
	{0, "Perf events may be read, except raw tracepoints."},
}

func perfEvents(s subject) record.Finding {
	f, capabilities := s.Fact(record.FactPerfParanoid), s.Fact(record.FactCapabilities)
	facts := s.named(record.FactPerfParanoid, record.FactPerfRate, record.FactCapabilities)
	for _, c := range []string{"PERFMON", "SYS_ADMIN"} { // the latter before 5.8
		if capabilities.OK() && slices.Contains(strings.Fields(capabilities.Value), c) {
			return passed(fmt.Sprintf("All perf events may be read, by CAP_%s.", c), facts...)
		}
	}
	for _, level := range paranoid {
		if f.Number >= level.from {
			return record.Finding{
				Severity: record.Info,
				What:     level.what,
				Evidence: evidence(facts...),
				Fix:      "sudo sysctl kernel.perf_event_paranoid=-1",
			}
		}
	}
	return passed("All perf events may be read.", facts...)
}

func hardwareCounters(s subject) record.Finding {
	f := s.Fact(record.FactPMU)
	if f.Value != "none" {
		return passed("The kernel offers the CPU's counters.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "The CPU's counters are out of reach: no cycles, instructions or cache misses.",
		Evidence: evidence(f, s.Fact(record.FactHypervisor)),
		Fix:      "On a virtual machine, have the host pass its PMU on, or use bare metal.",
	}
}
