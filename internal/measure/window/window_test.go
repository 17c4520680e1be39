package window

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"tare/internal/record"
)

const benchtime = 20 * time.Millisecond

// pilotOf follows package trial: longer pilots until the iterations have settled.
func pilotOf(w world) Pilot {
	for goal := 10e6; ; goal *= 4 {
		if p := w.pilot(goal); goal > 400e6 || !p.Unsettled(benchtime) {
			return p
		}
	}
}

func TestKnownBenchmarks(t *testing.T) {
	for _, c := range []struct {
		name   string
		world  world
		method record.Method
	}{
		{"nothing beside iterations", world{perOp: 674}, record.Plain},
		{"b.Loop", world{perOp: 674, loop: true}, record.Plain},
		{"5 ms of set-up", world{perOp: 674, setUp: 5e6}, record.Difference},
		{"5 ms in the first iteration of b.Loop", world{perOp: 674, setUp: 5e6, loop: true}, record.Plain},
		{"a cache that fills in every call", world{perOp: 100, runIn: 8e6, settle: 50_000}, record.Difference},
		{"collections", world{perOp: 5000, cycle: 2500, collect: 1e6, runIn: 1e6, settle: 1000}, record.Settled},
		{"collections in b.Loop", world{perOp: 5000, cycle: 2500, collect: 1e6, runIn: 1e6, settle: 1000, loop: true}, record.Settled},
		{"collections, and a live heap that each call makes", world{perOp: 50e3, cycle: 650, collect: 12e6, runIn: 10e6, settle: 600, beside: 20e6}, record.Difference},
		{"collections 130 ms apart", world{perOp: 50e3, cycle: 2600, collect: 12e6, runIn: 10e6, settle: 600, beside: 20e6}, record.Difference},
		{"one op a second", world{perOp: 1e9}, record.Plain},
	} {
		w := c.world
		plan := Of(pilotOf(w), benchtime, record.Plain)
		got, truth := w.trial(plan), w.truth()
		if math.Abs(got/truth-1) > 0.01 || plan.Method != c.method {
			t.Errorf("%s: %.1f ns/op, a long run has %.1f; %+v, want method %s", c.name, got, truth, plan, c.method)
		}
		if length := float64(plan.N+plan.Lead) * w.perOp; length > 1.3e9 {
			t.Errorf("%s: a window of %.2f s", c.name, length/1e9)
		}
	}
}

// Whatever is combined, the plan's trials mean what a long run does, on a machine
// with some noise.
func TestAnyBenchmark(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	uniform := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, rng.Float64()) }
	far := 0
	const worlds = 500
	for range worlds {
		w := world{perOp: uniform(2, 1e7), loop: rng.IntN(3) == 0, noise: rng}
		if rng.IntN(2) == 0 {
			w.setUp = uniform(1e3, 2e7)
		}
		if rng.IntN(2) == 0 {
			w.cycle = max(2, uniform(5e5, 1.5e8)/w.perOp)
			w.collect = w.cycle * w.perOp * uniform(0.01, 0.4)
			w.runIn, w.settle = uniform(1e4, 2e6), max(1, w.cycle*rng.Float64())
		}
		plan := Of(pilotOf(w), benchtime, record.Plain)
		truth, sum := w.truth(), 0.0
		const trials = 60
		for range trials {
			sum += w.trial(plan)
		}
		if got := sum / trials; math.Abs(got/truth-1) > 0.02 {
			far++
			t.Logf("%+v: %.4g ns/op, a long run has %.4g: %+v", w, got, truth, plan)
		}
	}
	if far > worlds/50 {
		t.Errorf("%d of %d are off by more than 2%%", far, worlds)
	}
}

func TestMethods(t *testing.T) {
	p := world{perOp: 674}.pilot(10e6)
	if w := Of(p, benchtime, record.Difference); w.Method != record.Difference || w.Lead != 1 || w.N == 0 {
		t.Errorf("as another variant needs it: %+v", w)
	}
	p.Parallel = true
	if w := Of(p, benchtime, record.Plain); w.Method != record.Plain || w.Lead < w.N/20 || w.Lead > w.N/10 {
		t.Errorf("RunParallel: %+v", w)
	}
	if w := Of(p, benchtime, record.Difference); w.Lead < w.N/20 {
		t.Errorf("RunParallel with set-up: %+v", w)
	}
	p.Loop = true
	if w := Of(p, benchtime, record.Difference); w.Method != record.Settled {
		t.Errorf("b.Loop repeats nothing: %+v", w)
	}
	if Highest() != record.Plain || Highest(record.Settled, record.Difference, record.Plain) != record.Difference {
		t.Error("the highest method")
	}
}

// What costs the more the longer it runs cannot be had from short windows, and that
// is said.
func TestGrowing(t *testing.T) {
	p := Pilot{}
	for n := int64(1); n <= 1<<20; n *= 2 {
		t := 100 * math.Pow(float64(n), 1.2)
		p.Points = append(p.Points, Point{N: n, Net: t, Wall: t, Call: t})
	}
	if w := Of(p, benchtime, record.Plain); !w.Growing || w.Method != record.Difference {
		t.Errorf("the power of 1.2: %+v", w)
	}
	if w := Of(world{perOp: 100, runIn: 8e6, settle: 50_000}.pilot(400e6), benchtime, record.Plain); w.Growing {
		t.Errorf("a cache that fills: %+v", w)
	}
}

func TestAlike(t *testing.T) {
	often := record.Windows{Method: record.Settled, N: 1000, Lead: 100, Cycles: 4}
	noisy, rarely, plain := often, often, record.Windows{Method: record.Plain, N: 7}
	noisy.N = 1100
	rarely.N, rarely.Cycles = 1000, 1
	if !Alike(often, noisy) || Alike(often, rarely) || Alike(often, plain) || !Alike(plain, record.Windows{Method: record.Plain, N: 90}) {
		t.Error("what serves another variant")
	}
}

// With collections that are too rare, what is allocated is memory that the process has
// never had, until it has come to the first.
func TestTouch(t *testing.T) {
	p := Pilot{}
	for n := int64(1); n <= 4096; n *= 2 {
		p.Points = append(p.Points, Point{N: n, Net: 60e3 * float64(n), Wall: 60e3 * float64(n), Call: 60e3 * float64(n), Bytes: 98_000 * n, CallBytes: 98_000 * n, HeapGoal: 1 << 30})
	}
	w := Of(p, benchtime, record.Plain)
	if !w.Rare || w.Warm < 10_900 || w.Warm > 11_000 || w.Method != record.Plain || w.Lead != 0 {
		t.Errorf("1 GiB at 98 KB/op: %+v", w)
	}
	if d := Of(p, benchtime, record.Difference); d.Warm != w.Warm || d.Lead != 1 || Alike(w, d) || !Alike(d, d) {
		t.Errorf("as another variant needs it: %+v", d)
	}
	for i := range p.Points {
		p.Points[i].HeapGoal = 8 << 30 // takes longer than there is time for
	}
	if w := Of(p, benchtime, record.Plain); !w.Rare || w.Warm != 0 {
		t.Errorf("8 GiB: %+v", w)
	}
	p.Loop = true
	for i := range p.Points {
		p.Points[i].HeapGoal = 1 << 30
	}
	if w := Of(p, benchtime, record.Plain); w.Method != record.Settled || w.Lead < 10_900 {
		t.Errorf("b.Loop: %+v", w)
	}
}

// A pilot of one long iteration, or of none, still gives a plan.
func TestShortPilots(t *testing.T) {
	for _, p := range []Pilot{{}, {Points: []Point{{N: 1, Net: 3e9}}}, {Points: []Point{{N: 1, Net: 0}}}, {Loop: true, Points: []Point{{N: 1, Net: 5e8, Bytes: 1 << 40, Cycles: 9}}}} {
		if w := Of(p, benchtime, record.Plain); w.N != 1 || w.Method == record.Difference {
			t.Errorf("%+v: %+v", p, w)
		}
		if p.Unsettled(benchtime) {
			t.Errorf("%+v is unsettled", p)
		}
	}
}
