package compare

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/test/gittest"
)

// witness is a sink that remembers, in order, and refuses trials when it is told to.
type witness struct {
	told    []string
	refusal error
}

func (w *witness) Stage(what string) {
	verb, _, _ := strings.Cut(what, " ")
	w.tell(verb)
}
func (w *witness) Note(string)                            {}
func (w *witness) Next(record.Benchmark, rounds.Progress) {}
func (w *witness) Forecast(rounds.Forecast)               { w.tell("forecast") }
func (w *witness) Looked(o Outlook)                       { w.tell("looked") }
func (w *witness) Failed(f record.Failure)                { w.tell("failed " + f.Package) }
func (w *witness) Begin(c record.Comparison) error {
	w.tell("begin " + c.Variants[0].Source.Module)
	return nil
}
func (w *witness) Trial(t record.Trial) error {
	w.tell("trial")
	return w.refusal
}

// tell remembers what is told, once of what is told again and again.
func (w *witness) tell(what string) {
	if n := len(w.told); n == 0 || w.told[n-1] != what {
		w.told = append(w.told, what)
	}
}

// wavering is a benchmark whose score is now 100 and now 102 where there is a file to
// count its processes in, and 101 where there is none: nothing decides on that.
const wavering = `package p

import (
	"os"
	"testing"
)

var score = 101.0

func init() {
	if before, err := os.ReadFile("processes"); err == nil {
		os.WriteFile("processes", append(before, '.'), 0o666)
		score = float64(100 + 2*(len(before)%2))
	}
}

func Benchmark(b *testing.B) {
	for b.Loop() {
	}
	b.ReportMetric(score, "score")
}
`

// request compares a commit with a working tree that wavers, and has a package beside
// that does not build.
func request(t *testing.T) Request {
	t.Helper()
	r := gittest.New(t)
	r.Write("go.mod", "module example.com/m\n\ngo 1.24\n")
	r.Write("p_test.go", wavering)
	r.Commit("first")
	r.Write("processes", ".")
	r.Write("broken/b_test.go", strings.Replace(benchmark, "NAME()", "undefined()", 1))
	q := Request{Variants: asked(t, r.Dir, "HEAD", "."), Temp: t.TempDir(), Budget: bench.Budget(0)}
	q.Head = record.Comparison{Tare: version, Dir: r.Dir, Plan: record.ComparisonPlan{Bench: ".", Packages: []string{"./..."},
		Iters: 1, Metric: "score", Alpha: 0.05, Looks: []int{9, 10}, Kept: stats.Kept, Seed: 1, Timeout: time.Minute}}
	return q
}

// TestRun has an engine without a command line tell its sink what it does, in order, and
// return the rest; and go on where that left off.
func TestRun(t *testing.T) {
	var w witness
	q := request(t)
	c, err := Run(t.Context(), q, &w)
	if err != nil {
		t.Fatal(err)
	}
	want := "checking, building, failed example.com/m/broken, building, begin example.com/m, calibrating, forecast, trial"
	// Whether it is told of the outlook depends on what the machine spoils.
	if got := strings.ReplaceAll(strings.Join(w.told, ", "), ", looked, trial", ""); got != want {
		t.Errorf("told %s\nwant %s", got, want)
	}
	if names := q.Names(); !slices.Equal(names, []string{"old", "new", "copy"}) || len(c.Variants) != 3 {
		t.Errorf("variants %q, %d in the result", names, len(c.Variants))
	}
	if len(c.Benchmarks) != 1 || c.Benchmarks[0].Rounds != 10 || c.Benchmarks[0].Stop != record.StopRounds || len(c.Failures) != 1 || c.ID == "" || c.Finished.IsZero() {
		t.Errorf("benchmarks %+v, failures %v, ID %q, finished %s", c.Benchmarks, c.Failures, c.ID, c.Finished)
	}
	if err := Resumable(&c, version); err != nil {
		t.Fatal(err)
	}
	q.Head, q.Session, q.Temp = c, &record.Session{Most: 11}, t.TempDir()
	again, err := Run(t.Context(), q, &w)
	if err != nil || again.ID != c.ID || len(again.Sessions) != 2 || again.Sessions[1].First != len(c.Trials) ||
		again.Benchmarks[0].Rounds <= 10 || len(again.Trials) <= len(c.Trials) || len(again.Failures) != 1 {
		t.Errorf("%v, went on with %d sessions, %d trials, benchmarks %+v", err, len(again.Sessions), len(again.Trials), again.Benchmarks)
	}
}

// TestRefused has a comparison end with the round of which its sink cannot take a trial.
func TestRefused(t *testing.T) {
	full := errors.New("the disk is full")
	w := witness{refusal: full}
	c, err := Run(t.Context(), request(t), &w)
	if !errors.Is(err, full) || !errors.Is(err, bench.ErrUnwritten) || len(c.Trials) == 0 || c.Trials[len(c.Trials)-1].Round != 1 {
		t.Errorf("%v after %d trials", err, len(c.Trials))
	}
}

// TestLooked has a sink told once of what the comparison will be able to tell, as soon as
// that is known.
func TestLooked(t *testing.T) {
	b := record.Benchmark{Name: "BenchmarkX"}
	var trials []record.Trial
	for i := range 18 {
		ns := 100 + float64(i%3)
		trials = append(trials, record.Trial{Benchmark: b, Round: i/2 + 1, Variant: i % 2, Order: i, Outcome: record.OK, Accounting: record.ByWindow, N: 10, Bill: record.Bill{Wall: ns}})
	}
	rules := rulesOf(record.Comparison{Plan: record.ComparisonPlan{Metric: "ns/op", Alpha: 0.05, Looks: []int{9, 20}},
		Variants: []record.Variant{{Role: record.Base}, {Role: record.Contender}}})
	for _, c := range []struct {
		trials []record.Trial
		want   int
	}{{trials[:2], 0}, {trials, 1}} {
		var w witness
		sink := watched{Sink: &w, judge: verdict.NewJudge(rules, verdict.Benchmark{Name: b, Trials: c.trials}), outlook: Outlook{Pairs: 20, Margin: 0.02}}
		sink.Next(b, rounds.Progress{})
		sink.Next(b, rounds.Progress{})
		if len(w.told) != c.want || c.want > 0 && !(sink.outlook.Change > 0) {
			t.Errorf("after %d trials told %q, of %+v", len(c.trials), w.told, sink.outlook)
		}
	}
}
