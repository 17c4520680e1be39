package checkup

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// otherGroup is the heading of what belongs to no group.
const otherGroup = "other"

// section is what belongs to one group.
type section struct {
	Title    string
	Findings []record.Finding // gravest first
	Facts    []record.Fact
}

// sections groups findings and facts, in the order of record.Groups; groups
// that are not in it follow in order of appearance.
func sections(fs []record.Finding, facts []record.Fact) []section {
	var ss []section
	at := func(group string) *section {
		if group == "" {
			group = otherGroup
		}
		i := slices.IndexFunc(ss, func(s section) bool { return s.Title == group })
		if i < 0 {
			i = len(ss)
			ss = append(ss, section{Title: group})
		}
		return &ss[i]
	}
	for _, group := range record.Groups {
		at(group)
	}
	for _, f := range gravestFirst(fs) {
		s := at(f.Group)
		s.Findings = append(s.Findings, f)
	}
	for _, f := range facts {
		s := at(f.Group)
		s.Facts = append(s.Facts, f)
	}
	return slices.DeleteFunc(ss, func(s section) bool { return len(s.Findings)+len(s.Facts) == 0 })
}

func gravestFirst(fs []record.Finding) []record.Finding {
	return slices.SortedStableFunc(slices.Values(fs), func(a, b record.Finding) int {
		return cmp.Compare(severity(b).Compare(severity(a)), 0)
	})
}

// remarked are the findings that say something, and passed those that only
// say that nothing is wrong.
func (s section) remarked() (remarked, passed []record.Finding) {
	for _, f := range s.Findings {
		if lookOf(f.Severity).unremarked {
			passed = append(passed, f)
		} else {
			remarked = append(remarked, f)
		}
	}
	return remarked, passed
}

// urgent are the findings to act on: serious ones and warnings, gravest first.
func urgent(fs []record.Finding) []record.Finding {
	return slices.DeleteFunc(gravestFirst(fs), func(f record.Finding) bool {
		return severity(f).Compare(record.Warning) < 0
	})
}
