package verdict

import (
	"testing"

	"tare/internal/record"
)

// A gate that fails has found something that matters: the estimate itself lies
// beyond the margin, and not only the interval beside no change.
func TestWithinTheMargin(t *testing.T) {
	r := rules(9)
	for _, c := range []struct {
		center, lo, hi float64
		diff           bool
		want           record.Verdict
		within         bool
	}{
		{1.015, 1.001, 1.03, false, record.Slower, true},
		{1.021, 1.001, 1.04, false, record.Slower, false},
		{0.985, 0.97, 0.999, false, record.Faster, true},
		{0.979, 0.96, 0.999, false, record.Faster, false},
		{1.01, 1.001, 1.019, false, record.Equivalent, false},
		{0.001, 0.0005, 0.002, true, record.Slower, false}, // there is no margin for differences
		{1.015, 0.999, 1.03, false, record.Inconclusive, false},
	} {
		e := record.Estimate{Center: c.center, Lo: c.lo, Hi: c.hi, Confidence: 0.95, N: 40}
		change := record.Change{Pairs: 40, P: 0.001, Adjusted: 0.001, Ratio: e, Within: true}
		if c.diff {
			change.Ratio, change.Diff = record.Estimate{}, e
		}
		r.decide(&change, record.Compared{Metric: "ns/op", Rounds: 40}, 1)
		if change.Verdict != c.want || change.Within != c.within {
			t.Errorf("%v: %s, within the margin: %v", c, change.Verdict, change.Within)
		}
	}
}
