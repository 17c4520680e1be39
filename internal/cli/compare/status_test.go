package compare

import (
	"testing"

	"tare/internal/cli/command"
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
		want    command.Exit
	}{
		{"nothing is slower", []record.Change{faster, {Verdict: record.Equivalent}}, command.Fine},
		{"slower, and it matters", []record.Change{faster, open, invalid, slower}, command.FoundWrong},
		{"uncalibrated, and taken back", []record.Change{invalid, faster}, command.Contaminated},
		{"slower, within the margin", []record.Change{slight, {Verdict: record.Faster, Within: true}}, command.Fine},
		{"inconclusive beside", []record.Change{slight, open}, command.Inconclusive},
		{"invalid beside", []record.Change{slight, open, invalid}, command.Contaminated},
	} {
		comparison := record.Comparison{Benchmarks: []record.Compared{{Changes: c.changes}}, Calibration: record.Calibration{OK: false, P: 0.001, Reach: 0.002, Pairs: 300}}
		if got := exit(comparison, false); got != c.want {
			t.Errorf("%s: exit status %d, want %d", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		unmatched    []record.Unmatched
		allowMissing bool
		want         command.Exit
	}{
		{[]record.Unmatched{added}, false, command.Fine},
		{[]record.Unmatched{added, gone}, false, command.FoundWrong},
		{[]record.Unmatched{added, gone}, true, command.Fine},
		{[]record.Unmatched{{Benchmark: b, Missing: []int{0, 1}, Metric: "p99-ns"}}, false, command.Fine},
		{[]record.Unmatched{{Benchmark: b, Missing: []int{1}, Metric: "p99-ns"}}, false, command.FoundWrong},
	} {
		comparison := record.Comparison{Benchmarks: []record.Compared{{Changes: []record.Change{faster}}}, Unmatched: c.unmatched}
		if got := exit(comparison, c.allowMissing); got != c.want {
			t.Errorf("%+v: exit status %d, want %d", c, got, c.want)
		}
	}
}
