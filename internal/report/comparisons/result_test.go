package comparisons

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
)

// How to go on is said where there is something to go on with, and somewhere to
// take it from.
func TestGoingOn(t *testing.T) {
	may := func() record.Comparison {
		return record.Comparison{ID: "c1", Plan: record.ComparisonPlan{Looks: []int{9}, Kept: 0.1}, Calibration: record.Calibration{OK: true},
			Benchmarks: []record.Compared{{Changes: []record.Change{{Verdict: record.Inconclusive}}}}}
	}
	if got := (view{Comparison: may()}).goingOn(); !strings.Contains(fmt.Sprint(got), "tare compare -resume=c1") {
		t.Errorf("%v", got)
	}
	for name, change := range map[string]func(*record.Comparison){
		"not stored":           func(c *record.Comparison) { c.ID = "" },
		"nothing kept back":    func(c *record.Comparison) { c.Plan.Kept = 0 },
		"uncalibrated":         func(c *record.Comparison) { c.Calibration.OK = false },
		"everything decided":   func(c *record.Comparison) { c.Benchmarks[0].Changes[0].Verdict = record.Equivalent },
		"nothing was measured": func(c *record.Comparison) { c.Benchmarks = nil },
	} {
		c := may()
		change(&c)
		if got := (view{Comparison: c}).goingOn(); len(got.Lines) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The time between sessions is none of the comparison's.
func TestSessionsTook(t *testing.T) {
	at := time.Unix(1000, 0)
	c := record.Comparison{Started: at, Finished: at.Add(48 * time.Hour), Trials: make([]record.Trial, 3), Sessions: []record.Session{
		{Started: at, Finished: at.Add(time.Minute)}, {Started: at.Add(time.Hour)}, {Started: at.Add(47 * time.Hour), Finished: at.Add(47*time.Hour + time.Minute)}}}
	if got := (view{Comparison: c}).result()[0].Text; !strings.Contains(got, "0 pairs in 2m0s in 3 sessions") {
		t.Error(got)
	}
}

func TestInterrupted(t *testing.T) {
	c := record.Comparison{Benchmarks: []record.Compared{{}, {Stop: record.StopInterrupted}}}
	if got := fmt.Sprint((view{Comparison: c}).result()); !strings.Contains(got, "interrupted") {
		t.Error(got)
	}
	c.Benchmarks[1].Stop = record.StopDecided
	if got := fmt.Sprint((view{Comparison: c}).result()); strings.Contains(got, "interrupted") {
		t.Error(got)
	}
}
