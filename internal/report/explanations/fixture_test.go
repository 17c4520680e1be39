package explanations

import (
	"fmt"
	"math/rand/v2"
	"time"

	"tare/internal/record"
)

// fixture is a throttled benchmark with its timeline and flame graphs. The first
// scene is the worst instance of a region.
func fixture() (record.Explanation, Pictures) {
	e := waiting(throttled())
	worst := e.Intervals[1].Bars[2]
	opened := newFixtureScene("worst of handle", 1_300*ms, 130*ms, 0, 24).scene
	opened.Focus = record.Span{From: worst.From, To: worst.To}
	for _, d := range []*record.Delays{&e.Wakeups.Goroutines, &e.Wakeups.Threads} {
		d.ByTime = d.ByTime[:6]
	}
	return e, Pictures{
		Scenes: []record.Scene{opened, newFixtureScene("overview", 0, e.Duration, 2*ms, 24).scene},
		OnCPU: &record.Frame{Name: "all", New: 1.4e9, Children: []record.Frame{
			{Name: "tare.example/server.(*Server).handle", New: 1.1e9, Children: []record.Frame{
				{Name: "tare.example/server.(*Server).decode", New: 0.7e9, Children: []record.Frame{{Name: "runtime.mallocgc", New: 0.3e9}}},
				{Name: "encoding/json.Marshal", New: 0.3e9},
			}},
			{Name: "runtime.gcBgMarkWorker", New: 0.3e9},
		}},
		OffCPU: &record.Frame{Name: "all", Old: 0.5e9, New: 0.9e9, Children: []record.Frame{
			{Name: "throttled", Old: 0.1e9, New: 0.6e9}, {Name: "sync.(*Mutex).Lock", Old: 0.4e9, New: 0.3e9},
		}},
		Started: time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC),
	}
}

// waiting adds who made whom wait.
func waiting(e record.Explanation) record.Explanation {
	const lock, flush = "tare.example/server.(*Server).handle server.go:88", "tare.example/server.(*Server).flush flush.go:31"
	wait := func(ns float64, links ...record.Link) []record.Wait {
		return []record.Wait{
			{Item: record.ItemBlocked, Reason: "sync.(*Mutex).Lock", Where: lock, Ns: ns, Links: links},
			{Item: record.ItemBlocked, Reason: "chan receive", Where: "tare.example/server.(*Server).handle server.go:91", Ns: ns / 2},
			{Item: record.ItemSyscallOn, Where: "os.(*File).Write file.go:201", Ns: ns / 2000},
		}
	}
	flusher := record.Link{Depth: 1, Who: "tare.example/server.(*Server).flush", Item: record.ItemBlocked, Detail: "sleep", Where: flush, Ns: 3_800}
	holder := record.Link{Who: "net/http.(*conn).serve", Item: record.ItemRunning, Where: lock, Ns: 201}
	brief := record.Link{Item: record.ItemRunnable, Ns: 20}
	handle := &e.Intervals[1]
	handle.Mean.Waits = wait(4_021, flusher, holder, brief)
	handle.Bars[0].Account.Waits = wait(1_102)
	handle.Bars[1].Account.Waits = wait(12_400, holder)
	e.Causes[0].View, e.Causes[1].View = record.ViewMean, record.ViewWorst
	s := &e.Stops
	s.Worst[0].Who, s.Worst[0].Where = "net/http.(*conn).serve", "tare.example/server.(*Server).decode decode.go:17"
	s.Worst[0].Stopping, s.Worst[0].Last = 73.9*ms, record.Link{Who: "runtime.gcBgMarkWorker", Item: record.ItemThrottled, Where: "runtime.scanobject mgcmark.go:1446", Ns: 73.9 * ms}
	s.By = []record.StopSum{
		{Name: "GC mark termination", Who: "net/http.(*conn).serve", Where: s.Worst[0].Where, Count: 30, Total: 146 * ms, Stopping: 143 * ms},
		{Name: "start trace", Count: 1, Total: 41_000},
	}
	return e
}

// hitFixture is a flight recorder's.
func hitFixture() (record.Explanation, Pictures) {
	e := waiting(throttled())
	mutex := e.Intervals[1].Mean.Waits[0]
	mutex.Ns = 4.2 * ms
	e.Hit = &record.Hit{
		What: "goroutine runnable for more than 10ms", From: 1_328*ms + 100_000, To: 1_402*ms + 300_000, Who: "goroutine 34 (main.run)", G: 34,
		Account: record.Account{
			Total: 74.2 * ms, Entries: []record.Entry{{Item: record.ItemRunnable, Ns: 70 * ms, Sure: record.Seen}, {Item: record.ItemBlocked, Detail: "sync", Ns: 4.2 * ms, Sure: record.Seen}},
			Waits: []record.Wait{mutex},
		},
		Stop: &e.Stops.Worst[0],
		Ran:  []record.Link{{Who: "runtime.gcBgMarkWorker", Item: record.ItemThrottled, Ns: 70 * ms}, {Item: record.ItemIdle, Ns: 4 * ms}},
	}
	s := newFixtureScene(e.Hit.What, 1_300*ms, 130*ms, 0, 4).scene
	s.Focus = record.Span{From: e.Hit.From, To: e.Hit.To}
	return e, Pictures{Scenes: []record.Scene{s}}
}

// fixtureScene makes a scene up: every 200 ms the quota is used up during a
// collection, and all wait for the refill.
type fixtureScene struct {
	scene   record.Scene
	strings map[string]int
	step    int64
	rnd     *rand.Rand
}

func newFixtureScene(name string, start, length, step int64, others int) *fixtureScene {
	f := &fixtureScene{
		scene:   record.Scene{Name: name, Start: start, Length: length, Step: step, Dropped: 12},
		strings: map[string]int{}, step: max(step, 100_000), rnd: rand.New(rand.NewPCG(uint64(start), 7)),
	}
	f.text("")
	for p := range 8 {
		f.lane(record.LaneProc, int64(p), "", false)
	}
	for c := range 2 {
		f.lane(record.LaneCPU, int64(c), "", false)
	}
	for t := range 9 {
		f.lane(record.LaneThread, 4711+int64(t), "server.test", false)
	}
	f.lane(record.LaneGoroutine, 34, "tare.example/server.BenchmarkServe", true)
	for g := range others {
		f.lane(record.LaneGoroutine, 100+int64(g), []string{"net/http.(*conn).serve", "runtime.gcBgMarkWorker", "main.(*Pool).worker"}[g%3], false)
	}
	f.marks()
	f.scene.Lanes[len(f.scene.Lanes)-1].Depth = 1
	return f
}

func (f *fixtureScene) text(s string) int {
	at, ok := f.strings[s]
	if !ok {
		at = len(f.scene.Strings)
		f.strings[s] = at
		f.scene.Strings = append(f.scene.Strings, s)
	}
	return at
}

// phase is what the whole process does at a time since the recording's begin.
func phase(at int64) (collecting, throttled bool) {
	in := at % (200 * ms)
	return in > 90*ms && in < 165*ms, in > 100*ms && in < 160*ms
}

func (f *fixtureScene) lane(kind record.LaneKind, id int64, name string, interest bool) {
	l := record.SceneLane{Lane: record.Lane{Kind: kind, ID: id}, Name: f.text(name), Interest: interest}
	for at := int64(0); at < f.scene.Length; {
		length := min(f.step+int64(f.rnd.ExpFloat64()*float64(f.step)*4), f.scene.Length-at)
		collecting, throttled := phase(f.scene.Start + at)
		item, detail, bound := f.doing(kind, collecting, throttled)
		if throttled && item == record.ItemThrottled {
			length = min(160*ms-(f.scene.Start+at)%(200*ms), f.scene.Length-at)
		}
		l.Pieces = append(l.Pieces, [5]int64{at, length, int64(item), int64(f.text(detail)), bound})
		at += length
	}
	f.scene.Lanes = append(f.scene.Lanes, l)
}

func (f *fixtureScene) doing(kind record.LaneKind, collecting, throttled bool) (item record.Item, detail string, bound int64) {
	items := map[record.LaneKind][]record.Item{
		record.LaneProc:      {record.ItemRunning, record.ItemRunning, record.ItemRunning, record.ItemScheduler, record.ItemIdle},
		record.LaneCPU:       {record.ItemRunning, record.ItemRunning, record.ItemPreempted, record.ItemIdle},
		record.LaneThread:    {record.ItemRunning, record.ItemRunning, record.ItemSyscallOn, record.ItemSpinning, record.ItemIdle, record.ItemWaking},
		record.LaneGoroutine: {record.ItemRunning, record.ItemRunnable, record.ItemBlocked, record.ItemBlocked, record.ItemSyscallOff, record.ItemSyscallOn},
	}[kind]
	item = items[f.rnd.IntN(len(items))]
	switch {
	case throttled && f.rnd.IntN(3) > 0:
		item = record.ItemThrottled
	case collecting && item == record.ItemRunning && kind != record.LaneGoroutine:
		item = record.ItemGC
	case collecting && item == record.ItemRunning:
		item = record.ItemAssist
	case f.rnd.IntN(40) == 0:
		item, detail = record.ItemPreempted, "postgres"
	}
	if item == record.ItemBlocked {
		detail = []string{"chan receive", "sync.Mutex", "network"}[f.rnd.IntN(3)]
	}
	bound = 34 + 66*int64(f.rnd.IntN(2))
	if kind == record.LaneGoroutine || kind == record.LaneCPU {
		bound = 4711 + int64(f.rnd.IntN(9))
	}
	if item == record.ItemIdle || item == record.ItemBlocked {
		bound = 0
	}
	return item, detail, bound
}

func (f *fixtureScene) mark(kind record.MarkKind, from, to int64, name string, lane int64) {
	from, to = max(from-f.scene.Start, 0), min(to-f.scene.Start, f.scene.Length)
	if from <= to && to >= 0 && from <= f.scene.Length {
		f.scene.Marks = append(f.scene.Marks, record.SceneMark{Kind: kind, Start: from, End: to, Name: f.text(name), Lane: lane})
	}
}

func (f *fixtureScene) unblock(g, by, from, to int64, chain bool) {
	before := len(f.scene.Marks)
	f.mark(record.MarkUnblock, from, to, "", g)
	for i := range f.scene.Marks[before:] {
		m := &f.scene.Marks[before+i]
		m.By, m.Chain = by, chain
	}
}

func (f *fixtureScene) marks() {
	for at := f.scene.Start / (200 * ms) * 200 * ms; at < f.scene.Start+f.scene.Length; at += 200 * ms {
		f.mark(record.MarkRefill, at, at, "", -1)
		f.mark(record.MarkRefill, at+100*ms, at+100*ms, "", -1)
		f.mark(record.MarkStop, at+90*ms, at+90*ms+40_000, "GC sweep termination", -1)
		f.mark(record.MarkGC, at+90*ms, at+165*ms, "GC concurrent mark phase", -1)
		for t := range int64(5) {
			f.mark(record.MarkThrottle, at+100*ms+t*400_000, at+160*ms-t*200_000, "", 4711+t)
		}
		f.mark(record.MarkStop, at+152*ms, at+165*ms, "GC mark termination", -1)
		for op := range int64(4) {
			f.mark(record.MarkRegion, at+op*50*ms, at+op*50*ms+35*ms, fmt.Sprintf("handle %d", op), -1)
			f.unblock(34, 123, at+op*50*ms, at+op*50*ms+20*ms, true)
			f.unblock(101, 34, at+op*50*ms, at+op*50*ms+30*ms, false)
		}
	}
}

// bigScene has so many goroutines with so many pieces in all.
func bigScene(goroutines, pieces int) record.Scene {
	f := newFixtureScene("big", 0, 3_000*ms, 20_000, 0)
	left := pieces
	for _, l := range f.scene.Lanes {
		left -= len(l.Pieces)
	}
	each := max(left/goroutines, 1)
	f.step = f.scene.Length / int64(each) / 5
	for g := range goroutines {
		f.lane(record.LaneGoroutine, 1000+int64(g), "net/http.(*conn).serve", false)
	}
	return f.scene
}
