package bench

import (
	"cmp"
	"slices"
	"testing"

	"tare/internal/record"
)

// edge is a moment at which the number of running spinners changes.
type edge struct {
	at   int64
	step int
}

// atMost returns how long, within a stretch of time that begins with this many
// running, at most that many run.
func atMost(within record.Span, edges []edge, running, most int) (ns int64) {
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.at, b.at) })
	at := within.From
	for _, e := range append(edges, edge{at: within.To}) {
		if running <= most {
			ns += e.at - at
		}
		at, running = e.at, running+e.step
	}
	return ns
}

func TestAlone(t *testing.T) {
	s := spinner{gaps: []record.Span{{From: 100, To: 200}, {From: 300, To: 310}}}
	others := []*spinner{
		{gaps: []record.Span{{From: 0, To: 150}, {From: 290, To: 400}}},
		{gaps: []record.Span{{From: 120, To: 180}}},
	}
	for most, want := range []int64{30, 80 + 10, 110} {
		if got := s.alone(others, most); got != want {
			t.Errorf("at most %d others run for %d ns, want %d", most, got, want)
		}
	}
}
