// Package findings turns what is known about a machine into what distorts Go
// measurements on it: each check looks at one thing, and says how large its
// effect can be and what to do about it. What a check cannot look at has not
// passed: it is unverified.
//
// Thresholds follow one scale. A share of time that is lost goes straight into
// ns/op, so from a percent on, the width of the interval that a run aims at, it
// is a warning; from a few times that on it is serious, because no number of
// rounds brings results of different days together again. Figures that do not
// follow from the machine's own facts name their source in a comment.
package findings

import (
	"cmp"
	"slices"
	"strings"

	"tare/internal/record"
)

// check looks at one thing.
type check struct {
	id, group string
	from      source
	// tells marks what describes the machine and cannot move results by itself:
	// its finding is never above Info, and a quiet machine need not verify it.
	tells bool
	// shown is the ID of the check that sees the effect of what this one looks
	// for. While that one has a verdict, a quiet machine need not verify this.
	shown    string
	fact     string                             // without which there is no verdict; empty when the judge sees to it
	optional bool                               // fine on a Linux that does not have the fact
	also     []string                           // facts to show beside it
	reads    func(*record.Noise) record.Reading // measurement without which there is no verdict
	unknown  string                             // the sentence to say then
	fine     string                             // the sentence to pass with
	judge    judge
}

// judge looks at a subject, of which f is the fact that the check needs. It may
// leave out what the check knows to say: a finding without a severity is none, a
// pass or a lack of a verdict without a sentence takes the check's, and without
// evidence it is the facts.
type judge func(s subject, f record.Fact) record.Finding

// source is what a check needs besides the machine.
type source int

const (
	fromFacts source = iota
	fromCapacity
	fromNoise
)

// subject is what is checked.
type subject struct {
	record.Machine
	capacity record.Capacity
	noise    *record.Noise
}

// checks lists all of them in the order of a report.
var checks = slices.Concat(cpuChecks, frequencyChecks, virtualChecks, limitChecks, goChecks,
	memoryChecks, kernelChecks, clockChecks, busyChecks, noiseChecks, toolChecks)

// IDs returns the IDs of all checks in the order of a report.
func IDs() []string {
	ids := make([]string, len(checks))
	for i, c := range checks {
		ids[i] = c.id
	}
	return ids
}

// Check returns the outcome of every check, passed ones too, in the order of a
// report. Without n, checks of measurements are left out.
func Check(m record.Machine, c record.Capacity, n *record.Noise) []record.Finding {
	s := subject{Machine: m, capacity: c, noise: n}
	var found []record.Finding
	for _, c := range checks {
		if c.from != fromNoise || n != nil {
			found = append(found, c.run(s))
		}
	}
	return found
}

// Of returns what distorts a run on m, as far as its facts alone say so. All
// that could move results and cannot be verified is one finding, whose evidence
// lists the checks; without those whose effect shows elsewhere.
func Of(m record.Machine) []record.Finding {
	if m.GOOS != "linux" {
		return []record.Finding{machineUnverified(
			"Nothing is known about what distorts measurements on this machine.",
			"tare reads the machine only on Linux; this is "+cmp.Or(m.GOOS, "an unknown system")+".")}
	}
	var found []record.Finding
	var open []string
	for _, c := range checks {
		if c.from != fromFacts || c.tells {
			continue
		}
		switch f := c.run(subject{Machine: m}); f.Severity {
		case record.Passed:
		case record.Unverified:
			if c.shown == "" {
				open = append(open, f.ID)
			}
		default:
			found = append(found, f)
		}
	}
	if len(open) > 0 {
		found = append(found, machineUnverified("Not everything that can move results on this machine can be verified.",
			"Without a verdict: "+strings.Join(open, ", ")+"; `tare check` says why."))
	}
	return found
}

func machineUnverified(what, evidence string) record.Finding {
	return record.Finding{
		ID:       "machine-unverified",
		Severity: record.Unverified,
		What:     what,
		Evidence: evidence,
		Fix:      "Trust only differences between variants that ran in the same rounds.",
	}
}

// run returns the outcome of one check.
func (c check) run(s subject) record.Finding {
	f := c.outcome(s)
	f.ID, f.Group = c.id, c.group
	switch f.Severity {
	case "":
		f.Severity, f.What = record.Passed, c.fine
		f.Effect, f.Fix, f.Knob = "", "", ""
	case record.Passed:
		f.What = cmp.Or(f.What, c.fine)
	case record.Unverified:
		f.What = cmp.Or(f.What, c.unknown)
	}
	if f.Fix == asRoot && s.is(record.FactUser, "root") {
		f.Fix = ""
	}
	if f.Evidence == "" {
		f.Evidence = evidence(append([]record.Fact{s.Fact(c.fact)}, s.named(c.also...)...)...)
	}
	return f
}

func (c check) outcome(s subject) record.Finding {
	if c.reads != nil {
		if r := c.reads(s.noise); !r.OK() {
			return unmeasured("", r.Why)
		}
	}
	f := s.Fact(c.fact)
	switch {
	case c.fact == "" || f.OK():
		return c.judge(s, f)
	case c.optional && s.GOOS == "linux" && f.Status == record.Unsupported:
		return passed("", f)
	}
	return unverified("", f)
}
