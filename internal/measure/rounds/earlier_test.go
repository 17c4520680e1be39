package rounds

import (
	"fmt"
	"slices"
	"testing"

	"tare/internal/record"
)

// A later session does the same work in further rounds, by coins of its own.
func TestEarlierSessions(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.judge = after(40)
	before := s.run(t.Context())
	s = compare(record.Base, record.Contender)
	s.judge = after(80)
	s.opts.Session, s.opts.First = 1, len(before.Trials)
	for _, b := range before.Benchmarks {
		stop := record.Stop("")
		if b.Name.Name == "BenchmarkB" {
			stop = record.StopDecided
		}
		for i := range b.Trials {
			b.Trials[i].N, b.Trials[i].Windows.N = 77, 77
		}
		s.opts.Earlier = append(s.opts.Earlier, Earlier{Name: b.Name, Trials: b.Trials, Stop: stop})
	}
	gone := Earlier{Name: record.Benchmark{Package: "q", Name: "BenchmarkGone"}, Stop: record.StopFailed}
	s.opts.Earlier = append(s.opts.Earlier, gone)
	r := s.run(t.Context())
	if len(r.Trials) != 3*40*2 || r.Trials[0].Order != len(before.Trials) {
		t.Fatalf("%d trials, the first in place %d", len(r.Trials), r.Trials[0].Order)
	}
	a := benchmark(t, r, "BenchmarkA")
	if a.Rounds != 80 || len(a.Trials) != 160 {
		t.Errorf("%d rounds, %d trials", a.Rounds, len(a.Trials))
	}
	for i, trial := range a.Trials {
		if trial.Round != i/2+1 || trial.N != 77 {
			t.Errorf("trial %d: round %d, N %d", i, trial.Round, trial.N)
		}
	}
	if b := benchmark(t, r, "BenchmarkB"); b.Rounds != 40 || b.Stop != record.StopDecided {
		t.Errorf("what was decided went on: %d rounds, %s", b.Rounds, b.Stop)
	}
	if b := benchmark(t, r, "BenchmarkGone"); b.Stop != record.StopFailed || b.Rounds != 0 {
		t.Errorf("%+v", b)
	}
	if order := turns(a); fmt.Sprint(order[:40]) == fmt.Sprint(order[40:]) {
		t.Error("the coins of both sessions fell alike")
	}
}

// The coins of a session do not repeat those of another, also where a round is run
// once more.
func TestSessionsHaveTheirOwnCoins(t *testing.T) {
	s := compare(record.Base, record.Contender)
	sub := &subject{index: 3, arms: []arm{{variant: 0}, {variant: 1}}}
	heads := map[int][]bool{}
	for session := range 4 {
		s.opts.Session = session
		r := New(s.opts, s.variants, s.judge, &s.log)
		for round := range 200 {
			heads[session] = append(heads[session], r.draw(sub, round+1)[0].variant == 0)
		}
	}
	for session := 1; session < 4; session++ {
		same := 0
		for i, h := range heads[session] {
			if h == heads[session-1][i] {
				same++
			}
		}
		if slices.Equal(heads[session], heads[session-1]) || same < 70 || same > 130 {
			t.Errorf("%d of 200 coins of session %d fell as in the one before", same, session)
		}
	}
}
