package findings

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
)

// Policies returns the names that Judge knows besides the IDs of findings.
func Policies() []string { return []string{"quiet", "ci"} }

// Judge compares what Check found with what was asked for: names of policies or
// IDs of findings. A machine is
//
//	quiet   when nothing is a warning or worse, and nothing that could be is
//	        unverified, or was not measured, unless another finding shows its effect
//	ci      when nothing is serious, and no limit, GOMAXPROCS or GC setting is a warning
//	an ID   when that finding is passed or for information
//
// The error names what is neither, and what may have been meant.
func Judge(found []record.Finding, asked []string) (record.Require, error) {
	r := record.Require{Asked: asked}
	for _, name := range asked {
		if !slices.Contains(Policies(), name) && !slices.Contains(IDs(), name) {
			return record.Require{}, fmt.Errorf("unknown requirement %q: %s", name, meant(name))
		}
		for _, f := range withUnseen(found) {
			if wrong(name, f) && !slices.Contains(r.Wrong, f.ID) {
				r.Wrong = append(r.Wrong, f.ID)
			}
			if f.Severity == record.Unverified && open(name, f, found) && !slices.Contains(r.Open, f.ID) {
				r.Open = append(r.Open, f.ID)
			}
		}
	}
	r.Passed = len(r.Wrong) == 0 && len(r.Open) == 0
	return r, nil
}

// withUnseen adds to the findings the checks that nobody made, unverified.
func withUnseen(found []record.Finding) []record.Finding {
	all := slices.Clone(found)
	for _, id := range IDs() {
		if !slices.ContainsFunc(found, func(f record.Finding) bool { return f.ID == id }) {
			all = append(all, record.Finding{ID: id, Severity: record.Unverified})
		}
	}
	return all
}

// wrong reports whether a finding fails what was asked for.
func wrong(asked string, f record.Finding) bool {
	switch asked {
	case "quiet": // good for numbers that others are to believe
		return f.Severity.Compare(record.Warning) >= 0
	case "ci":
		// Good for A against B in the same rounds: virtual machines of others,
		// whose settings cannot be seen, but whose limits fit.
		return f.Severity.Compare(record.Serious) >= 0 || f.Severity == record.Warning && of(f).from == fromCapacity
	}
	return f.ID == asked && f.Severity.Compare(record.Warning) >= 0
}

// open reports whether what was asked for needs a verdict that the finding lacks.
func open(asked string, f record.Finding, found []record.Finding) bool {
	switch asked {
	case "quiet":
		c := of(f)
		return !c.tells && !slices.ContainsFunc(found, func(f record.Finding) bool {
			return f.ID == c.shown && f.Severity != record.Unverified
		})
	case "ci":
		return false
	}
	return f.ID == asked
}

// of returns the check that a finding is of, without any properties when it comes
// from elsewhere.
func of(f record.Finding) check {
	if i := slices.Index(IDs(), f.ID); i >= 0 {
		return checks[i]
	}
	return check{}
}

// meant returns advice for a name that nothing has: names with a word that begins
// as it does, over three letters and half of it at least.
func meant(name string) string {
	var near []string
	longest := max(3, (len(name)+1)/2)
	for _, known := range append(Policies(), IDs()...) {
		n := shared(name, known)
		if n > longest {
			near, longest = nil, n
		}
		if n == longest {
			near = append(near, known)
		}
	}
	if len(near) == 0 {
		return "try quiet, ci or the ID of a finding, as `tare check -v` lists them"
	}
	return "did you mean " + strings.Join(near, " or ") + "?"
}

// shared returns with how many letters a name and any word of another begin.
func shared(name, known string) int {
	n := 0
	for n < min(len(name), len(known)) && name[n] == known[n] {
		n++
	}
	if _, rest, ok := strings.Cut(known, "-"); ok {
		n = max(n, shared(name, rest))
	}
	return n
}
