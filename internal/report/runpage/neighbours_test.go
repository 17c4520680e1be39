package runpage

import (
	"testing"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/report/wording"
)

// The page says of rounds that are not independent what the terminal says: that
// the interval was widened, as it is.
func TestNeighbours(t *testing.T) {
	values := []float64{100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111}
	a := stats.Lag1(values)
	plain, widened := stats.HodgesLehmann(values, 0.95), stats.Interval(values, 0.95)
	if !a.Significant() || widened.Hi-widened.Lo <= plain.Hi-plain.Lo {
		t.Fatalf("%+v was not widened for %+v", widened, a)
	}
	d := record.Drift{Lag1: a.Rho, Significant: true}
	f := neighbours(record.Summary{Rounds: len(values), Drift: d})
	if want := "neighbouring rounds resemble each other (r=0.75): the interval was widened for it"; f.Note != want || wording.Neighbours(d) != want || !f.Alarm {
		t.Errorf("%+v, and %q at the terminal; want %q", f, wording.Neighbours(d), want)
	}
	for _, d := range []record.Drift{{Lag1: -0.8, Significant: true}, {Lag1: 0.1}} {
		if f := neighbours(record.Summary{Rounds: 12, Drift: d}); f.Note != wording.Neighbours(d) || f.Alarm != d.Significant {
			t.Errorf("%+v: %+v", d, f)
		}
	}
}
