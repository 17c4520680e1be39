package profiles

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

// program is what a synthetic benchmark takes: own ns per op by stack. Besides,
// the runtime's threads are met now and then somewhere, as on a busy machine.
type program map[string]float64

// before takes 10 µs per op, mostly in two functions.
func before() program {
	return program{"b p.work": 6000, "b p.work p.step": 3400, "b p.rest": 500, "b p.rest runtime.mallocgc": 90, "b": 10}
}

// profiled has profiles of as many trials of a program as there would be of a change:
// each is faster or slower as a whole by what the machine does just then, most of
// it to both sides of a round, and chance decides whom the timer meets.
func profiled(rnd *rand.Rand, rounds []float64, p program) *Side {
	const n = 100_000 // of 10 µs: a second
	s := new(Side)
	whole := 0.0
	for _, ns := range p {
		whole += ns
	}
	for _, machine := range rounds {
		stacks := map[string]int64{}
		ticks := whole * machine * (1 + 0.01*rnd.NormFloat64()) * n / period
		for ; rnd.Float64() < ticks; ticks-- { // the last one, perhaps
			stacks[p.at(rnd.Float64()*whole)]++
		}
		for i := range rnd.IntN(4) {
			stacks[fmt.Sprintf("runtime.mcall runtime.schedule%d runtime.wakep runtime.startm%d", i, rnd.IntN(9))]++
		}
		one := trial{ops: n}
		for text, samples := range stacks {
			one.stacks = append(one.stacks, stack{strings.Fields(text), float64(samples) * period})
			s.samples += samples
		}
		s.ops += n
		s.trials = append(s.trials, one)
	}
	return s
}

// at is the stack at a time within an op.
func (p program) at(ns float64) (stack string) {
	for _, stack = range slices.Sorted(maps.Keys(p)) {
		if ns -= p[stack]; ns < 0 {
			break
		}
	}
	return stack
}

// compared are profiles of a program before and after, in so many rounds as the
// change asks for.
func compared(seed uint64, change float64, after program) record.ProfileDiff {
	rnd := rand.New(rand.NewPCG(seed, 7))
	trials, _ := Plan(change, 1e4, 1e4)
	rounds := make([]float64, trials)
	for i := range rounds {
		rounds[i] = 1 + 0.03*rnd.ExpFloat64()
	}
	return Compare(profiled(rnd, rounds, before()), profiled(rnd, rounds, after))
}

// A loop that takes a twentieth longer is named first, whatever the dice say of
// what the runtime does meanwhile, and nearly always as beyond noise.
func TestCulpritComesFirst(t *testing.T) {
	const seeds = 40
	surely := 0
	for seed := range uint64(seeds) {
		after := before()
		after["b p.work"] += 500 // 5 %
		d := compared(seed, 0.05, after)
		if len(d.Functions) == 0 || d.Functions[0].Name != "p.work" {
			t.Errorf("seed %d: %+v", seed, d.Functions)
			continue
		}
		if d.Functions[0].Changed() {
			surely++
		}
		for i, f := range d.Functions {
			if f.OldFlat == 0 && f.NewFlat == 0 {
				t.Errorf("seed %d: %s has no time of its own", seed, f.Name)
			}
			if i > 0 && math.Abs(f.NewFlat-f.OldFlat) > math.Abs(d.Functions[i-1].NewFlat-d.Functions[i-1].OldFlat) {
				t.Errorf("seed %d: %s is not in its place", seed, f.Name)
			}
		}
	}
	if surely < seeds*3/4 {
		t.Errorf("in %d of %d times, 5 %% were beyond noise", surely, seeds)
	}
}

// Where nothing changed there is an answer, too: what changed most, within noise.
func TestNoChange(t *testing.T) {
	const seeds = 40
	named := 0
	for seed := range uint64(seeds) {
		d := compared(seed, 0.05, before())
		if len(d.Functions) == 0 {
			t.Fatalf("seed %d: no answer", seed)
		}
		if d.Functions[0].Changed() {
			named++
		}
	}
	if named > seeds/6 {
		t.Errorf("in %d of %d times, a function is said to have changed", named, seeds)
	}
}

// A slow round, such as one in which the machine was busy, is noise and no change.
func TestOneSlowTrial(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 7))
	rounds := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	slow := append([]float64{1.6}, rounds[1:]...)
	d := Compare(profiled(rnd, rounds, before()), profiled(rnd, slow, before()))
	if f := d.Functions[0]; f.Changed() {
		t.Errorf("%+v", f)
	}
}
