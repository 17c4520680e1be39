package perfetto

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/test/golden"
	"tare/internal/trace/event"
)

func goroutine(id int64) record.Lane { return record.Lane{Kind: record.LaneGoroutine, ID: id} }
func thread(id int64) record.Lane    { return record.Lane{Kind: record.LaneThread, ID: id} }
func proc(id int64) record.Lane      { return record.Lane{Kind: record.LaneProc, ID: id} }

func stack(id record.StackID) []record.Call {
	return []record.Call{{Func: fmt.Sprintf("main.f%d", id), File: "/src/main.go", Line: int(id)}, {Func: "main.work"}}
}

// throttled is a goroutine whose thread is throttled in a stop-the-world.
func throttled(w *Writer) {
	for _, n := range []event.Named{
		{Lane: thread(101), Name: "server"},
		{Lane: goroutine(7), Name: "main.work"},
	} {
		w.Named(&n)
	}
	for _, p := range []event.Piece{
		{Lane: goroutine(7), Start: 1000, End: 2000, Item: record.ItemRunning, Sure: record.Seen, TID: 101, Proc: 0, CPU: 3, Stack: 5},
		{Lane: proc(0), Start: 1000, End: 2000, Item: record.ItemRunning, G: 7, TID: 101, CPU: 3},
		{Lane: thread(101), Start: 1000, End: 2000, Item: record.ItemRunning, Sure: record.Seen, G: 7, CPU: 3},
		{Lane: thread(102), Start: 0, End: 2000, Item: record.ItemIdle, Proc: -1, CPU: -1},
		{Lane: goroutine(7), Start: 2000, End: 60000, Item: record.ItemThrottled, Sure: record.Inferred, TID: 101, CPU: -1, Stack: 5},
		{Lane: proc(0), Start: 2000, End: 60000, Item: record.ItemThrottled, G: 7, TID: 101, CPU: -1},
		{Lane: goroutine(7), Start: 60000, End: 61000, Item: record.ItemBlocked, Detail: "chan receive", Proc: -1, CPU: -1},
		{Lane: goroutine(8), Start: 60000, End: 61000, Item: record.ItemRunnable, Proc: -1, CPU: -1},
		{Lane: proc(0), Start: 60000, End: 61000, Item: record.ItemGC, CPU: 1},
	} {
		w.Piece(&p)
	}
	for _, m := range []event.Mark{
		{Kind: record.MarkRefill, Start: 59000, End: 59000},
		{Kind: record.MarkThrottle, Start: 2000, End: 60000, G: 7, TID: 101, CPU: 3, Sure: record.Inferred, Doing: record.ItemRunning, Stack: 5},
		{Kind: record.MarkThrottle, Start: 3000, End: 60000, TID: 102, Proc: -1, CPU: 2, Sure: record.Seen, Doing: record.ItemGC},
		{Kind: record.MarkStop, Start: 2500, End: 60500, Name: "GC mark termination", G: 9},
		{Kind: record.MarkGC, Start: 1500, End: 60700, Name: "GC concurrent mark phase"},
		{Kind: record.MarkCollect, Start: 1600, End: 1700, G: 7},
		{Kind: record.MarkRegion, Start: 1200, End: 1900, Name: "inner", G: 7, Task: 4},
		{Kind: record.MarkRegion, Start: 1100, End: 61000, Name: "outer", G: 7},
		{Kind: record.MarkTask, Start: 1100, End: 61000, Name: "request", Task: 4},
		{Kind: record.MarkLog, Start: 1300, End: 1300, Name: "db: slow", G: 7},
		{Kind: record.MarkWake, Start: 60800, End: 61000, G: 7, Proc: 2},
		{Kind: record.MarkWake, Start: 60800, End: 61000, G: 8, Proc: 2},
		{Kind: record.MarkSample, Start: 1500, End: 1500, G: 7},
	} {
		w.Mark(&m)
	}
	w.Named(&event.Named{Lane: goroutine(8), Name: "main.late"})
}

func TestGolden(t *testing.T) {
	var b bytes.Buffer
	w := New(&b, Options{Process: "server", PID: 100, Clock: 900, Wall: 1_700_000_000_000_000_000,
		Stack: stack, Interest: func(g int64) bool { return g == 7 }})
	throttled(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "throttled.txt", read(t, b.Bytes()).text.String())
}

// Whatever comes, in pieces that follow each other and marks in the order of
// their ends, slices of a track nest as readers understand them, each ends as it
// began, and the counter is the number of threads.
func TestSlicesNest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var b bytes.Buffer
		w := New(&b, Options{Stack: stack})
		var throttles []event.Mark
		lanes := map[record.Lane]int64{}
		for range 300 {
			l := record.Lane{Kind: record.LaneKind(rnd.IntN(3)), ID: 1 + rnd.Int64N(5)}
			p := event.Piece{Lane: l, Start: lanes[l], End: lanes[l] + rnd.Int64N(20), Item: record.Item(rnd.IntN(int(record.Items))),
				G: rnd.Int64N(3), CPU: -1, Stack: record.StackID(rnd.IntN(4))}
			lanes[l] = p.End
			w.Piece(&p)
		}
		for end := int64(0); end < 300; end += rnd.Int64N(3) {
			m := event.Mark{Kind: record.MarkKind(rnd.IntN(int(record.MarkCollect) + 1)), Start: end - min(end, rnd.Int64N(30)), End: end, TID: 1 + rnd.Int32N(9)}
			w.Mark(&m)
			if m.Kind == record.MarkThrottle {
				throttles = append(throttles, m)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := read(t, b.Bytes())
		checkNesting(t, r.events)
		checkCounter(t, r.events, throttles)
	}
}

// checkNesting replays events as readers do: by time, and in the order of the
// file where that is the same.
func checkNesting(t *testing.T, events []trackEvent) {
	t.Helper()
	slices.SortStableFunc(events, func(a, b trackEvent) int { return cmp.Compare(a.at, b.at) })
	open := map[uint64]int{}
	for _, e := range events {
		switch e.kind {
		case typeBegin:
			open[e.track]++
		case typeEnd:
			open[e.track]--
		}
		if n := open[e.track]; n < 0 || n > 1 {
			t.Fatalf("at %d, track %d is %d slices deep", e.at, e.track, n)
		}
	}
	for track, n := range open {
		if n != 0 {
			t.Errorf("a slice of track %d does not end", track)
		}
	}
}

func checkCounter(t *testing.T, events []trackEvent, throttles []event.Mark) {
	t.Helper()
	for _, e := range events {
		if e.kind != typeCounter {
			continue
		}
		n := 0
		for _, m := range throttles {
			if m.Start <= e.at && e.at < m.End {
				n++
			}
		}
		if e.text != fmt.Sprint(n) {
			t.Errorf("at %d, %s threads are throttled, want %d", e.at, e.text, n)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	var b bytes.Buffer
	w := New(&b, Options{Tracks: 10})
	const many, most = 1000, 64
	w.strings.most, w.counter.most, w.names.most = most, most, most
	for i := range int64(many) {
		w.Named(&event.Named{Lane: goroutine(i), Name: fmt.Sprint("main.f", i)})
		w.Piece(&event.Piece{Lane: goroutine(i), Start: i, End: i + 1, Item: record.ItemRunning})
		w.Piece(&event.Piece{Lane: proc(0), Start: i, End: i + 1, Item: record.ItemRunning, G: i})
		w.Mark(&event.Mark{Kind: record.MarkThrottle, Start: i, End: i + 1, TID: 1})
		w.Mark(&event.Mark{Kind: record.MarkTask, Start: 0, End: many})
	}
	if names, slack := len(w.names.young)+len(w.names.old), 10; names > 2*most || len(w.strings.ids) > most+slack || len(w.counter.edges) > most {
		t.Errorf("%d names, %d strings and %d edges are kept", names, len(w.strings.ids), len(w.counter.edges))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if want := int64(many - 10 + many - mostRows); w.Dropped() != want {
		t.Errorf("%d slices were dropped, want %d", w.Dropped(), want)
	}
	checkNesting(t, read(t, b.Bytes()).events) // every string is known where it is used
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestErrorsAreTold(t *testing.T) {
	w := New(full{}, Options{})
	throttled(w)
	if err := w.Close(); err == nil || err.Error() != "write the Perfetto trace: disk full" {
		t.Errorf("%v", err)
	}
}
