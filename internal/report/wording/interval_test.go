package wording

import (
	"testing"

	"tare/internal/record"
)

func TestStretches(t *testing.T) {
	for _, kind := range []record.IntervalKind{record.IntervalAll, record.IntervalRange, record.IntervalWindow, record.IntervalOp, record.IntervalRegion, record.IntervalHTTP, record.IntervalTask} {
		if s := StretchOf(kind); s.One == "" || s.Several == "" || s.None == "" {
			t.Errorf("a %s lacks words: %+v", kind, s)
		}
	}
	for _, view := range []record.View{record.ViewHit, record.ViewWorst, record.ViewP99, record.ViewMean, record.ViewProcess} {
		if View(view) == "" {
			t.Errorf("the view %s lacks words", view)
		}
	}
	for p, want := range map[float64]string{0.5: "p50", 0.999: "p99.9", 1: "worst"} {
		if got := Quantile(p); got != want {
			t.Errorf("quantile %g is %q, want %q", p, got, want)
		}
	}
}
