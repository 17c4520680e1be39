package explainpage

import (
	"fmt"
	"math/rand/v2"
	"time"

	"tare/internal/record"
	"tare/internal/report/explained/explainedtest"
)

const ms = 1_000_000

// fixture is a throttled benchmark with its timeline and flame graphs.
func fixture() Document {
	e := explainedtest.Throttled()
	for _, d := range []*record.Delays{&e.Wakeups.Goroutines, &e.Wakeups.Threads} {
		d.ByTime = d.ByTime[:6]
	}
	return Document{
		Explanation: e,
		Scenes: []record.Scene{
			newFixtureScene("overview", 0, e.Duration, 2*ms, 24).scene,
			newFixtureScene("worst op", 1_300*ms, 130*ms, 0, 24).scene,
		},
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
	for t := range 9 {
		f.lane(record.LaneThread, 4711+int64(t), "server.test", false)
	}
	f.lane(record.LaneGoroutine, 34, "tare.example/server.BenchmarkServe", true)
	for g := range others {
		f.lane(record.LaneGoroutine, 100+int64(g), []string{"net/http.(*conn).serve", "runtime.gcBgMarkWorker", "main.(*Pool).worker"}[g%3], false)
	}
	f.marks()
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
	if kind == record.LaneGoroutine {
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
