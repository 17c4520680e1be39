package findings

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tare/internal/record"
)

var cpuChecks = []check{
	{id: "smt-siblings", group: record.GroupCPU, fact: record.FactSMT, also: []string{record.FactTopology},
		unknown: "Whether CPUs share cores with each other cannot be verified.",
		fine:    "No CPU shares its core with another one.",
		judge:   smtSiblings},
	{id: "hybrid-cores", group: record.GroupCPU,
		fine:  "All cores are of the same type.",
		judge: hybridCores},
	{id: "numa", group: record.GroupCPU, fact: record.FactNUMA, optional: true,
		unknown: "Whether all memory is equally near cannot be verified.",
		fine:    "All memory is equally near to all CPUs.",
		// Lepers, Quéma and Fedorova, ";login:" 40(5), 2015: best and worst
		// placement differ by almost a factor of two.
		judge: unless(atMost(1), record.Finding{Severity: record.Warning,
			What:   "Memory is nearer to some CPUs than to others: ns/op depends on where thread and heap meet.",
			Effect: "up to 2× for code that misses the caches",
			Fix:    "Keep runs on one node: numactl --cpunodebind=0 --membind=0 tare run"})},
	{id: "isolated-cpus-affinity", group: record.GroupCPU, fact: record.FactIsolated,
		unknown: "Whether CPUs are isolated from the scheduler cannot be verified.",
		fine:    "No CPUs are isolated from the scheduler.",
		judge:   isolated},
	{id: "cpus-offline", group: record.GroupCPU, fact: record.FactOffline, tells: true,
		unknown: "Whether CPUs are offline cannot be verified.",
		fine:    "All CPUs are online.",
		judge: unless(atMost(0), record.Finding{Severity: record.Info,
			What: "CPUs are offline: parallel benchmarks compare only with results from as many CPUs."})},
	{id: "mitigations", group: record.GroupCPU, fact: record.FactMitigations, tells: true,
		unknown: "Which CPU vulnerabilities the kernel works around cannot be verified.",
		fine:    "The kernel needs no work-around for this CPU.",
		judge: unless(is("none needed"), record.Finding{Severity: record.Info,
			What: "System calls and context switches compare only with machines that work around the same CPU vulnerabilities."})},
}

func smtSiblings(s subject, f record.Fact) record.Finding {
	if f.Number <= 1 && !begins("active")(f) {
		if s.bareMetal() {
			return record.Finding{}
		}
		return unverified("No CPU has a sibling here, but the CPUs of a virtual machine may be siblings on its host.",
			f, s.Fact(record.FactHypervisor))
	}
	fix := "Run on one CPU of each core: tare run -cpus=LIST"
	if strings.Contains(f.Value, "control on") {
		fix = "echo off | sudo tee /sys/devices/system/cpu/smt/control"
	}
	return record.Finding{Severity: record.Warning, Knob: "smt", Fix: fix,
		What:   "CPUs come in siblings that share one core: what runs on the sibling slows the benchmark down.",
		Effect: "up to 2× ns/op while the sibling is busy and each gets half of the core"}
}

// alike matches the models of processors for servers, which have cores of one
// type each. A guest on another processor that its hypervisor calls by such a
// name is not found out.
var alike = regexp.MustCompile(`\b(Xeon|EPYC|Neoverse)\b`)

// cpuList matches the CPUs of the first core type: "8 performance (0-15), …".
var cpuList = regexp.MustCompile(`\(([0-9][0-9,-]*)\)`)

func hybridCores(s subject, _ record.Fact) record.Finding {
	f := s.Fact(record.FactHybrid)
	switch {
	case !f.OK() && alike.MatchString(s.CPUModel):
		return record.Finding{Severity: record.Passed, What: "Processors of this model have cores of one type.",
			Evidence: record.FactCPUModel + ": " + s.CPUModel + "."}
	case !f.OK():
		return unverified("Whether all cores are of the same type cannot be verified.", f)
	case f.Number <= 1:
		return passed("", f)
	}
	list := "LIST"
	if first := cpuList.FindStringSubmatch(f.Value); first != nil {
		list = first[1]
	}
	// Intel on Alder Lake at Hot Chips 33 (2021): one thread is more than 50 %
	// faster on a performance core at the same power.
	return record.Finding{Severity: record.Warning, Evidence: evidence(f),
		What:   "Cores are of different types: ns/op depends on which one the benchmark lands on.",
		Effect: "1.5× ns/op or more between core types",
		Fix:    "Pin runs to the cores of one type: tare run -cpus=" + list}
}

func isolated(s subject, f record.Fact) record.Finding {
	inside, ok := common(f.Value, s.AffinityList)
	evidence := fmt.Sprintf("%s: %s; tare may run on %s.", f.Name, f.Value, s.AffinityList)
	switch {
	case f.Number == 0:
		return record.Finding{}
	case !ok:
		return unverified("CPUs are isolated, and whether tare runs on them cannot be verified.", f, s.Fact(record.FactAffinity))
	case inside == 0:
		return record.Finding{Severity: record.Info, Evidence: evidence,
			What: "tare runs beside the isolated CPUs, not on them.",
			Fix:  "For single-threaded benchmarks, use one: tare run -gomaxprocs=1 -cpus=CPU"}
	case s.Affinity == 1:
		return record.Finding{Severity: record.Passed, Evidence: evidence,
			What: "tare runs on one isolated CPU: no threads need to be moved."}
	}
	// isolcpus=domain takes CPUs out of load balancing; see
	// Documentation/admin-guide/kernel-parameters.txt.
	return record.Finding{Severity: record.Serious, Evidence: evidence,
		What:   "tare may run on isolated CPUs, between which the kernel does not move threads: they may all share one CPU.",
		Effect: fmt.Sprintf("up to %d× ns/op of parallel code", s.Affinity),
		Fix:    "Pin runs to one isolated CPU, or keep off them: tare run -cpus=LIST"}
}

// span is a range of CPUs, both ends included.
type span struct{ first, last int }

// spans parses a list of CPUs as the kernel writes it ("0-3,8"; the format %*pbl
// in Documentation/core-api/printk-formats.rst). An empty one is not ok.
func spans(list string) (all []span, ok bool) {
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 31)
		last, err2 := strconv.ParseUint(to, 10, 31)
		if err != nil || err2 != nil || last < first {
			return nil, false
		}
		all = append(all, span{int(first), int(last)})
	}
	return all, true
}

// common returns how many CPUs two lists have in common. It is not ok when
// either is none.
func common(a, b string) (n int, ok bool) {
	as, okA := spans(a)
	bs, okB := spans(b)
	for _, a := range as {
		for _, b := range bs {
			n += max(0, min(a.last, b.last)-max(a.first, b.first)+1)
		}
	}
	return n, okA && okB
}
