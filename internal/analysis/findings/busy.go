package findings

import (
	"fmt"
	"strconv"
	"strings"

	"tare/internal/record"
)

var busyChecks = []check{
	{id: "load", group: record.GroupBusy, fact: record.FactLoad,
		unknown: "Whether other programs keep the CPUs busy cannot be verified.",
		fine:    "The CPUs were not busy in the last minute.",
		judge:   load},
	// Somebody watches the other processes only while tare measures.
	{id: "busy-neighbours", group: record.GroupBusy, from: fromNoise, fact: record.FactNeighbours,
		unknown: "Which programs keep the CPUs busy cannot be verified.",
		fine:    "No other program keeps a CPU busy.",
		judge:   neighbours},
	// Any two tasks on the machine that share a CPU are pressure, and half a
	// minute after a build the average over 10 s still has 5 % of it: this hints
	// at what os-noise measures.
	{id: "cpu-pressure", group: record.GroupBusy, fact: record.FactPressureCPU, shown: "os-noise",
		unknown: "Whether tasks wait for CPUs cannot be verified.",
		fine:    "Hardly anything waits for CPUs.",
		judge:   pressure("CPUs", 0.05, 0.50)},
	// Tasks that wait for a disk count as load too; see proc_loadavg(5).
	{id: "io-pressure", group: record.GroupBusy, fact: record.FactPressureIO, shown: "load",
		unknown: "Whether tasks wait for disks cannot be verified.",
		fine:    "Hardly anything waits for disks.",
		judge:   pressure("disks", 0.05, 0.50)},
}

// load goes by the load of the last minute per CPU: above one, something always
// waits.
func load(s subject, f record.Fact) record.Finding {
	if s.CPUs == 0 {
		return unverified("", f, s.Fact(record.FactCPUs))
	}
	perCPU := f.Number / float64(s.CPUs)
	found := record.Finding{Severity: record.Warning,
		What:     "Programs kept the CPUs busy in the last minute.",
		Evidence: fmt.Sprintf("%s: %s; %.2f for each of %d CPUs.", f.Name, f.Value, perCPU, s.CPUs),
		Effect:   fmt.Sprintf("up to %.1f× ns/op, when a benchmark thread shares a CPU with as much load", 1+perCPU),
		Fix:      "Find them with `top` and stop them, or wait until they are done."}
	switch {
	case perCPU <= 0.5:
		return record.Finding{}
	case perCPU > 1:
		found.Severity = record.Serious
	}
	return found
}

// neighbours goes by the CPU time of other programs, in CPUs: a tenth of one is a
// percent of ten. That of half of all CPUs is serious.
func neighbours(s subject, f record.Fact) record.Finding {
	found := record.Finding{Severity: grade(f.Number, 0.1, 0.5*float64(max(1, s.CPUs))), Knob: "shield",
		What:   "Other programs keep CPUs busy.",
		Effect: fmt.Sprintf("%.1f CPUs' worth of time, memory bandwidth and shared caches", f.Number),
		Fix:    "Stop them" + pids(s.Neighbours) + "."}
	if rest := others(s); rest != "" {
		found.Fix = fmt.Sprintf("Stop them%s, or move them to CPU 0 (taskset -acp 0 PID) and run on the rest: tare run -cpus=%s",
			pids(s.Neighbours), rest)
	}
	return found
}

// others lists the CPUs beside CPU 0 that tare may run on, "" when there is none or
// they are not known.
func others(s subject) string {
	all, _ := spans(s.AffinityList)
	var rest []string
	for _, cpus := range all {
		switch first := max(1, cpus.first); {
		case first == cpus.last:
			rest = append(rest, strconv.Itoa(first))
		case first < cpus.last:
			rest = append(rest, fmt.Sprintf("%d-%d", first, cpus.last))
		}
	}
	return strings.Join(rest, ",")
}

// pids lists whom to stop.
func pids(processes []record.Process) string {
	if len(processes) == 0 {
		return ""
	}
	var list []string
	for _, p := range processes {
		list = append(list, fmt.Sprintf("%s is %d", p.Name, p.PID))
	}
	return " (" + strings.Join(list, ", ") + ")"
}
