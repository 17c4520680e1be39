package compare

import (
	"testing"

	"tare/internal/engine/exit"
	"tare/internal/record"
)

// What a gate hears of each verdict, of several the gravest. That a run is not
// calibrated says nothing beyond the verdicts that are taken back for it.
func TestExit(t *testing.T) {
	slower, slight := record.Change{Verdict: record.Slower}, record.Change{Verdict: record.Slower, Within: true}
	faster, open, invalid := record.Change{Verdict: record.Faster}, record.Change{Verdict: record.Inconclusive}, record.Change{Verdict: record.Invalid}
	b := record.Benchmark{Name: "BenchmarkX"}
	gone, added := record.Unmatched{Benchmark: b, Missing: []int{1}}, record.Unmatched{Benchmark: b, Missing: []int{0}}
	for _, c := range []struct {
		name    string
		changes []record.Change
		want    exit.Code
	}{
		{"nothing is slower", []record.Change{faster, {Verdict: record.Equivalent}}, exit.Fine},
		{"slower, and it matters", []record.Change{faster, open, invalid, slower}, exit.FoundWrong},
		{"uncalibrated, and taken back", []record.Change{invalid, faster}, exit.Contaminated},
		{"slower, within the margin", []record.Change{slight, {Verdict: record.Faster, Within: true}}, exit.Fine},
		{"inconclusive beside", []record.Change{slight, open}, exit.Inconclusive},
		{"invalid beside", []record.Change{slight, open, invalid}, exit.Contaminated},
	} {
		comparison := record.Comparison{Benchmarks: []record.Compared{{Changes: c.changes}}, Calibration: record.Calibration{OK: false, P: 0.001, Reach: 0.002, Pairs: 300}}
		if got := statusOf(comparison, false); got != c.want {
			t.Errorf("%s: exit status %d, want %d", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		unmatched    []record.Unmatched
		allowMissing bool
		want         exit.Code
	}{
		{[]record.Unmatched{added}, false, exit.Fine},
		{[]record.Unmatched{added, gone}, false, exit.FoundWrong},
		{[]record.Unmatched{added, gone}, true, exit.Fine},
		{[]record.Unmatched{{Benchmark: b, Missing: []int{0, 1}, Metric: "p99-ns"}}, false, exit.Fine},
		{[]record.Unmatched{{Benchmark: b, Missing: []int{1}, Metric: "p99-ns"}}, false, exit.FoundWrong},
	} {
		comparison := record.Comparison{Benchmarks: []record.Compared{{Changes: []record.Change{faster}}}, Unmatched: c.unmatched}
		if got := statusOf(comparison, c.allowMissing); got != c.want {
			t.Errorf("%+v: exit status %d, want %d", c, got, c.want)
		}
	}
}
