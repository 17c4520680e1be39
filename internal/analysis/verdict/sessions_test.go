package verdict

import (
	"reflect"
	"slices"
	"testing"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// history is a comparison that goes on, as the store has it.
type history struct {
	c record.Comparison
	m *machine
}

// session measures on, most rounds or as many as there are before rounds ends it.
func (h *history) session(most, rounds int, effects []float64) {
	c := &h.c
	next := record.Session{Most: most}
	if n := len(c.Trials); n > 0 {
		next.First = c.Trials[n-1].Order + 1
	}
	c.Sessions = append(c.Sessions, next)
	r := Rules{Plan: c.Plan, Variants: c.Variants, Values: values, Sessions: c.Sessions}
	was := *c
	if len(c.Sessions) == 1 {
		was.Trials = nil
	}
	all := Stored(was)
	j := NewJudge(r, all...)
	for i := range effects {
		if i >= len(all) {
			all = append(all, Benchmark{Name: bench(i)})
		}
		if i >= len(c.Benchmarks) || !Decided(c.Benchmarks[i]) {
			all[i].Stop = ""
		}
	}
	for n := 0; n < rounds; n++ {
		for i := range all {
			b := &all[i]
			if b.Stop != "" {
				continue
			}
			before := len(b.Trials)
			b.Trials = h.m.round(b.Trials[:before:before], b.Name, map[int]float64{0: 0, 1: effects[i]})
			c.Trials = append(c.Trials, b.Trials[before:]...)
			b.Stop, _ = j.Round(b.Name, b.Trials)
		}
	}
	for i := range all {
		if all[i].Stop == "" {
			all[i].Stop = record.StopInterrupted
		}
	}
	r.Conclude(c, all)
}

func newHistory(most int) *history {
	h := &history{m: newMachine(5)}
	h.c.Plan, h.c.Variants = rules(most).Plan, variants[:2]
	h.c.Plan.Kept = stats.Kept
	return h
}

func TestSessions(t *testing.T) {
	effects := []float64{0.5, 0.017, 0.021}
	h := newHistory(21)
	h.session(21, 1000, effects)
	first := h.c
	if got := first.Benchmarks[0]; got.Changes[0].Verdict != record.Slower || got.Rounds != 9 {
		t.Fatalf("%+v", got)
	}
	if got := first.Benchmarks[1]; got.Changes[0].Verdict != record.Inconclusive || got.Stop != record.StopRounds || got.Looks != 3 {
		t.Fatalf("%d rounds, %s, %d looks", got.Rounds, got.Changes[0].Verdict, got.Looks)
	}
	h.session(200, 20, effects) // interrupted at 41, between 32 and 48
	if got := h.c.Benchmarks[1]; got.Rounds != 41 || got.Looks != 4 || got.Stop != record.StopInterrupted {
		t.Errorf("%d rounds, %s, %d looks", got.Rounds, got.Stop, got.Looks)
	}
	h.session(200, 1000, effects)
	if got := h.c.Benchmarks[0]; !reflect.DeepEqual(got.Changes[0].Ratio, first.Benchmarks[0].Changes[0].Ratio) || got.Changes[0].Verdict != record.Slower || got.Rounds != 9 {
		t.Errorf("what was decided has changed: %+v", got)
	}
	for i, b := range h.c.Benchmarks[1:] {
		want := []int{9, 14, 21, 32, 48, 72, 108, 162, 243}[:b.Looks]
		if got := b.Changes[0]; got.Verdict != record.Slower || b.Rounds != want[b.Looks-1] {
			t.Errorf("%d: %s after %d rounds and %d looks: %s", i+1, got.Verdict, b.Rounds, b.Looks, b.Stop)
		}
		if got, before := b.Changes[0].P, first.Benchmarks[i+1].Changes[0].P; got > before {
			t.Errorf("p grew from %v to %v", before, got)
		}
	}
	again := h.c // from what is stored alone
	Rules{Plan: again.Plan, Variants: again.Variants, Values: values, Sessions: again.Sessions}.Conclude(&again, Stored(again))
	if !reflect.DeepEqual(again.Benchmarks, h.c.Benchmarks) {
		t.Errorf("concluded again:\n got %+v\nwant %+v", again.Benchmarks, h.c.Benchmarks)
	}
}

// A killed session leaves a round that is not whole, which the next one runs again.
func TestStoredLeavesIncompleteRoundsOut(t *testing.T) {
	h := newHistory(21)
	h.session(21, 5, []float64{0})
	torn := h.m.round(h.c.Trials, bench(0), map[int]float64{0: 0, 1: 0})
	h.c.Trials = torn[:len(torn)-1]
	h.c.Sessions = append(h.c.Sessions, record.Session{First: h.c.Trials[len(h.c.Trials)-1].Order + 1, Most: 21})
	for range 2 {
		rounds := Stored(h.c)[0].Trials
		h.m.order = h.c.Trials[len(h.c.Trials)-1].Order
		h.c.Trials = append(h.c.Trials, h.m.round(slices.Clip(rounds), bench(0), map[int]float64{0: 0, 1: 0})[len(rounds):]...)
	}
	got := Stored(h.c)
	if len(got) != 1 || len(got[0].Trials) != 14 {
		t.Fatalf("%d benchmarks, %d trials", len(got), len(got[0].Trials))
	}
	for i, trial := range got[0].Trials {
		if trial.Round != i/2+1 {
			t.Errorf("trial %d is of round %d", i, trial.Round)
		}
	}
}

// A session goes on to a look that is still to come: one that ended in between has
// used up the place of the next.
func TestSessionEndsAtALook(t *testing.T) {
	for _, c := range []struct{ first, most, want int }{
		{21, 21, 32}, {21, 30, 32}, {21, 48, 48}, {17, 21, 32}, {10, 21, 21}, {4, 9, 9}, {4, 21, 21},
	} {
		h := newHistory(21)
		for range c.first {
			h.c.Trials = h.m.round(h.c.Trials, bench(0), map[int]float64{0: 0, 1: 0})
		}
		r := Rules{Plan: h.c.Plan, Sessions: []record.Session{{Most: 21}, {First: h.m.order + 1, Most: c.most}}}
		if got := r.last(h.c.Trials); got != c.want {
			t.Errorf("after %d rounds, up to %d: %d, want %d", c.first, c.most, got, c.want)
		}
	}
}
