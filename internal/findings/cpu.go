package findings

import (
	"fmt"
	"regexp"
	"strings"

	"tare/internal/record"
)

var cpuChecks = []check{{
	id: "smt-siblings", group: record.GroupCPU,
	needs:   []string{record.FactSMT},
	unknown: "Whether CPUs share cores with each other cannot be verified.",
	judge:   smtSiblings,
}, {
	id: "hybrid-cores", group: record.GroupCPU,
	needs:   []string{record.FactHybrid},
	unknown: "Whether all cores are of the same type cannot be verified.",
	judge:   hybridCores,
}, {
	id: "numa", group: record.GroupCPU,
	needs:   []string{record.FactNUMA},
	unknown: "Whether all memory is equally near cannot be verified.",
	absent:  "The kernel knows one memory node only.",
	judge:   numa,
}, {
	id: "isolated-cpus-affinity", group: record.GroupCPU,
	needs:   []string{record.FactIsolated},
	unknown: "Whether CPUs are isolated from the scheduler cannot be verified.",
	judge:   isolated,
}, {
	id: "cpus-offline", group: record.GroupCPU, tells: true,
	needs:   []string{record.FactOffline},
	unknown: "Whether CPUs are offline cannot be verified.",
	judge:   offline,
}, {
	id: "mitigations", group: record.GroupCPU, tells: true,
	needs:   []string{record.FactMitigations},
	unknown: "Which CPU vulnerabilities the kernel works around cannot be verified.",
	judge:   mitigations,
}}

func smtSiblings(s subject) record.Finding {
	smt := s.Fact(record.FactSMT)
	facts := s.named(record.FactSMT, record.FactTopology)
	switch {
	case smt.Number > 1 || strings.HasPrefix(smt.Value, "active"):
		return record.Finding{
			Severity: record.Warning,
			What:     "CPUs come in siblings that share one core: what runs on the sibling slows the benchmark down.",
			Evidence: evidence(facts...),
			// Both siblings together do 15 to 30 % more than one alone (Marr et
			// al., Intel Technology Journal 6(1), 2002), so each is left with
			// 58 to 65 % of its speed.
			Effect: "1.5× to 1.7× ns/op while the sibling is busy",
			Knob:   "smt",
		}
	case !s.bareMetal():
		return unverified("No CPU has a sibling here, but the CPUs of a virtual machine may be siblings on its host.",
			s.named(record.FactSMT, record.FactHypervisor)...)
	}
	return passed("No CPU shares its core with another one.", facts...)
}

// cpuList matches the CPUs of the first core type: "8 performance (0-15), …".
var cpuList = regexp.MustCompile(`\(([0-9][0-9,-]*)\)`)

func hybridCores(s subject) record.Finding {
	f := s.Fact(record.FactHybrid)
	if f.Number <= 1 {
		return passed("All cores are of the same type.", f)
	}
	fix := "Pin runs to the cores of one type: tare run -cpus=LIST"
	if list := cpuList.FindStringSubmatch(f.Value); list != nil {
		fix = "Pin runs to the cores of one type: tare run -cpus=" + list[1]
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "Cores are of different types: ns/op depends on which one the benchmark lands on.",
		Evidence: evidence(f),
		// Intel on Alder Lake at Hot Chips 33 (2021): one thread is more than
		// 50 % faster on a performance core at the same power.
		Effect: "1.5× ns/op or more between core types",
		Fix:    fix,
	}
}

func numa(s subject) record.Finding {
	f := s.Fact(record.FactNUMA)
	if f.Number <= 1 {
		return passed("All memory is equally near to all CPUs.", f)
	}
	return record.Finding{
		Severity: record.Warning,
		What:     "Memory is nearer to some CPUs than to others: ns/op depends on where thread and heap meet.",
		Evidence: evidence(f),
		// Lepers, Quéma and Fedorova, ";login:" 40(5), 2015: best and worst
		// placement differ by almost a factor of two.
		Effect: "up to 2× for code that misses the caches",
		Fix:    "Keep runs on one node: numactl --cpunodebind=0 --membind=0 tare run",
	}
}

// isolated goes by numbers of CPUs, which is all that is known of the affinity.
func isolated(s subject) record.Finding {
	f := s.Fact(record.FactIsolated)
	inside := s.Affinity + int(f.Number) - s.CPUs // at least
	what := fmt.Sprintf("%s: %s; tare may run on %d of %d CPUs.", f.Name, f.Value, s.Affinity, s.CPUs)
	switch {
	case f.Number == 0:
		return passed("No CPUs are isolated from the scheduler.", f)
	case s.Affinity == 0 || s.CPUs == 0:
		return unverified("Whether tare runs on isolated CPUs cannot be verified.", s.named(record.FactIsolated, record.FactAffinity, record.FactCPUs)...)
	case s.Affinity > 1 && inside > 0:
		return record.Finding{
			Severity: record.Serious,
			What:     "tare may run on isolated CPUs, between which the kernel does not move threads: they may all share one CPU.",
			Evidence: what,
			// isolcpus=domain takes CPUs out of load balancing; see
			// Documentation/admin-guide/kernel-parameters.txt.
			Effect: fmt.Sprintf("up to %d× ns/op of parallel code", s.Affinity),
			Fix:    "Pin runs to one isolated CPU, or keep off them: tare run -cpus=LIST",
		}
	case inside == 0:
		return record.Finding{
			Severity: record.Info,
			What:     "tare runs beside the isolated CPUs, not on them.",
			Evidence: what,
			Fix:      "For single-threaded benchmarks, use one: tare run -gomaxprocs=1 -cpus=CPU",
		}
	case s.Affinity == 1:
		return passed("tare runs on one CPU, isolated or not: no threads need to be moved.", f)
	}
	return record.Finding{
		Severity: record.Unverified,
		What:     "Some CPUs are isolated, and whether tare runs on them cannot be told from the number of its CPUs.",
		Evidence: what,
	}
}

func offline(s subject) record.Finding {
	f := s.Fact(record.FactOffline)
	if f.Number == 0 {
		return passed("All CPUs are online.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "CPUs are offline: parallel benchmarks compare only with results from as many CPUs.",
		Evidence: evidence(f),
	}
}

func mitigations(s subject) record.Finding {
	f := s.Fact(record.FactMitigations)
	if f.Value == "none needed" {
		return passed("The kernel needs no work-around for this CPU.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "System calls and context switches compare only with machines that work around the same CPU vulnerabilities.",
		Evidence: evidence(f),
	}
}
