package scene

import (
	"reflect"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

func unblock(b *Builder, g, by, start, end int64) {
	b.Mark(&event.Mark{Kind: record.MarkUnblock, Start: start, End: end, G: g, By: by})
}

// waited lists who waited for whom, and for how long; those of the chain as negative.
func waited(s record.Scene) (all [][3]int64) {
	for _, m := range s.Marks {
		if m.Kind != record.MarkUnblock {
			continue
		}
		length := m.End - m.Start
		if m.Chain {
			length = -length
		}
		all = append(all, [3]int64{m.Lane, m.By, length})
	}
	return all
}

// TestChain has goroutine 1, which waits for 2, which waits for 3 meanwhile, which has
// waited for 4 before.
func TestChain(t *testing.T) {
	b := New(Options{From: 1000, To: 2000, Begin: 400, MaxWaits: 100, Interest: func(g int64) bool { return g == 1 }, Focus: record.Span{From: 1100, To: 1900}})
	for g := range int64(6) {
		feed(b, record.Lane{ID: g + 1}, 900, do(record.ItemRunning, 10*(g+1)), do(record.ItemRunning, 1000))
	}
	unblock(b, 1, 5, 950, 1050) // before the focus
	unblock(b, 3, 4, 1100, 1190)
	unblock(b, 2, 3, 900, 1300)
	unblock(b, 1, 2, 1200, 1500)
	unblock(b, 6, 5, 1400, 1450)
	unblock(b, 2, 5, 1500, 1600) // after what 1 waited for
	unblock(b, 5, 6, 1700, 2100) // ends too late
	s := b.Scene()
	want := [][3]int64{{1, 5, 50}, {2, 3, -300}, {3, 4, 90}, {1, 2, -300}, {6, 5, 50}, {2, 5, 100}}
	if got := waited(s); !reflect.DeepEqual(got, want) {
		t.Errorf("waits are %v, want %v", got, want)
	}
	var lanes, depths []int64
	for _, l := range s.Lanes {
		lanes, depths = append(lanes, l.Lane.ID), append(depths, int64(l.Depth))
	}
	if !reflect.DeepEqual(lanes, []int64{1, 2, 3, 6, 5, 4}) || !reflect.DeepEqual(depths, []int64{0, 1, 2, 0, 0, 0}) {
		t.Errorf("lanes are %v, %v up the chain", lanes, depths)
	}
	if want := (record.Span{From: 700, To: 1500}); s.Focus != want {
		t.Errorf("it is about %v, want %v", s.Focus, want)
	}
}

// A goroutine that waits for one that waits for it makes no circle.
func TestChainEnds(t *testing.T) {
	b := New(Options{MaxWaits: 100, Interest: func(g int64) bool { return g == 1 }})
	for i := range int64(20) {
		unblock(b, 1, 2, i*100, i*100+60)
		unblock(b, 2, 1, i*100+50, i*100+110)
	}
	for i, w := range waited(b.Scene()) {
		if last := i == 39; last != (w[2] >= 0) { // which ends after all that 1 waited for
			t.Errorf("wait %d is %v, and in the chain: %v", i, w, w[2] < 0)
		}
	}
}

// TestManyWaits has room for ten: the chain, though it is short, and the longest.
func TestManyWaits(t *testing.T) {
	const limit = 10
	b := New(Options{MaxWaits: limit, Interest: func(g int64) bool { return g == 1 }})
	for i := range int64(10_000) {
		unblock(b, 2, 3, i*100, i*100+i%97)
		if len(b.waits.kept) > 2*spareWaits*limit {
			t.Fatalf("%d waits are held", len(b.waits.kept))
		}
	}
	unblock(b, 1, 4, 1_000_000, 1_000_001)
	got := waited(b.Scene())
	if len(got) != limit {
		t.Fatalf("%d waits", len(got))
	}
	for i, w := range got {
		if last := i == limit-1; last != (w == [3]int64{1, 4, -1}) || !last && w[2] != 96 {
			t.Errorf("wait %d is %v", i, w)
		}
	}
	if none := New(Options{}); len(none.waits.kept) != 0 {
		t.Error("waits are there that nobody wants")
	} else if unblock(none, 1, 2, 0, 10); len(waited(none.Scene())) != 0 {
		t.Error("waits are there that nobody wants")
	}
}
