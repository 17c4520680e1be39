package record

import (
	"math"
	"testing"
)

// The columns of a table agree with the change between them.
func TestBeside(t *testing.T) {
	old, new := Estimate{Center: 9.204, Lo: 9, Hi: 9.4, N: 70}, Estimate{Center: 8.055, Lo: 7.9, Hi: 8.2, N: 70}
	b := Compared{Old: old}
	for name, c := range map[string]struct {
		design Design
		change Change
		want   float64
	}{
		"paired":      {Paired, Change{New: new, Ratio: Estimate{Center: 0.91, N: 70}}, 0.91 * 9.204},
		"differences": {Paired, Change{New: new, Diff: Estimate{Center: -1, N: 70}}, 8.204},
		"separate":    {Separate, Change{New: new, Ratio: Estimate{Center: 0.91, N: 70}}, 8.055},
		"constants":   {Paired, Change{New: new, Exact: true, Ratio: Estimate{Center: 8.055/9.204 + 1e-12, N: 70}}, 8.055},
		"no pairs":    {Paired, Change{New: new}, 8.055},
		"no values":   {Paired, Change{Ratio: Estimate{Center: 0.91, N: 70}}, 0},
	} {
		got := Comparison{Design: c.design}.Beside(b, c.change)
		if math.Abs(got.Center-c.want) > 1e-13 {
			t.Errorf("%s: %v, want %v", name, got.Center, c.want)
		}
		if got.N > 0 && (got.Lo >= got.Center || got.Hi <= got.Center) {
			t.Errorf("%s: the interval stayed behind: %+v", name, got)
		}
	}
}
