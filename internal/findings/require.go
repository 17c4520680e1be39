package findings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
)

// policy says what one kind of machine must not have.
type policy struct {
	wrong func(record.Finding) bool
	open  func(record.Finding) bool
}

var policies = map[string]policy{
	// Good for numbers that others are to believe.
	"quiet": {
		wrong: func(f record.Finding) bool { return f.Severity.Compare(record.Warning) >= 0 },
		open:  func(f record.Finding) bool { return f.Severity == record.Unverified && !tells(f.ID) },
	},
	// Good for A against B in the same rounds: virtual machines of others, whose
	// settings cannot be seen, but whose limits fit.
	"ci": {
		wrong: func(f record.Finding) bool {
			return f.Severity == record.Serious || f.Severity == record.Warning && limits(f.ID)
		},
		open: func(record.Finding) bool { return false },
	},
}

// Policies returns the names that Judge knows besides the IDs of findings.
func Policies() []string { return []string{"quiet", "ci"} }

func tells(id string) bool {
	return slices.ContainsFunc(checks, func(c check) bool { return c.id == id && c.tells })
}

// limits reports whether a finding is about what the program may have.
func limits(id string) bool {
	return slices.ContainsFunc(checks, func(c check) bool { return c.id == id && c.from == fromCapacity })
}

// Judge compares what Check found with what was asked for: names of policies or
// IDs of findings. A machine is
//
//	quiet   when nothing is a warning or worse, and nothing that could be is unverified
//	ci      when nothing is serious, and no limit, GOMAXPROCS or GC setting is a warning
//	an ID   when that finding is passed or for information
//
// The error names what is neither, and what may have been meant.
func Judge(found []record.Finding, asked []string) (record.Require, error) {
	r := record.Require{Asked: asked}
	for _, name := range asked {
		p, ok := policies[name]
		if !ok {
			if !slices.Contains(IDs(), name) {
				return record.Require{}, fmt.Errorf("unknown requirement %q: %s", name, meant(name))
			}
			p = single(name)
			if !slices.ContainsFunc(found, func(f record.Finding) bool { return f.ID == name }) {
				r.Open = append(r.Open, name) // nobody looked
			}
		}
		for _, f := range found {
			if p.wrong(f) {
				r.Wrong = append(r.Wrong, f.ID)
			}
			if p.open(f) {
				r.Open = append(r.Open, f.ID)
			}
		}
	}
	r.Wrong, r.Open = unique(r.Wrong), unique(r.Open)
	r.Passed = len(r.Wrong) == 0 && len(r.Open) == 0
	return r, nil
}

// single asks for one finding.
func single(id string) policy {
	return policy{
		wrong: func(f record.Finding) bool { return f.ID == id && f.Severity.Compare(record.Warning) >= 0 },
		open:  func(f record.Finding) bool { return f.ID == id && f.Severity == record.Unverified },
	}
}

// unique returns the IDs without repetitions, in the order of first mention.
func unique(ids []string) []string {
	var kept []string
	for _, id := range ids {
		if !slices.Contains(kept, id) {
			kept = append(kept, id)
		}
	}
	return kept
}

// meant returns advice for a name that nothing has.
func meant(name string) string {
	var near []string
	nearest := math.MaxInt
	for _, known := range append(Policies(), IDs()...) {
		d, ok := similar(name, known)
		if !ok || d > nearest {
			continue
		}
		if d < nearest {
			near, nearest = nil, d
		}
		near = append(near, known)
	}
	if len(near) == 0 {
		return "try quiet, ci or the ID of a finding, as `tare check -json` lists them"
	}
	return "did you mean " + strings.Join(near, " or ") + "?"
}

// similar reports whether a name is part of another one, or fewer than half of
// its letters away from it or from one of its words; and how many.
func similar(name, known string) (letters int, ok bool) {
	if len(name) < 3 {
		return 0, false
	}
	if strings.Contains(known, name) {
		return 0, true
	}
	letters = math.MaxInt
	for _, word := range append(strings.Split(known, "-"), known) {
		if d := distance(name, word); 2*d < min(len(name), len(word)) {
			letters, ok = min(letters, d), true
		}
	}
	return letters, ok
}

// distance is Levenshtein's: how many letters to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
