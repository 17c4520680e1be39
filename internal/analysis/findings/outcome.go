package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// unless says what is wrong but when the fact is as it should be.
func unless(good func(record.Fact) bool, wrong record.Finding) judge {
	return func(_ subject, f record.Fact) record.Finding {
		if good(f) {
			return record.Finding{}
		}
		return wrong
	}
}

func is(values ...string) func(record.Fact) bool {
	return func(f record.Fact) bool { return slices.Contains(values, f.Value) }
}

func begins(prefix string) func(record.Fact) bool {
	return func(f record.Fact) bool { return strings.HasPrefix(f.Value, prefix) }
}

func atMost(most float64) func(record.Fact) bool {
	return func(f record.Fact) bool { return f.Number <= most }
}

func passed(what string, facts ...record.Fact) record.Finding {
	return record.Finding{Severity: record.Passed, What: what, Evidence: evidence(facts...)}
}

// asRoot is of no use to root, whom a container or a sandbox denies it.
const asRoot = "Run `tare check` as root."

// unverified returns the outcome of a check that lacks facts, or whose facts do
// not decide; an empty sentence stands for the check's own.
func unverified(what string, facts ...record.Fact) record.Finding {
	f := record.Finding{Severity: record.Unverified, What: what, Evidence: evidence(facts...)}
	for _, fact := range facts {
		if fact.Status == record.Denied {
			f.Fix = asRoot
		}
	}
	return f
}

// unmeasured is unverified for what is no fact.
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

// grade returns the severity of a quantity of which more is worse, none below
// warning. What compares with nothing (NaN) is serious, not fine.
func grade(v, warning, serious float64) record.Severity {
	switch {
	case v < warning:
		return ""
	case v < serious:
		return record.Warning
	}
	return record.Serious
}

// share formats a fraction of time.
func share(v float64) string { return unit.Percent(v, 1) }

// named returns the facts of s with these names.
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

// fix returns what helps on bare metal, or what to do on a virtual machine,
// where the same is not up to the guest.
func (s subject) fix(bareMetal string) string {
	switch {
	case !s.Fact(record.FactHypervisor).OK() || s.bareMetal():
		return bareMetal
	case begins("WSL")(s.Fact(record.FactWSL)):
		return "Close other programs in Windows; " + sameRun
	}
	return "Ask for dedicated CPUs; " + sameRun
}

const sameRun = "compare variants in the same run, whose rounds tare interleaves."
