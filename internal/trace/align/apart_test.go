package align

import (
	"fmt"
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// heard keeps what a sink is told, in order.
type heard []string

func (h *heard) Piece(p *event.Piece) { *h = append(*h, fmt.Sprint("piece ", *p)) }
func (h *heard) Mark(m *event.Mark)   { *h = append(*h, fmt.Sprint("mark ", *m)) }
func (h *heard) Named(n *event.Named) { *h = append(*h, fmt.Sprint("named ", *n)) }
func (h *heard) Begin(m *event.Mark)  { *h = append(*h, fmt.Sprint("begin ", *m)) }
func (h *heard) Ended(l record.Lane)  { *h = append(*h, fmt.Sprint("ended ", l)) }
func (h *heard) Sample(e *event.KernelEvent) {
	*h = append(*h, fmt.Sprint("sample ", *e))
}

// deaf is a sink that follows nothing.
type deaf struct{ event.Sink }

// TestApart has a sink behind another be told the same, in the same order, although the
// teller uses its memory again.
func TestApart(t *testing.T) {
	const many = 20_000 // more than are on the way at once
	var at, behind heard
	ahead, wait := Apart(&behind)
	var p event.Piece
	var m event.Mark
	var n event.Named
	var e event.KernelEvent
	for i := range int64(many) {
		p.Start, m.Start, n.At, e.Time = i, i, i, i
		for _, s := range []Follower{&at, ahead} {
			switch i % 6 {
			case 0:
				s.Piece(&p)
			case 1:
				s.Mark(&m)
			case 2:
				s.Named(&n)
			case 3:
				s.Begin(&m)
			case 4:
				s.Ended(record.Lane{ID: i})
			case 5:
				s.Sample(&e)
			}
		}
	}
	wait()
	if !slices.Equal(at, behind) {
		t.Errorf("of %d things told, %d arrived, or others", len(at), len(behind))
	}
	var some heard
	ahead, wait = Apart(deaf{&some})
	ahead.Begin(&m)
	ahead.Mark(&m)
	wait()
	if len(some) != 1 {
		t.Errorf("a sink that follows nothing is told %q", some)
	}
}
