package rounds

import (
	"context"
	"errors"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/measure/trial/trialtest"
	"tare/internal/record"
)

// after is a judge that stops each benchmark after so many rounds.
type after int

func (a after) Round(_ record.Benchmark, trials []record.Trial) (record.Stop, int) {
	rounds := trials[len(trials)-1].Round
	if rounds >= int(a) {
		return record.StopDecided, 0
	}
	return "", int(a) - rounds
}

func (a after) Need(_ record.Benchmark, rounds int) (first, more int) {
	return 0, max(1, int(a)-rounds)
}

// events is an Observer that remembers what it was told.
type events struct {
	Stages   []string
	Trials   []record.Trial
	Failures []record.Failure
	Progress []Progress
	OnTrial  func(record.Trial) // may be nil
}

// Stage implements Observer.
func (l *events) Stage(what string) { l.Stages = append(l.Stages, what) }

// Next implements Observer.
func (l *events) Next(_ record.Benchmark, p Progress) { l.Progress = append(l.Progress, p) }

// Failed implements Observer.
func (l *events) Failed(f record.Failure) { l.Failures = append(l.Failures, f) }

// Trial implements Observer.
func (l *events) Trial(t record.Trial) {
	l.Trials = append(l.Trials, t)
	if l.OnTrial != nil {
		l.OnTrial(t)
	}
}

// setup is a comparison on made-up machines.
type setup struct {
	opts     Options
	judge    Judge
	machines []*trialtest.Machine // by variant
	variants []Variant
	log      events
}

func compare(roles ...record.Role) *setup {
	s := &setup{judge: after(6), opts: Options{Seed: 7, MaxRounds: 10,
		Trial: trial.Options{Bench: ".", Benchtime: time.Millisecond, Timeout: time.Second}}}
	for v, role := range roles {
		m := trialtest.Three()
		b := trialtest.Binary
		b.Package.ImportPath = fmt.Sprintf("example.com/v%d/p", v)
		s.machines = append(s.machines, m)
		s.variants = append(s.variants, Variant{Role: role, Exec: m, Binaries: map[string][]build.Binary{"p": {b}}})
	}
	return s
}

func (s *setup) run(ctx context.Context) Result {
	return New(s.opts, s.variants, s.judge, &s.log).Run(ctx)
}

// benchmark returns what was run of one benchmark.
func benchmark(t *testing.T, r Result, name string) Benchmark {
	t.Helper()
	i := slices.IndexFunc(r.Benchmarks, func(b Benchmark) bool { return b.Name.Name == name })
	if i < 0 {
		t.Fatalf("%s was not run; failures %+v", name, r.Failures)
	}
	return r.Benchmarks[i]
}

// turns returns the variants of each round, in the order in which they ran.
func turns(b Benchmark) [][]int {
	rounds := make([][]int, b.Rounds)
	for _, t := range b.Trials {
		rounds[t.Round-1] = append(rounds[t.Round-1], t.Variant)
	}
	return rounds
}

func TestRounds(t *testing.T) {
	s := compare(record.Base, record.Contender, record.Contender, record.Relinked)
	s.machines[1].NsPerOp["BenchmarkA"] = 150 // the work stays that of the base
	r := s.run(t.Context())
	if len(r.Benchmarks) != 4 || len(r.Trials) != 4*6*4 || !reflect.DeepEqual(s.log.Trials, r.Trials) || r.Failures != nil || r.Unmatched != nil {
		t.Fatalf("%d benchmarks, %d trials, %d seen, failures %+v, unmatched %+v", len(r.Benchmarks), len(r.Trials), len(s.log.Trials), r.Failures, r.Unmatched)
	}
	for name, n := range map[string]int64{"BenchmarkA": 10_000, "BenchmarkB": 500, "BenchmarkC/x": 100_000, "BenchmarkC/y|z[1]": 1} {
		b := benchmark(t, r, name)
		if b.Rounds != 6 || b.Stop != record.StopDecided || b.Name.Package != "example.com/v0/p" {
			t.Errorf("%+v", b)
		}
		for round, vs := range turns(b) {
			if slices.Sort(vs); !slices.Equal(vs, []int{0, 1, 2, 3}) {
				t.Errorf("%s: round %d has variants %v", name, round+1, vs)
			}
		}
		for i, trial := range b.Trials {
			if trial.N != n || trial.Benchmark != b.Name || trial.Bill.Net != s.machines[trial.Variant].NsPerOp[name] {
				t.Errorf("%s: trial %+v", name, trial)
			}
			if i%4 > 0 && trial.Order != b.Trials[i-1].Order+1 {
				t.Errorf("%s: something came between trials %d and %d of one round", name, b.Trials[i-1].Order, trial.Order)
			}
		}
	}
	for i, trial := range r.Trials {
		if trial.Order != i {
			t.Errorf("trial %d is in place %d", trial.Order, i)
		}
	}
	if last := s.log.Progress[23]; last != (Progress{Done: 92, Expected: 96, Ended: 3, All: 4, Left: 40 * time.Millisecond}) {
		t.Errorf("progress before the last round: %+v", last)
	}
	again := compare(record.Base, record.Contender, record.Contender, record.Relinked)
	again.machines[1].NsPerOp["BenchmarkA"] = 150
	if !reflect.DeepEqual(again.run(t.Context()).Trials, r.Trials) {
		t.Error("the seed does not reproduce the trials")
	}
	for i, c := range s.machines[3].Commands {
		if strings.Contains(strings.Join(c.Args, " "), "-test.list") || i >= 24 {
			t.Errorf("a relinked base was asked what it has: %v", c.Args)
		}
	}
}

func TestFloorsTakePartInEveryRound(t *testing.T) {
	s := compare(record.Base, record.Contender, record.Copy, record.Relinked)
	s.opts.CopyShare = 1
	delete(s.variants[3].Binaries, "p") // it could not be relinked
	r := s.run(t.Context())
	if len(r.Benchmarks) != 4 || len(r.Trials) != 4*6*3 || len(r.Unmatched) != 0 {
		t.Errorf("%d benchmarks, %d trials, unmatched %+v", len(r.Benchmarks), len(r.Trials), r.Unmatched)
	}
}

func TestLinksAreTakenInTurn(t *testing.T) {
	s := compare(record.Base, record.Contender)
	for v := range s.variants {
		var links []build.Binary
		for i := range 4 {
			b := s.variants[v].Binaries["p"][0]
			b.Path = fmt.Sprintf("/v%d/%d", v, i)
			links = append(links, b)
		}
		s.variants[v].Binaries["p"] = links
	}
	s.opts.Trial.Bench = "A"
	s.run(t.Context())
	for v, m := range s.machines {
		var got []string
		for _, c := range m.Commands {
			got = append(got, path.Base(c.Path))
		}
		if want := "0 0 0 0 1 2 3 0 1"; strings.Join(got, " ") != want { // listed, found, piloted, and six rounds
			t.Errorf("variant %d ran links %v, want %s", v, got, want)
		}
	}
}

// What fails in one variant has ended in all of them, and is not missing.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		at    int // which process of the contender's BenchmarkC/x: 1 finds it, 2 is the pilot
		stage string
		runs  map[string]int // rounds
	}{
		{1, "calibrate", map[string]int{"BenchmarkA": 6, "BenchmarkB": 6}},
		{2, "calibrate", map[string]int{"BenchmarkA": 6, "BenchmarkB": 6, "BenchmarkC/y|z[1]": 6}},
		{5, "trial", map[string]int{"BenchmarkA": 6, "BenchmarkB": 6, "BenchmarkC/x": 2, "BenchmarkC/y|z[1]": 6}},
	} {
		s := compare(record.Base, record.Contender)
		s.machines[1].Behave["BenchmarkC/x"] = func(n int) (trial.Execution, bool) {
			return trial.Execution{Exit: 2, Output: []byte("panic: ouch\n")}, n == c.at
		}
		r := s.run(t.Context())
		if len(r.Failures) != 1 || !reflect.DeepEqual(s.log.Failures, r.Failures) || len(r.Unmatched) != 0 {
			t.Fatalf("failures %+v, unmatched %+v", r.Failures, r.Unmatched)
		}
		if f := r.Failures[0]; f.Variant != 1 || f.Stage != c.stage || f.Benchmark != "BenchmarkC/x" || f.Outcome != record.Panicked || f.Message != "panic: ouch" {
			t.Errorf("failure %+v", f)
		}
		rounds := map[string]int{}
		for _, b := range r.Benchmarks {
			rounds[b.Name.Name] = b.Rounds
			if failed := b.Rounds < 6; failed != (b.Stop == record.StopFailed) || len(b.Trials) != 2*b.Rounds {
				t.Errorf("%s ended: %s, after %d rounds with %d trials", b.Name.Name, b.Stop, b.Rounds, len(b.Trials))
			}
		}
		if !reflect.DeepEqual(rounds, c.runs) {
			t.Errorf("rounds %v, want %v", rounds, c.runs)
		}
	}
}

// An interrupt in a trial leaves a round that does not count.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := compare(record.Base, record.Contender)
	s.machines[1].Behave["BenchmarkB"] = func(n int) (trial.Execution, bool) {
		if n == 5 {
			cancel()
		}
		return trial.Execution{}, false
	}
	r := s.run(ctx)
	if b := benchmark(t, r, "BenchmarkB"); b.Rounds != 2 || len(b.Trials) != 4 {
		t.Errorf("%d rounds, %d trials", b.Rounds, len(b.Trials))
	}
	for _, b := range r.Benchmarks {
		if b.Stop != record.StopInterrupted {
			t.Errorf("%s ended: %s", b.Name.Name, b.Stop)
		}
	}
	if last := r.Trials[len(r.Trials)-1]; last.Outcome != record.Stopped || len(s.log.Trials) != len(r.Trials)-1 || len(r.Failures) != 0 {
		t.Errorf("%d of %d trials were reported, the last was %s, failures %+v", len(s.log.Trials), len(r.Trials), last.Outcome, r.Failures)
	}

	s = compare(record.Base, record.Contender)
	if r := s.run(ctx); len(r.Benchmarks)+len(r.Unmatched)+len(r.Failures) > 0 {
		t.Errorf("interrupted before it began: %+v", r)
	}
}

// TestHalted: rounds that a full disk has ended are not called interrupted.
func TestHalted(t *testing.T) {
	user, interrupt := context.WithCancel(context.Background())
	measuring, stop := context.WithCancelCause(user)
	stop(errors.New("no space left on device"))
	if got := halted(measuring); got != record.StopUnwritten {
		t.Error(got)
	}
	measuring, stop = context.WithCancelCause(user)
	defer stop(nil)
	interrupt()
	if got := halted(measuring); got != record.StopInterrupted {
		t.Error(got)
	}
}

func TestMaxTime(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.judge, s.opts.MaxTime = after(1000), 70*time.Millisecond // 10 ms for each trial
	for _, b := range s.run(t.Context()).Benchmarks {
		if b.Rounds != 4 || b.Stop != record.StopTime {
			t.Errorf("%s: %d rounds, %s", b.Name.Name, b.Rounds, b.Stop)
		}
	}
}

// A cell may make system calls slower than another's: that is no pollution.
func TestWhatIsUsualDependsOnTheCell(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.machines[1].Canary = func(int) int64 { return 5000 }
	for _, trial := range s.run(t.Context()).Trials {
		if len(trial.Polluted) > 0 {
			t.Errorf("polluted: %q", trial.Polluted)
		}
	}
}

// leaving is a judge that lets one variant go as soon as it is asked.
type leaving struct{ after }

func (leaving) Begin(int) {}

func (leaving) Gone(record.Benchmark) []int { return []int{1} }

func (l leaving) Round(b record.Benchmark, trials []record.Trial) (record.Stop, int) {
	return l.after.Round(b, trials)
}

// Who is gone takes part in no further round, and its time is no more counted.
func TestVariantsLeave(t *testing.T) {
	s := compare(record.Base, record.Contender, record.Contender)
	s.judge = leaving{6}
	r := s.run(t.Context())
	for _, b := range r.Benchmarks {
		for round, vs := range turns(b) {
			want := []int{0, 2}
			if round == 0 { // nobody was asked yet
				want = []int{0, 1, 2}
			}
			if slices.Sort(vs); !slices.Equal(vs, want) {
				t.Errorf("%s: round %d has variants %v", b.Name.Name, round+1, vs)
			}
		}
	}
	if n := len(s.log.Progress); s.log.Progress[n-1].Left != 20*time.Millisecond {
		t.Errorf("before the last round: %+v", s.log.Progress[n-1])
	}
}

// A variant that is like another one takes its windows over, and asks for no plan.
func TestVariantsLikeOthers(t *testing.T) {
	s := compare(record.Base, record.Contender, record.Contender)
	s.machines[1].NsPerOp["BenchmarkA"], s.machines[2].NsPerOp["BenchmarkA"] = 150, 150
	s.variants[2].Like = 2
	r := s.run(t.Context())
	for _, trial := range benchmark(t, r, "BenchmarkA").Trials {
		if trial.N != 10_000 {
			t.Errorf("variant %d: %d iterations", trial.Variant, trial.N)
		}
	}
	if a, b := len(s.machines[1].Commands), len(s.machines[2].Commands); b != a-4 {
		t.Errorf("%d processes of a variant with four pilots, %d of one like it", a, b)
	}
}
