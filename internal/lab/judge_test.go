package lab

import (
	"testing"

	"tare/internal/record"
)

// Rounds that a neighbour disturbed are not judged, and shown where there are no others.
func TestUndisturbed(t *testing.T) {
	f := Ratio("time under the limit, times that without", 2, "ns/op", "limited", "free")
	f.Undisturbed = func(v Values) bool {
		free, ok := v("free", "ns/op")
		return ok && free < 150
	}
	data := func(quiet, busy int) Data {
		d := Data{Variants: []string{"free", "limited"}}
		for i := range quiet + busy {
			free := 100.0
			if i >= quiet {
				free = 200
			}
			d.Rounds = append(d.Rounds, map[int]map[string]float64{0: {"ns/op": free}, 1: {"ns/op": 200}})
		}
		return d
	}
	for _, c := range []struct {
		quiet, busy int
		ours        float64
		says        record.ClaimVerdict
	}{
		{15, 0, 2, record.Reproduced},
		{7, 8, 2, record.Reproduced},
		{0, 15, 1, record.Unclear},
	} {
		figures, got := Judge([]Figure{f}, data(c.quiet, c.busy))
		if got != c.says || figures[0].Ours.Center != c.ours {
			t.Errorf("%d quiet rounds and %d busy ones: %s, %+v; want %s, %v", c.quiet, c.busy, got, figures, c.says, c.ours)
		}
	}
}
