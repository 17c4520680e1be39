package rounds

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"tare/internal/record"
)

// Exact inference rests on this: who comes first is a fair coin, whatever the
// benchmark and the round, and whatever came out in its neighbours.
func TestOrderIsAFairCoin(t *testing.T) {
	const rounds, benchmarks = 500, 8
	s := compare(record.Base, record.Contender, record.Contender, record.Copy)
	s.opts.CopyShare = 0.1
	for _, seed := range []uint64{0, 1, 1 << 63} {
		s.opts.Seed = seed
		r := New(s.opts, s.variants, s.judge, &s.log)
		heads := make([][]bool, benchmarks)
		var first, copies, sameRound, sameBenchmark float64
		for i := range benchmarks {
			sub := &subject{index: i}
			for v := range s.variants {
				sub.arms = append(sub.arms, arm{variant: v})
			}
			for round := 1; round <= rounds; round++ {
				order := map[int]int{}
				for place, a := range r.draw(sub, round) {
					order[a.variant] = place
				}
				heads[i] = append(heads[i], order[0] < order[1])
				first += number(order[0] < order[1])
				copies += number(len(order) == 4)
				sameRound += number(i > 0 && heads[i][round-1] == heads[max(1, i)-1][round-1])
				sameBenchmark += number(round > 1 && heads[i][round-1] == heads[i][max(2, round)-2])
			}
		}
		for _, c := range []struct {
			what   string
			got, n float64
			p      float64
		}{
			{"the base comes first", first, rounds * benchmarks, 0.5},
			{"copies take part", copies, rounds * benchmarks, 0.1},
			{"neighbouring benchmarks agree", sameRound, rounds * (benchmarks - 1), 0.5},
			{"neighbouring rounds agree", sameBenchmark, (rounds - 1) * benchmarks, 0.5},
		} {
			if sd := math.Sqrt(c.n * c.p * (1 - c.p)); math.Abs(c.got-c.n*c.p) > 3.5*sd {
				t.Errorf("seed %d: %s in %v of %v rounds; want about %v", seed, c.what, c.got, c.n, c.n*c.p)
			}
		}
	}
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// A variant that loses its timeline in a round, because its switches were too many,
// must not be billed by another formula than those that it is compared with.
func TestRoundsAreBilledAlike(t *testing.T) {
	s := compare(record.Base, record.Contender)
	for v, m := range s.machines {
		m.Watched = func(n int) record.Reading {
			if v == 1 && n == 5 {
				return record.Missing(record.Undetermined, "too many")
			}
			return record.Of(0)
		}
	}
	r := s.run(t.Context())
	blind := map[int]int{} // trials without a timeline by round
	for _, trial := range benchmark(t, r, "BenchmarkA").Trials {
		if trial.Timeline.Status != record.Measured {
			blind[trial.Round]++
		}
	}
	if len(blind) != 1 || blind[3] != 2 { // the first two runs find and plan it
		t.Errorf("trials without a timeline by round: %v", blind)
	}
	for i, trial := range s.log.Trials {
		if trial.Timeline.Status != r.Trials[i].Timeline.Status || trial.Bill != r.Trials[i].Bill {
			t.Errorf("trial %d was shown before it was billed: %+v", i, trial)
		}
	}
}

// Where a variant has a memory limit, paging is what is compared, and the limit must
// not decide what counts.
func TestPagingUnderALimit(t *testing.T) {
	for limit, polluted := range map[int64]bool{0: true, 64 << 20: false} {
		s := compare(record.Base, record.Contender)
		r := New(s.opts, s.variants, s.judge, &s.log)
		var trials []record.Trial
		for v := range s.variants {
			trials = append(trials, record.Trial{Variant: v, Outcome: record.OK, Memory: int64(v) * limit,
				Readings: record.Readings{record.MajorFaults: record.Of(1400)}})
		}
		r.report(&subject{took: map[int]elapsed{}}, trials)
		for v, trial := range trials {
			if got := len(trial.Polluted) > 0; got != polluted {
				t.Errorf("limit %d: variant %d polluted: %q", limit, v, trial.Polluted)
			}
		}
	}
}

func TestOrderIsReproducible(t *testing.T) {
	for round := range 20 {
		order := Order(42, round, 10)
		if again := Order(42, round, 10); !slices.Equal(order, again) {
			t.Errorf("round %d: %v, then %v", round, order, again)
		}
		if members := slices.Sorted(slices.Values(order)); !slices.Equal(members, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
			t.Errorf("round %d: %v is no permutation", round, order)
		}
	}
	// Stored runs name their seed, so an order must never change.
	if got, want := fmt.Sprint(Order(42, 1, 6), Order(42, 2, 6), Order(43, 1, 6)), "[4 3 5 0 2 1] [5 3 2 1 4 0] [4 0 3 1 2 5]"; got != want {
		t.Errorf("orders are %s, were %s", got, want)
	}
	if got := Order(42, 1, 0); len(got) != 0 {
		t.Errorf("order of nothing: %v", got)
	}
}

// Neighbouring rounds have neighbouring seeds: their orders must neither favour
// anybody nor repeat each other.
func TestOrderIsFair(t *testing.T) {
	const rounds = 6000
	for _, seed := range []uint64{0, 1, 1 << 63} {
		seen := map[string]int{}
		repeated, last := 0, ""
		for round := range rounds {
			order := fmt.Sprint(Order(seed, round, 3))
			seen[order]++
			if order == last {
				repeated++
			}
			last = order
		}
		// 1000 expected of each; ±120 is more than four standard deviations.
		seen["the one before"] = repeated
		if len(seen) != 7 {
			t.Errorf("seed %d: not all of the 6 orders occur: %v", seed, seen)
		}
		for order, times := range seen {
			if times < 880 || times > 1120 {
				t.Errorf("seed %d: order %s occurs %d times in %d rounds", seed, order, times, rounds)
			}
		}
	}
}
