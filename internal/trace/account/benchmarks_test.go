package account

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// born names a goroutine that another one makes.
func born(b *Book, at, g int64, name string, creator int64) {
	b.Named(&event.Named{Lane: record.Lane{Kind: record.LaneGoroutine, ID: g}, Name: name, Creator: creator, At: at})
}

// The benchmark's goroutine is the one that was made last, whatever its number.
func TestWindowOfTheLast(t *testing.T) {
	w := record.Window{N: 10, Spans: []record.Span{{From: 100, To: 200}}}
	b := New(Options{Windows: []record.Window{w}})
	born(b, 10, 40, "testing.(*B).run1.func1", 1)
	born(b, 20, 20, "testing.(*B).launch", 40)
	b.Piece(piece(20, 20, 200, record.ItemRunning))
	b.Piece(piece(40, 10, 200, record.ItemBlocked))
	if got := entries(b.Explain(0, 1000).Intervals[0].Mean); got != "running 100, residual 0 of 100" {
		t.Error(got)
	}
}

// Without windows, a benchmark's goroutine is told of from its beginning to its
// end: that of the longer of its two runs, and not that of a benchmark which only
// has others.
func TestLives(t *testing.T) {
	stacks := [][]record.Call{nil, {{Func: "runtime.mallocgc"}, {Func: "pkg.BenchmarkN"}, {Func: "testing.(*B).runN"}, {Func: "testing.(*B).launch"}},
		{{Func: "pkg.BenchmarkSub.func1"}, {Func: "testing.(*B).runN"}, {Func: "testing.(*B).run1.func1"}}, {{Func: "testing.(*B).ResetTimer"}, {Func: "testing.(*B).runN"}}}
	b := New(Options{Stack: func(id record.StackID) []record.Call { return stacks[id] }})
	does := func(g, from, to int64, item record.Item, stack record.StackID) {
		p := piece(g, from, to, item)
		p.Stack = stack
		b.Piece(p)
	}
	ended := func(g int64) { b.Ended(record.Lane{Kind: record.LaneGoroutine, ID: g}) }

	born(b, 10, 7, "testing.(*B).run1.func1", 1) // tries BenchmarkN
	does(7, 10, 20, record.ItemRunning, 3)
	ended(7)
	born(b, 20, 6, "testing.(*B).launch", 1)
	does(6, 20, 90, record.ItemRunning, 1)
	does(6, 90, 100, record.ItemThrottled, 1)
	ended(6)

	born(b, 100, 8, "testing.(*B).run1.func1", 1) // has a sub-benchmark with b.Loop
	born(b, 110, 9, "testing.(*B).run1.func1", 8)
	does(9, 110, 190, record.ItemRunning, 2)
	ended(9)
	born(b, 190, 10, "testing.(*B).launch", 8)
	does(10, 190, 191, record.ItemRunning, 0)
	ended(10)
	does(8, 100, 200, record.ItemBlocked, 0)
	ended(8)

	born(b, 200, 11, "testing.(*B).launch", 1) // in parallel
	for id := range int64(2) {
		born(b, 200, 12+id, "testing.(*B).RunParallel.func1", 11)
		does(12+id, 200, 300, record.ItemRunning, 0)
		ended(12 + id)
	}
	does(11, 200, 310, record.ItemBlocked, 0)
	ended(11)

	var got []string
	for _, iv := range b.Explain(0, 400).Intervals {
		who, _, _ := strings.Cut(iv.Who, ",")
		got = append(got, iv.Name+", "+who+": "+entries(iv.Mean))
	}
	want := `pkg.BenchmarkN, the benchmark's goroutine: running 70, throttled 10, residual 0 of 80
pkg.BenchmarkSub.func1, the benchmark's goroutine: running 80, residual 0 of 80
benchmark, the workers of RunParallel: running 200, residual 0 of 200`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("\n%s", text)
	}
}

// A task does what the most active of its goroutines does. One that has handed it
// on and does something else now does not count.
func TestTaskOfSeveral(t *testing.T) {
	b := New(Options{})
	mark := func(kind record.MarkKind, name string, start, end, g int64) *event.Mark {
		return &event.Mark{Kind: kind, Name: name, Start: start, End: end, G: g, Task: 1}
	}
	b.Begin(mark(record.MarkTask, "request", 100, 0, 1))
	b.Piece(piece(1, 100, 120, record.ItemRunning))
	b.Begin(mark(record.MarkRegion, "work", 130, 0, 2))
	b.Piece(piece(2, 130, 160, record.ItemRunning))
	b.Piece(piece(2, 160, 170, record.ItemThrottled))
	b.Piece(piece(2, 170, 180, record.ItemRunning))
	b.Mark(mark(record.MarkRegion, "work", 130, 180, 2))
	b.Piece(piece(2, 180, 300, record.ItemRunning)) // for others
	b.Piece(piece(1, 120, 165, record.ItemBlocked))
	b.Piece(piece(1, 165, 168, record.ItemRunning)) // for others
	b.Piece(piece(1, 168, 190, record.ItemBlocked))
	b.Mark(mark(record.MarkTask, "request", 100, 200, 1))
	iv := b.Explain(0, 300).Intervals[0]
	if got := entries(iv.Mean); iv.Name != "request" || got != "running 60, throttled 10, blocked 20, residual 10 of 100" {
		t.Errorf("%s: %s", iv.Name, got)
	}
}

// However many segments a task has, what it holds back is bounded, and waiting
// that turns out later still counts.
func TestTaskOfManySegments(t *testing.T) {
	b := New(Options{})
	b.Begin(&event.Mark{Kind: record.MarkTask, Name: "long", Start: 1000, G: 1, Task: 1})
	at := int64(1000)
	for range 10_000 {
		region := event.Mark{Kind: record.MarkRegion, Name: "r", Start: at, End: at + 7, G: 2, Task: 1}
		b.Begin(&region)
		b.Piece(piece(2, at, at+7, record.ItemRunning))
		b.Mark(&region)
		b.Piece(piece(2, at+7, at+10, record.ItemRunning))
		at += 10
	}
	if n := len(b.openTasks[1].segments); n > maxSegments {
		t.Errorf("%d segments", n)
	}
	b.Piece(piece(1, 1000, at, record.ItemBlocked))
	b.Mark(&event.Mark{Kind: record.MarkTask, Name: "long", Start: 1000, End: at, G: 1, Task: 1})
	if got := entries(b.Explain(0, at).Intervals[0].Mean); got != "running 70000, blocked 30000, residual 0 of 100000" {
		t.Error(got)
	}
}

// What is held back until it is clear what it belongs to is bounded, and nothing
// is lost of the sums.
func TestManyStops(t *testing.T) {
	b := New(Options{})
	const n = 5 * maxMarks
	for i := range int64(n) {
		at := i * 1e6
		b.Mark(&event.Mark{Kind: record.MarkThrottle, TID: int32(i%7) + 1, CPU: int32(i % 7), Start: at, End: at + 100e3})
		b.Piece(&event.Piece{Lane: record.Lane{Kind: record.LaneProc}, Start: at, End: at + 100e3, Item: record.ItemThrottled})
		b.Mark(&event.Mark{Kind: record.MarkStop, Name: "stop", Start: at + 50e3, End: at + 200e3})
	}
	if len(b.throttles.marks) > maxMarks || len(b.stops.all) > 2*maxMarks || len(b.stops.kept) > maxMarks {
		t.Error("too much is held back")
	}
	e := b.Explain(0, n*1e6)
	if th := e.Throttle; th.Count != n || th.Total != n*100e3 || th.Wall != th.Total || th.Queues != th.Total || len(th.Episodes) != maxEpisodes || th.Episodes[0].Stretch != 50e3 {
		t.Errorf("%d episodes, %d of %d ns", th.Count, th.Total, int64(n*100e3))
	}
	if s := e.Stops; s.Count != n || s.Stretched != n || s.Kept != n*50e3 || s.Worst[0].Throttled != 50e3 {
		t.Errorf("%d of %d stops stretched, by %d ns", s.Stretched, s.Count, s.Kept)
	}
}
