package versus

import (
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// goingOn says how to go on where something is not decided yet; it is empty where
// nothing is, or where that is not possible.
func (v view) goingOn() string {
	inconclusive := func(b record.Compared) bool {
		return slices.ContainsFunc(b.Changes, func(c record.Change) bool { return c.Verdict == record.Inconclusive })
	}
	if v.ID == "" || v.Plan.Kept == 0 || !v.Calibration.OK || !slices.ContainsFunc(v.Benchmarks, inconclusive) {
		return ""
	}
	return "what is inconclusive goes on with `tare compare -resume=" + v.ID + "`; its verdicts count these rounds, too"
}

// sessions counts those of a comparison that was continued: " in 2 sessions".
func (v view) sessions() string {
	if n := len(v.Sessions); n > 1 {
		return " in " + unit.Plural(n, "session")
	}
	return ""
}
