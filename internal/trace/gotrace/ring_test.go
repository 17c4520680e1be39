package gotrace

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"tare/internal/trace/event"
)

// fill writes a trace to a ring in pieces of an odd size.
func fill(t *testing.T, r *Ring, content []byte) {
	t.Helper()
	source := struct{ io.Reader }{bytes.NewReader(content)} // without WriteTo, which would do it at once
	if _, err := io.CopyBuffer(r, source, make([]byte, 97)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// written returns what WriteTo writes.
func written(t *testing.T, r *Ring) []byte {
	t.Helper()
	var b bytes.Buffer
	n, err := r.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, b.Len(), err)
	}
	return b.Bytes()
}

// TestRing keeps the last generations, by time and by size, and compares their
// events with those of the whole trace.
func TestRing(t *testing.T) {
	for name, content := range samples(t) {
		all, _ := whole(t, content)
		began := generations(all)
		if len(began) < 4 {
			t.Fatalf("%s has %d generations", name, len(began))
		}
		size := len(content)
		full := NewRing(time.Hour, size)
		fill(t, full, content)
		last := len(full.whole) - 1
		newest := full.whole[last].time()
		sinceThird := time.Duration(newest - full.whole[last-2].time())
		for _, c := range []struct {
			why  string
			ring *Ring
			want int // generations
		}{
			{"everything", NewRing(time.Hour, full.held), len(began)},
			{"just the last three", NewRing(sinceThird, size), 3},
			{"a little more", NewRing(sinceThird+1, size), min(4, len(began))},
			{"no time", NewRing(0, size), 1},
			{"a byte too few", NewRing(time.Hour, full.held-1), len(began) - 1},
		} {
			fill(t, c.ring, content)
			kept, _ := whole(t, written(t, c.ring))
			if got := len(generations(kept)); got != c.want {
				t.Errorf("%s, %s: %d generations of %d, not %d", name, c.why, got, len(began), c.want)
				continue
			}
			compare(t, name+", "+c.why, kept, all[began[len(began)-c.want]:])
			if from, to, ok := c.ring.Span(); !ok || from != kept[0].Time || to != newest {
				t.Errorf("%s, %s: from %d to %d, not from %d to %d", name, c.why, from, to, kept[0].Time, newest)
			}
		}
	}
}

// generations returns where they begin.
func generations(events []event.GoEvent) []int {
	var at []int
	for i, e := range events {
		if e.Kind == event.GoSync {
			at = append(at, i)
		}
	}
	return at
}

// compare compares times and kinds. A trace that begins in the middle does not know
// what was before its first events: their From is unknown, and they do not have to
// wait for events before them.
func compare(t *testing.T, name string, got, want []event.GoEvent) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d events, not %d", name, len(got), len(want))
		return
	}
	for i := range got {
		g, w := got[i], want[i]
		sameTime := g.Time == w.Time || w.Time <= want[0].Time+int64(i) && g.Time < w.Time
		if g.Kind != w.Kind || !sameTime || g.ID != w.ID || g.To != w.To || g.From != w.From && g.From != event.GoUnknown {
			t.Errorf("%s: event %d is %+v, not %+v", name, i, g, w)
			return
		}
	}
}

// TestRingComing has a generation that is not complete.
func TestRingComing(t *testing.T) {
	content := samples(t)["1.26"]
	all, _ := whole(t, content)
	r := NewRing(time.Hour, len(content))
	if _, err := r.WriteTo(io.Discard); err == nil || !strings.Contains(err.Error(), "nothing of the Go trace is complete yet") {
		t.Error(err)
	}
	if _, err := r.Write(content[:len(content)*8/10]); err != nil {
		t.Fatal(err)
	}
	kept, _ := whole(t, written(t, r))
	compare(t, "80 %", kept, all[:len(kept)])
	const slack = 100_000 // ns
	if _, to, ok := r.Span(); !ok || to > all[len(kept)].Time+slack || to < all[len(kept)-1].Time-slack {
		t.Errorf("complete to %d, not %d", to, all[len(kept)].Time)
	}
	if err := r.Close(); err == nil || !strings.Contains(err.Error(), "ended in the middle") {
		t.Error(err)
	}
}

// TestRingTooSmall is for generations that are larger than the ring.
func TestRingTooSmall(t *testing.T) {
	for name, content := range samples(t) {
		r := NewRing(time.Hour, 1000)
		fill(t, r, content)
		if _, _, ok := r.Span(); ok || r.held > 1000 {
			t.Errorf("%s: %d bytes are held, %v", name, r.held, ok)
		}
	}
}

func TestRingNotATrace(t *testing.T) {
	r := NewRing(time.Hour, 1000)
	if _, err := r.Write([]byte("404 page not found\n")); err == nil || !strings.Contains(err.Error(), "404 page not found") {
		t.Error(err)
	}
	if _, err := r.Write([]byte("go 1.26 trace\x00\x00\x00")); err == nil {
		t.Error("it goes on after an error")
	}
	if err := NewRing(time.Hour, 1000).Close(); err == nil || !strings.Contains(err.Error(), "it is empty") {
		t.Error(err)
	}
}
