package compare

import (
	"testing"

	"tare/internal/record"
	"tare/internal/verb/cli"
)

// What a gate hears of each verdict, of several the gravest.
func TestExit(t *testing.T) {
	slower, slight := record.Change{Verdict: record.Slower}, record.Change{Verdict: record.Slower, Within: true}
	faster, open, invalid := record.Change{Verdict: record.Faster}, record.Change{Verdict: record.Inconclusive}, record.Change{Verdict: record.Invalid}
	for _, c := range []struct {
		name    string
		changes []record.Change
		want    cli.Exit
	}{
		{"nothing is slower", []record.Change{faster, {Verdict: record.Equivalent}}, cli.Fine},
		{"slower, and it matters", []record.Change{faster, open, invalid, slower}, cli.FoundWrong},
		{"slower, within the margin", []record.Change{slight, {Verdict: record.Faster, Within: true}}, cli.Fine},
		{"inconclusive beside", []record.Change{slight, open}, cli.Inconclusive},
		{"invalid beside", []record.Change{slight, open, invalid}, cli.Contaminated},
	} {
		comparison := record.Comparison{Benchmarks: []record.Compared{{Changes: c.changes}}, Calibration: record.Calibration{OK: true}}
		if got := exit(comparison); got != c.want {
			t.Errorf("%s: exit status %d, want %d", c.name, got, c.want)
		}
	}
}
