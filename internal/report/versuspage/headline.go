package versuspage

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// tally counts the verdicts on one contender.
type tally struct {
	Contender string // empty when there is only one
	Counts    []count
}

// count is how many changes came to a verdict.
type count struct {
	N     int
	Class string
	Words string
}

// class is what the style sheet knows an outcome by.
func class(o wording.Outcome) string {
	if o.Within {
		return "within"
	}
	return string(o.Verdict)
}

func (v view) tallies() []tally {
	var tallies []tally
	for i, one := range v.Variants {
		if one.Role != record.Contender {
			continue
		}
		var t tally
		if v.several {
			t.Contender = one.Name
		}
		found := wording.Tally(v.Benchmarks, func(c record.Change) bool { return c.Variant == i })
		for _, o := range wording.Outcomes {
			if n := found[o]; n > 0 {
				t.Counts = append(t.Counts, count{n, class(o), o.Bare()})
			}
		}
		tallies = append(tallies, t)
	}
	return tallies
}

// notice is what to know before reading any verdict.
type notice struct {
	Class string // a severity
	Title string
	Text  string
}

func (v view) notices() []notice {
	var ns []notice
	if v.Design == record.Separate {
		ns = append(ns, notice{"warning", "Weaker guarantee",
			"Nothing says that the sides were measured in turn. Whatever else changed on the machine in between passes for a change of the code."})
	}
	if c := v.Calibration; c.Pairs > 0 && !c.OK {
		ns = append(ns, notice{"serious", "Uncalibrated",
			fmt.Sprintf("%s differs from its own copy by %s%s (p = %s, %s): %s.",
				v.base(), wording.Signed(c.Shift, 1), wording.In(c.Metric), probability(c.P, c.Pairs), unit.Plural(c.Pairs, "pair"), wording.Uncalibrated(c))})
	}
	if o := v.OneSided; o != nil {
		way := record.Faster
		if o.Slower {
			way = record.Slower
		}
		ns = append(ns, notice{"warning", "One-sided",
			fmt.Sprintf("%d of %s became %s in %s, by %s at the median (p = %s). The machine or the build does that more often than the code. With -floor, tare measures how much %s differs from itself.",
				o.Same, unit.Plural(o.Of, "benchmark"), way, v.variant(o.Variant),
				wording.Signed(o.Typical, 1), probability(o.P, o.Of), v.base())})
	}
	return ns
}

// unmatched names the benchmarks that some variants lack, those with the same
// gap together.
func (v view) unmatched() wording.Gaps { return wording.Unmatched(v.Unmatched, v.variant) }
