package align

import (
	"fmt"
	"slices"
	"testing"

	"tare/internal/record"
)

// heard keeps what a sink is told, in order.
type heard []string

func (h *heard) Piece(p *record.Piece) { *h = append(*h, fmt.Sprint("piece ", *p)) }
func (h *heard) Mark(m *record.Mark)   { *h = append(*h, fmt.Sprint("mark ", *m)) }
func (h *heard) Named(n *record.Named) { *h = append(*h, fmt.Sprint("named ", *n)) }

// TestApart has a sink behind another be told the same, in the same order, although the
// teller uses its memory again.
func TestApart(t *testing.T) {
	const many = 20_000 // more than are on the way at once
	var at, behind heard
	ahead, wait := Apart(&behind)
	var p record.Piece
	var m record.Mark
	var n record.Named
	for i := range int64(many) {
		p.Start, m.Start, n.At = i, i, i
		for _, s := range []record.Sink{&at, ahead} {
			switch i % 3 {
			case 0:
				s.Piece(&p)
			case 1:
				s.Mark(&m)
			default:
				s.Named(&n)
			}
		}
	}
	wait()
	if !slices.Equal(at, behind) {
		t.Errorf("of %d things told, %d arrived, or others", len(at), len(behind))
	}
	_, wait = Apart(&heard{})
	wait() // of nothing, too
}
