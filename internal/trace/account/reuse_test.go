package account

import (
	"fmt"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// A goroutine that gets the memory of one that is forgotten has nothing of what that did.
func TestReuse(t *testing.T) {
	b := New(Options{})
	const n = 3 * maxGone
	for g := int64(1); g <= n; g++ {
		at := g * 100
		if g%2 == 1 {
			named(b, g, fmt.Sprint("main.", g%4))
			m := &event.Mark{Kind: record.MarkRegion, Name: "odd", Start: at, G: g}
			b.Begin(m)
			b.Piece(blockedOn("select", g, at, at+50))
			m.End = at + 50
			b.Mark(m)
		} else {
			b.Piece(piece(g, at, at+10, record.ItemRunning))
		}
		b.Ended(record.Lane{Kind: record.LaneGoroutine, ID: g})
	}
	if len(b.unused) == 0 {
		t.Fatal("nothing is used again")
	}
	got := ""
	for _, g := range b.groupReport() {
		got += fmt.Sprintf("%q %d: %s\n", g.Name, g.Count, entries(g.Account))
	}
	want := fmt.Sprintf(`"" %d: running %d, residual 0 of %[2]d
"main.1" %d: blocked: select %d, residual 0 of %[4]d
"main.3" %[3]d: blocked: select %[4]d, residual 0 of %[4]d
`, n/2, n/2*10, n/4, n/4*50)
	if got != want {
		t.Errorf("\n%s\n%s", got, want)
	}
}
