package findings

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
)

// rights are the facts that say why an instrument is out of reach.
var rights = []string{record.FactCapabilities, record.FactLockdown}

var toolChecks = []check{
	{id: "perf-events", group: record.GroupTools, tells: true,
		fact: record.FactPerfParanoid, also: []string{record.FactPerfRate, record.FactCapabilities},
		unknown: "Which perf events may be read cannot be verified.",
		fine:    "All perf events may be read.",
		judge:   perfEvents},
	{id: "hardware-counters", group: record.GroupTools, fact: record.FactPMU, also: []string{record.FactHypervisor}, tells: true,
		unknown: "Whether the CPU's counters can be read cannot be verified.",
		fine:    "The kernel offers the CPU's counters.",
		judge: unless(func(f record.Fact) bool { return f.Value != "none" }, record.Finding{Severity: record.Info,
			What: "The CPU's counters are out of reach: no cycles, instructions or cache misses.",
			Fix:  "On a virtual machine, have the host pass its PMU on, or use bare metal."})},
	{id: "ebpf", group: record.GroupTools, fact: record.FactBPF, also: rights, tells: true,
		unknown: "Whether eBPF programs may be loaded cannot be verified.",
		fine:    "eBPF programs may be loaded.",
		judge: unless(begins("yes"), record.Finding{Severity: record.Info,
			What: "No eBPF programs may be loaded: throttling cannot be followed to its threads."})},
	{id: "tracefs", group: record.GroupTools, fact: record.FactTracefs, also: rights, tells: true,
		unknown: "Whether the kernel can be traced cannot be verified.",
		fine:    "The kernel's tracepoints can be found.",
		judge: unless(begins("mounted"), record.Finding{Severity: record.Info,
			What: "tracefs is not mounted: the kernel's tracepoints cannot be found.",
			Fix:  "sudo mount -t tracefs tracefs /sys/kernel/tracing"})},
	{id: "user", group: record.GroupTools, fact: record.FactUser, also: rights, tells: true,
		unknown: "The rights that tare runs with cannot be verified.",
		fine:    "tare runs as root.",
		judge: unless(is("root"), record.Finding{Severity: record.Info,
			What: "tare does not run as root: root could also set limits, see every process's work and tune the machine."})},
}

// perfEvents says what kernel.perf_event_paranoid forbids from a level on to
// those without CAP_PERFMON; see Documentation/admin-guide/sysctl/kernel.rst.
// Level 3 is a patch of Debian's and Android's, 4 of Ubuntu's.
func perfEvents(s subject, f record.Fact) record.Finding {
	capabilities := s.Fact(record.FactCapabilities)
	for _, c := range []string{"PERFMON", "SYS_ADMIN"} { // the latter before 5.8
		if capabilities.OK() && slices.Contains(strings.Fields(capabilities.Value), c) {
			return passed(fmt.Sprintf("All perf events may be read, by CAP_%s.", c), f, capabilities)
		}
	}
	found := record.Finding{Severity: record.Info, Fix: "sudo sysctl kernel.perf_event_paranoid=-1"}
	switch {
	case f.Number >= 3:
		found.What = "No perf events may be read: net time comes from counters instead of context switches."
	case f.Number >= 2:
		found.What = "Perf events show user code only, not what the kernel does."
	case f.Number >= 1:
		found.What = "Perf events show single processes only, not whole CPUs."
	case f.Number >= 0:
		found.What = "Perf events may be read, except raw tracepoints."
	default:
		return record.Finding{}
	}
	return found
}
