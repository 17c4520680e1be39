package rounds

import (
	"fmt"
	"testing"
	"time"

	"tare/internal/measure/trial/trialtest"
	"tare/internal/record"
)

// ticking is a budget whose clock goes on by 10 ms with each trial, which is what
// those of the made-up machines take.
func (s *setup) ticking(d time.Duration) {
	start := time.Unix(1000, 0)
	s.opts.Budget = Budget{Until: start.Add(d), Now: func() time.Time { return start.Add(time.Duration(len(s.log.Trials)) * 10 * time.Millisecond) }}
}

// needy is a judge that looks first after five rounds, and knows what each needs.
type needy struct {
	after
	needs map[string]int
}

func (n needy) Need(b record.Benchmark, rounds int) (first, more int) {
	return max(0, 5-rounds), max(1, n.needs[b.Name]-rounds)
}

// Time that is short goes to those that need least, once something is known of all.
func TestBudget(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.machines[0].NsPerOp["BenchmarkC/y|z[1]"] = 1000
	needs := map[string]int{"BenchmarkA": 20, "BenchmarkB": 500, "BenchmarkC/x": 8, "BenchmarkC/y|z[1]": 900}
	s.judge, s.opts.MaxRounds = needy{after(1000), needs}, 1000
	var told Forecast
	s.opts.Forecast = func(f Forecast) { told = f }
	s.ticking(1100 * time.Millisecond) // 55 rounds
	r := s.run(t.Context())
	total := 0
	for _, b := range r.Benchmarks {
		total += b.Rounds
		least := 5 // those that need more than there is have their first look
		if need := needs[b.Name.Name]; need <= 20 {
			least = need
		}
		if b.Stop != record.StopBudget || b.Rounds < least {
			t.Errorf("%s: %d rounds, %s", b.Name.Name, b.Rounds, b.Stop)
		}
	}
	if total != 55 {
		t.Errorf("%d rounds in all", total)
	}
	if told.Benchmarks != 4 || told.Rounds != 1000 || told.PerRound != 2 || told.Least <= 0 || told.Most < 100*told.Least {
		t.Errorf("forecast %+v", told)
	}
	for _, p := range s.log.Progress {
		if left := 1100*time.Millisecond - time.Duration(p.Done)*10*time.Millisecond; p.Left > left || p.Left == 0 {
			t.Errorf("%s left of %s after %d trials", p.Left, left, p.Done)
		}
	}
}

// Time that is short goes to those that are nearest to the target.
func TestBudgetOfARun(t *testing.T) {
	m := trialtest.Three()
	m.NsPerOp["BenchmarkC/y|z[1]"] = 1000
	s := alone(m, Rule{MinRounds: 8, MaxRounds: 1000, Target: -1})
	var told Forecast
	s.opts.Forecast = func(f Forecast) { told = f }
	s.ticking(time.Second) // 100 trials
	r := s.run(t.Context())
	if len(r.Trials) != 100 || len(r.Benchmarks) != 4 {
		t.Fatalf("%d trials of %d benchmarks", len(r.Trials), len(r.Benchmarks))
	}
	for _, b := range r.Benchmarks {
		if b.Stop != record.StopBudget || b.Rounds != 25 { // none of them would come to its end
			t.Errorf("%s: %d rounds, %s", b.Name.Name, b.Rounds, b.Stop)
		}
	}
	if told.Benchmarks != 4 || told.Rounds != 1000 || told.PerRound != 1 || told.Most < 100*told.Least {
		t.Errorf("forecast %+v", told)
	}
	for _, p := range s.log.Progress {
		if left := time.Second - time.Duration(p.Done)*10*time.Millisecond; p.Left > left || p.Left == 0 {
			t.Errorf("%s left of %s after %d trials", p.Left, left, p.Done)
		}
	}
}

// When there is no time for anything, nothing is run.
func TestBudgetThatIsOver(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.ticking(-time.Second)
	for _, b := range s.run(t.Context()).Benchmarks {
		if b.Rounds != 0 || b.Stop != record.StopBudget {
			t.Errorf("%s: %d rounds, %s", b.Name.Name, b.Rounds, b.Stop)
		}
	}
}

func TestShare(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		name   string
		claims []claim
		left   time.Duration
		want   string
	}{
		{"nothing asked for", nil, s, "[]"},
		{"enough for all", []claim{{0, 10, s}, {0, 5, s}}, 15 * s, "[true true]"},
		{"the one that needs least", []claim{{0, 10, s}, {0, 5, s}}, 14 * s, "[false true]"},
		{"as many as fit", []claim{{0, 5, s}, {0, 9, s}, {0, 3, s}}, 8 * s, "[true false true]"},
		{"time counts, not rounds", []claim{{0, 5, 4 * s}, {0, 10, s}}, 12 * s, "[false true]"},
		{"none would come to an end", []claim{{0, 10, s}, {0, 5, s}}, 4 * s, "[true true]"},
		{"nothing is known of one yet", []claim{{9, 200, s}, {0, 5, s}, {0, 20, s}}, 20 * s, "[true true false]"},
		{"which leaves no time for others", []claim{{9, 9, s}, {0, 5, s}}, 10 * s, "[true false]"},
		{"nothing is known of any", []claim{{9, 9, s}, {9, 9, s}}, s, "[true true]"},
	} {
		if got := fmt.Sprint(share(c.claims, c.left)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Shared by need, a time that is short ends more benchmarks than in turn, and still
// tells something of each.
func TestShareEndsMost(t *testing.T) {
	needs := []int{12, 300, 20, 40, 900, 15, 60}
	play := func(share func([]claim, time.Duration) []bool) (ended int, fewest int) {
		done := make([]int, len(needs))
		for left := 250 * time.Second; left > 0; {
			var claims []claim
			var of []int
			for i, n := range needs {
				if done[i] < n {
					claims, of = append(claims, claim{max(0, 9-done[i]), n - done[i], time.Second}), append(of, i)
				}
			}
			for k, takes := range share(claims, left) {
				if takes && left > 0 {
					done[of[k]]++
					left -= time.Second
				}
			}
		}
		fewest = done[0]
		for i, n := range needs {
			fewest = min(fewest, done[i])
			if done[i] >= n {
				ended++
			}
		}
		return ended, fewest
	}
	inTurn, _ := play(func(c []claim, _ time.Duration) []bool {
		all := make([]bool, len(c))
		for i := range all {
			all[i] = true
		}
		return all
	})
	if ended, fewest := play(share); ended != 5 || ended <= inTurn || fewest < 9 {
		t.Errorf("%d ended, in turn %d; the last had %d rounds", ended, inTurn, fewest)
	}
}

func TestBudgetLeft(t *testing.T) {
	if b := (Budget{}); b.Limited() || b.Left() < time.Hour {
		t.Errorf("no end, but %s left", b.Left())
	}
	now := time.Unix(100, 0)
	b := Budget{Until: now.Add(time.Minute), Now: func() time.Time { return now }}
	if now = now.Add(50 * time.Second); !b.Limited() || b.Left() != 10*time.Second {
		t.Errorf("%s left", b.Left())
	}
}
