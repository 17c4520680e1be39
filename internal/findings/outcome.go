package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

func passed(what string, facts ...record.Fact) record.Finding {
	return record.Finding{Severity: record.Passed, What: what, Evidence: evidence(facts...)}
}

// unverified returns the outcome of a check that lacks facts, or whose facts do
// not decide.
func unverified(what string, facts ...record.Fact) record.Finding {
	f := record.Finding{Severity: record.Unverified, What: what, Evidence: evidence(facts...)}
	for _, fact := range facts {
		if fact.Status == record.Denied {
			f.Fix = "Run `tare check` as root."
		}
	}
	return f
}

// unmeasured is unverified for a measurement that came to nothing.
func unmeasured(what, why string) record.Finding {
	return record.Finding{Severity: record.Unverified, What: what, Evidence: sentence(cmp.Or(why, "Nobody looked"))}
}

// evidence lists facts as they were read: "governor: powersave; boost: on." What
// the machine does not have is left out beside what it has.
func evidence(facts ...record.Fact) string {
	var parts []string
	known := slices.ContainsFunc(facts, record.Fact.OK)
	for _, f := range facts {
		switch {
		case f.OK():
			parts = append(parts, f.Name+": "+f.Value)
		case !known || f.Status != record.Unsupported:
			parts = append(parts, fmt.Sprintf("%s: not known (%s)", f.Name, f.Why))
		}
	}
	return sentence(strings.Join(parts, "; "))
}

func sentence(s string) string {
	return strings.TrimSuffix(s, ".") + "."
}

// grade returns the severity of a quantity of which more is worse. What compares
// with nothing (NaN) is serious, not passed.
func grade(v, warning, serious float64) record.Severity {
	switch {
	case v < warning:
		return record.Passed
	case v < serious:
		return record.Warning
	}
	return record.Serious
}

// atLeastInfo is for what is worth knowing however small it is.
func atLeastInfo(s record.Severity) record.Severity {
	if s == record.Passed {
		return record.Info
	}
	return s
}

// share formats a fraction of time.
func share(v float64) string { return unit.Percent(v, 1) }

// named returns the facts of m with these names.
func (s subject) named(names ...string) []record.Fact {
	facts := make([]record.Fact, len(names))
	for i, name := range names {
		facts[i] = s.Fact(name)
	}
	return facts
}

// is reports whether the fact is known to have the value.
func (s subject) is(name, value string) bool {
	f := s.Fact(name)
	return f.OK() && f.Value == value
}

// bareMetal reports whether there is known to be no hypervisor, so that the
// kernel sees the CPUs as they are.
func (s subject) bareMetal() bool { return s.is(record.FactHypervisor, "none") }
