package scene

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

var (
	proc   = record.Lane{Kind: record.LaneProc, ID: 0}
	thread = record.Lane{Kind: record.LaneThread, ID: 4711}
)

// feed gives a lane pieces of so many ns each, beginning at start.
func feed(b *Builder, lane record.Lane, start int64, pieces ...event.Piece) {
	for _, p := range pieces {
		length := p.End
		p.Lane, p.Start, p.End = lane, start, start+length
		b.Piece(&p)
		start += length
	}
}

func do(item record.Item, ns int64) event.Piece { return event.Piece{Item: item, End: ns} }

func TestScene(t *testing.T) {
	b := New(Options{Name: "part", From: 1000, To: 2000, Begin: 400, MaxLanes: 3, Interest: func(g int64) bool { return g == 7 }})
	feed(b, record.Lane{Kind: record.LaneProc, ID: 1}, 900, do(record.ItemRunning, 200))
	feed(b, proc, 0, do(record.ItemIdle, 5000))
	feed(b, record.Lane{Kind: record.LaneCPU, ID: 3}, 1000, event.Piece{Item: record.ItemRunning, End: 100, TID: 4711}, event.Piece{Item: record.ItemPreempted, End: 50, Detail: "cc1"})
	feed(b, record.Lane{Kind: record.LaneCPU, ID: 3}, 1200, do(record.ItemIdle, 10)) // nobody looked in between
	feed(b, thread, 900, event.Piece{Item: record.ItemRunning, End: 150, G: 7}, event.Piece{Item: record.ItemRunning, G: 7, End: 50}, event.Piece{Item: record.ItemRunning, G: 8, End: 0}, event.Piece{Item: record.ItemPreempted, G: 7, End: 2000, Detail: "cc1"})
	for g := range int64(5) { // of which the first one does not begin in time
		feed(b, record.Lane{ID: 10 + g}, 2000-g, do(record.ItemRunning, 100))
	}
	feed(b, record.Lane{ID: 7}, 1500, event.Piece{Item: record.ItemBlocked, End: 10, Detail: "chan send", TID: 4711})
	b.Named(&event.Named{Lane: thread, Name: "worker"})
	b.Named(&event.Named{Lane: record.Lane{ID: 7}, Name: "main.main"})
	b.Named(&event.Named{Lane: record.Lane{ID: 99}, Name: "main.never"})
	b.Mark(&event.Mark{Kind: record.MarkGC, Start: 1900, End: 2100, Name: "mark"})
	b.Mark(&event.Mark{Kind: record.MarkThrottle, Start: 1100, End: 1200, TID: 4711})
	b.Mark(&event.Mark{Kind: record.MarkStop, Start: 900, End: 1000, Name: "too early"})
	b.Mark(&event.Mark{Kind: record.MarkWake, Start: 1100, End: 1200})
	b.Mark(&event.Mark{Kind: record.MarkRefill, Start: 1100, End: 1100})
	b.Mark(&event.Mark{Kind: record.MarkRequest, Start: 1100, End: 1200}) // it was none

	running, preempted := int64(record.ItemRunning), int64(record.ItemPreempted)
	want := record.Scene{
		Name: "part", From: 1000, To: 2000, Start: 600, Length: 1000,
		Lanes: []record.SceneLane{
			{Lane: record.Lane{Kind: record.LaneProc, ID: 1}, Pieces: [][5]int64{{0, 100, running, 0, 0}}},
			{Lane: proc, Pieces: [][5]int64{{0, 1000, int64(record.ItemIdle), 0, 0}}},
			{Lane: record.Lane{Kind: record.LaneCPU, ID: 3}, Pieces: [][5]int64{{0, 100, running, 0, 4711}, {100, 50, preempted, 1, 0}, {200, 10, int64(record.ItemIdle), 0, 0}}},
			{Lane: thread, Name: 2, Pieces: [][5]int64{{0, 100, running, 0, 7}, {100, 900, preempted, 1, 7}}},
			{Lane: record.Lane{ID: 7}, Name: 3, Interest: true, Pieces: [][5]int64{{500, 10, int64(record.ItemBlocked), 4, 4711}}},
			{Lane: record.Lane{ID: 14}, Pieces: [][5]int64{{996, 4, running, 0, 0}}},
			{Lane: record.Lane{ID: 13}, Pieces: [][5]int64{{997, 3, running, 0, 0}}},
		},
		Marks: []record.SceneMark{
			{Kind: record.MarkThrottle, Start: 100, End: 200, Lane: 4711},
			{Kind: record.MarkRefill, Start: 100, End: 100, Lane: -1},
			{Kind: record.MarkGC, Start: 900, End: 1000, Name: 5, Lane: -1},
		},
		Dropped: 2,
		Strings: []string{"", "cc1", "worker", "main.main", "chan send", "mark"},
	}
	if got := b.Scene(); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestThreadOfInterest(t *testing.T) {
	b := New(Options{Thread: 7})
	for tid := range int64(10) {
		feed(b, record.Lane{Kind: record.LaneThread, ID: tid}, 0, do(record.ItemRunning, 100-tid))
	}
	if lanes := b.Scene().Lanes; lanes[0].Lane.ID != 7 || !lanes[0].Interest || lanes[1].Interest {
		t.Errorf("the first threads are %v and %v", lanes[0].Lane, lanes[1].Lane)
	}
}

func TestEmpty(t *testing.T) {
	got := New(Options{Name: "nothing"}).Scene()
	want := record.Scene{Name: "nothing", Lanes: []record.SceneLane{}, Marks: []record.SceneMark{}, Strings: []string{""}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// A letter is 10 ns of running, blocked, throttled, stopped.
func TestCoarsen(t *testing.T) {
	items := map[rune]record.Item{'r': record.ItemRunning, 'b': record.ItemBlocked, 't': record.ItemThrottled, 's': record.ItemStopped}
	letters := map[record.Item]string{}
	for letter, item := range items {
		letters[item] = string(letter)
	}
	for name, test := range map[string]struct {
		step      int64
		from, got string
	}{
		"what has most of the time wins":     {80, "rrbrbbrr", "rrrrrrrr"},
		"in each group":                      {80, "rrrbrbrrbbrbrbbb", "rrrrrrrrbbbbbbbb"},
		"long pieces are left alone":         {80, "rbrbbbbbbbbrbr", "rrrbbbbbbbbrrr"},
		"and short ones between them":        {80, "bbbbbbbbrbbbbbbbb", "bbbbbbbbrbbbbbbbb"},
		"a stall stays where it was":         {80, "bbrtbrbb", "bbbtbbbb"},
		"stalls are added up":                {80, "rtbttbrr", "rrrtttrr"},
		"and moved to stay inside":           {80, "trbrbrtt", "rrrrrttt"},
		"each of its own":                    {80, "rtrbrsrb", "rtrrrsrr"},
		"also where there is nothing else":   {80, "tstststs", "ttttssss"},
		"unless they are too short":          {160, "rrrrtrrrbbbbrrrr", "rrrrrrrrrrrrrrrr"},
		"but not when they are many":         {160, "rtrrrrrtbbbbrrrr", "rttrrrrrrrrrrrrr"},
		"or when there is more to be judged": {160, "rrrrtrrrbbbbrrr", "rrrrtrrrrrrrrrr"},
	} {
		var l lane
		for i, letter := range test.from {
			at := int64(i) * 10
			l.add(at, at+10, &event.Piece{Item: items[letter]}, 0)
		}
		l.coarsen(test.step, nil)
		got := ""
		for _, p := range l.pieces {
			got += strings.Repeat(letters[p.item], int(p.duration()/10))
		}
		if got != test.got {
			t.Errorf("%s: got %q, want %q", name, got, test.got)
		}
	}
}

// TestStallsAreNotLost has three minutes with a quota of 60 ms in 100 ms, and no
// room for a piece in each period.
func TestStallsAreNotLost(t *testing.T) {
	const periods, throttled = 2000, 40_000_000
	b := New(Options{MaxPieces: 100})
	for i := range int64(periods) {
		at := i * 100_000_000
		feed(b, thread, at, do(record.ItemThrottled, throttled))
		for at += throttled; at < (i+1)*100_000_000; at += 500_000 {
			feed(b, thread, at, do(record.ItemRunning, 300_000), do(record.ItemIdle, 200_000))
		}
	}
	lane := b.Scene().Lanes[0]
	if got := sums(lane)[record.ItemThrottled]; got != periods*throttled || len(lane.Pieces) > 100 {
		t.Errorf("%d ns throttled in %d pieces, want %d", got, len(lane.Pieces), periods*throttled)
	}
}

func sums(l record.SceneLane) (ns [record.Items]int64) {
	for _, p := range l.Pieces {
		ns[p[2]] += p[1]
	}
	return ns
}

// TestManyGoroutines streams more goroutines than can be held: the one that does
// most is there with all it did, and all are counted.
func TestManyGoroutines(t *testing.T) {
	const n, limit = 100_000, 50
	b := New(Options{MaxLanes: limit, MaxPieces: 1000})
	for g := range int64(n) {
		lane := record.Lane{ID: 1 + g}
		b.Named(&event.Named{Lane: lane, Name: "main.request"})
		feed(b, lane, g*1000, do(record.ItemRunnable, 1+rand.Int64N(100)), do(record.ItemRunning, 100), do(record.ItemBlocked, 100_000))
		feed(b, record.Lane{ID: 1 << 40}, g*1000, do(record.ItemRunning, 1000))
		if held := len(b.kinds[record.LaneGoroutine].lanes); held > 4*limit || b.held > b.limit() {
			t.Fatalf("%d lanes with %d pieces are held", held, b.held)
		}
	}
	s := b.Scene()
	first := s.Lanes[0]
	if len(s.Lanes) != limit || s.Dropped != n+1-limit || first.Lane.ID != 1<<40 || sums(first)[record.ItemRunning] != n*1000 {
		t.Errorf("%d lanes, %d dropped, the first is %v", len(s.Lanes), s.Dropped, first.Lane)
	}
	if got := s.Strings[s.Lanes[1].Name]; got != "main.request" {
		t.Errorf("a lane is named %q", got)
	}
}

// TestManyMarks has room for 100 marks: stalls first, then what is long, then
// moments from everywhere.
func TestManyMarks(t *testing.T) {
	b := New(Options{MaxPieces: 1000})
	const n = 100_000
	for i := range int64(n) {
		b.Mark(&event.Mark{Kind: record.MarkRefill, Start: i, End: i})
		if i%(n/10) == 0 {
			b.Mark(&event.Mark{Kind: record.MarkThrottle, Start: i, End: i + 1})
		}
		b.Mark(&event.Mark{Kind: record.MarkGC, Start: i, End: i + 1 + i/(n-60)})
		if len(b.marks.kept) > 200 {
			t.Fatalf("%d marks are held", len(b.marks.kept))
		}
	}
	count := map[record.MarkKind]int{}
	for _, m := range b.Scene().Marks {
		count[m.Kind]++
		if m.Kind == record.MarkGC && m.Start >= n-60 {
			count[record.MarkTask]++
		}
	}
	if want := (map[record.MarkKind]int{record.MarkThrottle: 10, record.MarkGC: 90, record.MarkTask: 60}); !reflect.DeepEqual(count, want) {
		t.Errorf("got %v, want %v", count, want)
	}
}

func TestMomentsFromEverywhere(t *testing.T) {
	b := New(Options{MaxPieces: 1000})
	const n = 100_000
	for i := range int64(n) {
		b.Mark(&event.Mark{Kind: record.MarkRefill, Start: i * 64, End: i * 64})
	}
	var quarters [4]int
	for _, m := range b.Scene().Marks {
		quarters[m.Start*4/(n*64)]++
	}
	for _, marks := range quarters {
		if marks < 15 {
			t.Errorf("of 100 marks, %v are in each quarter", quarters)
		}
	}
}
