package verdict

import (
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

// Who gets further rounds must not depend on the coins.
func TestNeedIgnoresSigns(t *testing.T) {
	r := rules(200)
	needs := map[int]bool{}
	for seed := range uint64(20) {
		coin := rand.New(rand.NewPCG(seed, 9))
		j := &Judge{rules: r, names: []record.Benchmark{bench(0)},
			benchmarks: [][]record.Compared{{{Benchmark: bench(0), Rounds: 9, Looks: 1, Changes: []record.Change{{}}}}}}
		for round := range 9 {
			size := 0.001 * float64(round+1)
			if coin.IntN(2) == 0 {
				size = -size
			}
			change := &j.benchmarks[0][0].Changes[0]
			change.Logs = append(change.Logs, record.PairLog{Round: round + 1, Log: size, Clean: true})
		}
		_, more := j.Need(bench(0), 9)
		needs[more] = true
	}
	if len(needs) != 1 {
		t.Errorf("needs depend on the signs: %v", needs)
	}
}

func TestNeed(t *testing.T) {
	r := rules(200)
	quiet, noisy := newMachine(1), newMachine(1)
	j := NewJudge(r)
	if first, got := j.Need(bench(0), 3); first != max(0, r.Plan.Looks[0]-3) || got != 197 {
		t.Errorf("nothing known: %d, the first look after %d", got, first)
	}
	var a, b []record.Trial
	for range 9 {
		a = quiet.round(a, bench(0), map[int]float64{0: 0, 1: 0})
		b = noisy.round(b, bench(1), map[int]float64{0: 0, 1: 0})
	}
	for i := range b {
		b[i].Bill.Net = 100 + 5*(b[i].Bill.Net-100)
	}
	j.Round(bench(0), a)
	j.Round(bench(1), b)
	_, few := j.Need(bench(0), 9)
	_, many := j.Need(bench(1), 9)
	if few < 1 || few > 100 || many != 191 {
		t.Errorf("the quiet one needs %d, the noisy one %d", few, many)
	}
	if first, got := j.Need(bench(0), 180); first != 0 || got != 1 {
		t.Errorf("more than expected already: %d", got)
	}
}
