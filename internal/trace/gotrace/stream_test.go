package gotrace

import (
	"bytes"
	"io"
	"math"
	"slices"
	"testing"

	"golang.org/x/exp/trace"
)

// streamed returns a trace as package trace gets it, in pieces of at most limit
// bytes.
func streamed(t testing.TB, content []byte, limit int) []byte {
	t.Helper()
	s := newStream(bytes.NewReader(content[headerSize:]), slices.Clone(content[:headerSize]))
	s.piece = limit
	b, err := io.ReadAll(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPieces cuts batches to pieces: that must not change any event.
func TestPieces(t *testing.T) {
	for name, content := range samples(t) {
		whole := streamed(t, content, math.MaxInt)
		want := plain(t, bytes.NewReader(whole))
		for _, limit := range []int{30, 1000} {
			cut := streamed(t, content, limit)
			if len(cut) <= len(whole) {
				t.Errorf("%s: nothing was cut to %d bytes", name, limit)
			}
			got := plain(t, bytes.NewReader(cut))
			if !slices.EqualFunc(got, want, func(a, b trace.Event) bool { return a.String() == b.String() }) {
				t.Errorf("%s: events change when batches are cut to %d bytes", name, limit)
			}
		}
	}
}

// TestBoundaries compares the events of threads with those that package trace
// reads by itself: they are the same, but those at the beginning of a generation
// are not put off.
func TestBoundaries(t *testing.T) {
	threads := func(events []trace.Event) []trace.Event {
		return slices.DeleteFunc(events, func(e trace.Event) bool {
			if e.Kind() != trace.EventStateTransition || e.StateTransition().Resource.Kind != trace.ResourceGoroutine {
				return e.Thread() == trace.NoThread
			}
			from, to := e.StateTransition().Goroutine()
			return from == to || from == trace.GoUndetermined
		})
	}
	for name, content := range samples(t) {
		want := threads(plain(t, bytes.NewReader(content)))
		got := threads(plain(t, bytes.NewReader(streamed(t, content, math.MaxInt))))
		if len(got) != len(want) {
			t.Fatalf("%s: %d events, not %d", name, len(got), len(want))
		}
		earlier := 0
		for i, g := range got {
			w := want[i]
			if g.Kind() != w.Kind() || g.Thread() != w.Thread() || g.Goroutine() != w.Goroutine() || g.Time() > w.Time()+64 {
				t.Fatalf("%s: event %d is\n%v, not\n%v", name, i, g, w)
			}
			if g.Time() < w.Time()-64 {
				earlier++
			}
		}
		if earlier == 0 {
			t.Errorf("%s: no event was put off", name)
		}
	}
}
