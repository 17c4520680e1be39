package account

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// piece is one of a goroutine.
func piece(g, from, to int64, item record.Item) *event.Piece {
	return &event.Piece{Lane: record.Lane{Kind: record.LaneGoroutine, ID: g}, Start: from, End: to, Item: item, Sure: record.Seen, Proc: -1}
}

func blockedOn(what string, g, from, to int64) *event.Piece {
	p := piece(g, from, to, record.ItemBlocked)
	p.Detail = what
	return p
}

func named(b *Book, g int64, name string) {
	b.Named(&event.Named{Lane: record.Lane{Kind: record.LaneGoroutine, ID: g}, Name: name})
}

// entries is an account in words.
func entries(a record.Account) string {
	var all []string
	for _, e := range a.Entries {
		name := e.Item.String()
		if e.Detail != "" {
			name += ": " + e.Detail
		}
		all = append(all, fmt.Sprintf("%s %g", name, e.Ns))
	}
	return strings.Join(append(all, fmt.Sprintf("residual %g of %g", a.Residual, a.Total)), ", ")
}

// A window is about the goroutine that runs the benchmark's function: the one
// that waits for it has pieces there, too.
func TestWindow(t *testing.T) {
	w := record.Window{Benchmark: record.Benchmark{Name: "BenchmarkX"}, N: 10, Spans: []record.Span{{From: 100, To: 200}, {From: 300, To: 400}}}
	b := New(Options{Windows: []record.Window{w}})
	named(b, 7, "testing.(*B).run1.func1")
	named(b, 9, "testing.(*B).launch")
	b.Piece(blockedOn("chan receive", 7, 50, 500))
	b.Piece(piece(9, 90, 150, record.ItemRunning))
	b.Piece(piece(9, 150, 250, record.ItemThrottled))
	b.Piece(piece(9, 250, 390, record.ItemRunning))
	iv := b.Explain(0, 1000).Intervals[0]
	if got := entries(iv.Mean); got != "running 140, throttled 50, residual 10 of 200" {
		t.Error(got)
	}
	if iv.Kind != record.IntervalWindow || iv.Wall != 200 || iv.Ops != 10 || iv.Goroutines != 1 {
		t.Errorf("%+v", iv)
	}
}

func TestParallelWindow(t *testing.T) {
	w := record.Window{N: 10, Spans: []record.Span{{From: 0, To: 100}}}
	b := New(Options{Windows: []record.Window{w}})
	named(b, 1, "testing.(*B).launch")
	b.Piece(piece(1, 0, 100, record.ItemBlocked))
	for g := int64(2); g < 5; g++ {
		named(b, g, "testing.(*B).RunParallel.func1")
		b.Piece(piece(g, 10, 90, record.ItemRunning))
	}
	iv := b.Explain(0, 100).Intervals[0]
	if got := entries(iv.Mean); got != "running 240, residual 0 of 240" || iv.Goroutines != 3 || iv.Wall != 100 {
		t.Errorf("%s; %+v", got, iv)
	}
}

// Regions nest, and the account of the median one is that of such a length.
func TestRegions(t *testing.T) {
	b := New(Options{Regions: regexp.MustCompile("^op$")})
	at := int64(0)
	for i := range 100 {
		op := event.Mark{Kind: record.MarkRegion, Name: "op", Start: at, G: 1}
		other := event.Mark{Kind: record.MarkRegion, Name: "other", Start: at, G: 1}
		b.Begin(&op)
		b.Begin(&other)
		b.Piece(piece(1, at, at+1000, record.ItemRunning))
		at += 1000
		b.Piece(blockedOn("select", 1, at, at+100))
		at += 100
		if i == 50 {
			b.Piece(piece(1, at, at+100_000, record.ItemThrottled))
			at += 100_000
		}
		other.End, op.End = at, at
		b.Mark(&other)
		b.Mark(&op)
		b.Piece(piece(1, at, at+500, record.ItemRunning)) // between
		at += 500
	}
	all := b.Explain(0, at).Intervals
	if len(all) != 1 || all[0].Name != "op" || all[0].Count != 100 {
		t.Fatalf("%+v", all)
	}
	op := all[0]
	if got := entries(op.Mean); got != "running 1000, throttled 1000, blocked: select 100, residual 0 of 2100" {
		t.Error(got)
	}
	bars := map[string]string{}
	for _, bar := range op.Bars {
		bars[bar.Name] = entries(bar.Account)
	}
	if bars["p50"] != "running 1000, blocked: select 100, residual 0 of 1100" || bars["worst"] != "running 1000, throttled 100000, blocked: select 100, residual 0 of 101100" {
		t.Error(bars)
	}
	if q := op.Quantiles[len(op.Quantiles)-1]; q.P != 1 || q.Ns != 101_100 {
		t.Error(op.Quantiles)
	}
}

func TestThrottling(t *testing.T) {
	h := event.KernelHeader{Sure: map[record.KernelFact]record.Sure{record.FactThrottled: record.Seen}, Groups: []record.QuotaGroup{{Quota: 20e6, Period: 100e6}}}
	b := New(Options{Kernel: &h, Stack: func(record.StackID) []record.Call {
		return []record.Call{{Func: "runtime.memmove"}, {Func: "main.copy"}}
	}})
	named(b, 5, "main.worker")
	for _, m := range []event.Mark{
		{TID: 10, CPU: 0, Start: 100, End: 200, G: 5, Stack: 1, Doing: record.ItemRunning},
		{TID: 11, CPU: 0, Start: 120, End: 210}, // on the same CPU
		{TID: 12, CPU: 1, Start: 150, End: 180},
		{TID: 10, CPU: 1, Start: 400, End: 450},
	} {
		m.Kind = record.MarkThrottle
		b.Mark(&m)
	}
	b.Mark(&event.Mark{Kind: record.MarkStop, Name: "stop-the-world (GC mark termination)", Start: 190, End: 230})
	b.Sample(&event.KernelEvent{Kind: event.KernelStat, Time: 0, Value: 7})
	b.Sample(&event.KernelEvent{Kind: event.KernelStat, Time: 500, Value: 7 + 195})
	th := b.Explain(0, 500).Throttle
	if th.Total != 100+90+30+50 || th.Queues != 110+30+50 || th.Wall != 110+50 || th.Count != 2 || th.Stat.Value != 195 || th.Sure != record.Seen {
		t.Errorf("%+v", th)
	}
	e := th.Episodes[0]
	if e.From != 100 || e.To != 210 || len(e.Victims) != 3 || e.Stopped != "stop-the-world (GC mark termination)" || e.Stretch != 20 {
		t.Errorf("%+v", e)
	}
	if v := e.Victims[0]; v.Name != "main.worker" || v.Where != "main.copy" || v.Doing != record.ItemRunning {
		t.Errorf("%+v", v)
	}
}

func TestStretchedStop(t *testing.T) {
	h := event.KernelHeader{Groups: []record.QuotaGroup{{Quota: 200e6, Period: 100e6}}}
	b := New(Options{Kernel: &h})
	for p := range int64(8) {
		b.Piece(&event.Piece{Lane: record.Lane{Kind: record.LaneProc, ID: p}, Start: 0, End: 10e6, Item: record.ItemRunning})
		b.Piece(&event.Piece{Lane: record.Lane{Kind: record.LaneProc, ID: p}, Start: 10e6, End: 70e6, Item: record.ItemThrottled})
	}
	b.Mark(&event.Mark{Kind: record.MarkStop, Name: "stop-the-world (GC sweep termination)", Start: 1e6, End: 1e6 + 30e3})
	b.Mark(&event.Mark{Kind: record.MarkStop, Name: "stop-the-world (GC mark termination)", Start: 9e6, End: 71e6})
	e := b.Explain(0, 100e6)
	s := e.Stops
	if s.Count != 2 || s.Stretched != 1 || s.Clean != 30e3 || s.Kept != 60e6 || s.Worst[0].Throttled != 60e6 {
		t.Errorf("%+v", s)
	}
	causes := Causes(e)
	i := slices.IndexFunc(causes, func(c record.Cause) bool { return c.Item == record.ItemStopped })
	if i < 0 {
		t.Fatalf("%+v", causes)
	}
	want := record.Cause{View: record.ViewProcess, Item: record.ItemStopped, Ns: 62.03e6, Share: .6203,
		Sentence: "Throttling stretched stopping the world: stop-the-world (GC mark termination) took 62.00ms, of which a thread that had to stop or go on was throttled for 60.00ms.",
		Evidence: "1 of 2 stop-the-worlds were stretched; the others take 30.00µs",
		Fix:      "GOMAXPROCS is 8: set GOMAXPROCS=2, or raise the quota. 2 threads of Go code cannot use up a quota of 2 CPUs."}
	if causes[i] != want {
		t.Errorf("%+v", causes[i])
	}
}

// Steps are no wider than 1/32 of what they hold, and quantiles lie in them.
func TestSteps(t *testing.T) {
	for range 10_000 {
		ns := rand.Int64N(1 << rand.IntN(62))
		s := step(ns)
		if hi := upper(s); hi < ns || float64(hi-ns) > float64(ns)/32 || step(hi) != s || step(hi+1) != s+1 {
			t.Fatalf("%d is in step %d, which ends at %d", ns, s, hi)
		}
	}
}

// However long it goes on, the map over time has at most so many columns, and
// loses nothing.
func TestDelays(t *testing.T) {
	var d delays
	at := int64(5e9)
	for range 5000 {
		at += rand.Int64N(100e6)
		d.add(&event.Mark{Start: at - 1000, End: at}, 1)
	}
	r := d.report()
	var sum int64
	for _, column := range r.ByTime {
		for _, n := range column {
			sum += n
		}
	}
	if len(r.ByTime) > columns || sum != 5000 || r.Count != 5000 || r.Steps[10] != 5000 || r.ByLane[0].Steps[10] != 5000 || r.P50 != 1000 || r.P99 != 1000 {
		t.Errorf("%d columns, %d in them; %+v", len(r.ByTime), sum, r.Steps)
	}
}
