package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

// Rounds that share a layout share its luck: they are one observation.
func TestLayouts(t *testing.T) {
	r := rules(9)
	r.Plan.Layouts, r.Plan.Looks = 10, []int{10, 20, 40}
	m := newMachine(6)
	luck := func(round int) float64 { return 0.05 * math.Sin(float64(round%10)*2.5) }
	var trials []record.Trial
	for round := range 40 {
		trials = m.round(trials, bench(0), map[int]float64{0: 0, 1: luck(round)})
	}
	e := r.compare(bench(0), trials)[0].Changes[0].Ratio
	if e.N != 10 || e.Lo > 1 || e.Hi < 1 || e.Hi-e.Lo < 0.05 {
		t.Errorf("by layout: %+v", e)
	}
	if u := r.units(trials, 1, "net-ns/op"); u[0].Diff.N != 10 || u[0].Moved {
		t.Errorf("wall time by layout: %+v", u[0])
	}
	r.Plan.Layouts = 0
	if each := r.compare(bench(0), trials)[0].Changes[0].Ratio; each.N != 40 || each.Hi-each.Lo > e.Hi-e.Lo {
		t.Errorf("by round: %+v, by layout %+v", each, e)
	}
}

// The sign of a layout's median is a fair coin however many rounds it has had, so
// a comparison may end in the middle of a turn through the layouts.
func TestLayoutsCutShort(t *testing.T) {
	const layouts, rounds, most = 10, 37, 100
	r := rules(most)
	r.Plan.Layouts, r.Plan.Looks = layouts, []int{layouts, 40, most}
	random := rand.New(rand.NewPCG(4, 4))
	logs := make([]record.PairLog, rounds)
	for i := range logs {
		logs[i] = record.PairLog{Round: i + 1, Log: float64(i%layouts) + random.NormFloat64(), Clean: i%5 > 0}
	}
	rejected := 0
	for signs := range 1 << layouts {
		flipped := slices.Clone(logs)
		for i := range flipped {
			if signs>>(i%layouts)&1 == 1 {
				flipped[i].Log = -flipped[i].Log
			}
		}
		if r.test(0).Test(r.looks(flipped, r.taken(nil, rounds), false)...).P <= 0.05 {
			rejected++
		}
	}
	if rejected == 0 || rejected > (1<<layouts)/20 {
		t.Errorf("%d of %d patterns of signs are rejected", rejected, 1<<layouts)
	}
}

func TestUnknownFloor(t *testing.T) {
	r, m := rules(20), newMachine(8)
	r.Plan.Floor = true
	var trials []record.Trial
	for range 20 {
		trials = m.round(trials, bench(0), map[int]float64{0: 0, 1: 0.5, 2: 0}) // nothing was relinked
	}
	var done record.Comparison
	r.Conclude(&done, []Benchmark{{bench(0), record.StopRounds, trials}})
	if got := done.Benchmarks[0].Changes[0]; got.Verdict != record.Inconclusive || !strings.Contains(got.Why, "not known") {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
}

func TestFloors(t *testing.T) {
	for _, c := range []struct {
		effect float64
		want   record.Verdict
	}{{0.04, record.Inconclusive}, {0.2, record.Slower}} {
		r, m := rules(60), newMachine(8)
		r.Plan.Floor = true
		var trials []record.Trial
		for range 60 {
			trials = m.round(trials, bench(0), map[int]float64{0: 0, 1: c.effect, 2: 0, 3: -0.06})
		}
		var done record.Comparison
		r.Conclude(&done, []Benchmark{{bench(0), record.StopRounds, trials}})
		b := done.Benchmarks[0]
		if len(b.Floors) != 2 || b.Floors[0].Reach > 0.03 || b.Floors[1].Reach < 0.05 {
			t.Fatalf("floors: %+v", b.Floors)
		}
		got := b.Changes[0]
		if got.Verdict != c.want || c.want == record.Inconclusive && !strings.Contains(got.Why, "differ from itself") {
			t.Errorf("%v: %s: %s", c.effect, got.Verdict, got.Why)
		}
	}
}
