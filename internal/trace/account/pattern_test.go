package account

import (
	"strings"
	"testing"

	"tare/internal/record"
)

// TestPatterns divides waits like the one before: exactly as long, in its proportions.
func TestPatterns(t *testing.T) {
	kind := waitKind{record.ItemBlocked, "sync.(*Mutex).Lock", 7}
	key := patternKey{site: 7, item: record.ItemBlocked}
	part := func(stack record.StackID, ns int64) waitPart {
		return newWaitPart(kind, linkKind{item: record.ItemRunning, stack: stack}, ns)
	}
	var p patterns
	p.keep(key, kind, nil)
	if len(p.all) != 0 {
		t.Error("a wait without parts is remembered")
	}
	p.keep(key, kind, []waitPart{part(1, 5), part(2, 50), part(3, 20), part(4, 15), part(5, 7), part(6, 3)})
	got := p.all[key].divide(nil, 1001)
	want := map[record.StackID]int64{2: 500, 3: 200, 4: 150, 5: 70, 0: 81} // what is left of the rest, and of rounding
	var sum int64
	for _, g := range got {
		if sum += g.ns; g.ns != want[g.link.stack] {
			t.Errorf("%d ns at %d, want %d", g.ns, g.link.stack, want[g.link.stack])
		}
	}
	if len(got) != patternSize+1 || sum != 1001 {
		t.Errorf("%d parts of %d ns", len(got), sum)
	}
	for i := range 2 * maxPatterns {
		p.keep(patternKey{site: record.StackID(i)}, kind, got)
	}
	if len(p.all) != maxPatterns {
		t.Errorf("%d patterns are kept", len(p.all))
	}
}

func TestDoubt(t *testing.T) {
	var p patterns
	if d := p.doubt(); d != nil {
		t.Errorf("%q without a reason", d)
	}
	p.alike = 7
	if d := p.doubt(); len(d) != 1 || !strings.Contains(d[0], "in 7 of them") {
		t.Errorf("%q", d)
	}
}

// TestMany counts waits by the second.
func TestMany(t *testing.T) {
	var p patterns
	for i := range 3 * enoughWalks {
		if nth, many := p.many(5e9); nth != i+1 || many != (i >= enoughWalks) {
			t.Fatalf("wait %d: number %d, many %v", i+1, nth, many)
		}
	}
	if nth, many := p.many(6e9); nth != 1 || many {
		t.Errorf("in the next second: number %d, many %v", nth, many)
	}
}
