package sweep

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/measure/build"
	"tare/internal/measure/rounds"
	"tare/internal/record"
)

// witness is a sink that remembers, in order, and refuses trials when it is told to.
type witness struct {
	told    []string
	trials  int
	refusal error
}

func (w *witness) Stage(string)                               {}
func (w *witness) Note(string)                                {}
func (w *witness) Next(b record.Benchmark, _ rounds.Progress) {}
func (w *witness) Forecast(f rounds.Forecast) {
	w.told = append(w.told, fmt.Sprintf("forecast of %d rounds", f.Rounds))
}
func (w *witness) Failed(f record.Failure) { w.told = append(w.told, "failed "+f.Package+f.Benchmark) }
func (w *witness) Begin(s record.Sweep) error {
	w.told = append(w.told, "begin "+s.Source.Module)
	return nil
}
func (w *witness) Trial(record.Trial) error {
	w.trials++
	return w.refusal
}

const source = `package m

import (
	"os"
	"testing"
)

// BenchmarkEnv allocates as often as its environment says.
func BenchmarkEnv(b *testing.B) {
	for b.Loop() {
		for range len(os.Getenv("SIZE")) {
			sink = new(int)
		}
	}
}

var sink *int
`

// request asks for a benchmark under environments that make it allocate 1, 2 and 3 times.
func request(t *testing.T) Request {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "m_test.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	q := Request{Build: build.Options{Temp: t.TempDir()}, Budget: bench.Budget(0)}
	q.Head = record.Sweep{Dir: dir, Plan: record.SweepPlan{Bench: ".", Packages: []string{"./..."}, Metric: "allocs/op", Alpha: 0.05, Margin: 0.05,
		Looks: []int{20}, Iters: 10, Timeout: 60 * time.Second, Seed: 1}}
	factor := record.Factor{Name: "env SIZE", Levels: []string{"x", "xx", "xxx"}}
	for i, level := range factor.Levels {
		q.Points = append(q.Points, Point{Env: func(env []string) []string { return append(env[:len(env):len(env)], "SIZE="+level) }})
		q.Head.Points = append(q.Head.Points, record.SweepPoint{Levels: []int{i}})
	}
	q.Head.Factors = []record.Factor{factor}
	return q
}

// Points that are worse leave at the first look, and the best one is found.
func TestRun(t *testing.T) {
	var w witness
	s, err := Run(t.Context(), request(t), &w)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(w.told, ", "); got != "begin example.com/m, forecast of 20 rounds" {
		t.Errorf("told %s", got)
	}
	if len(s.Benchmarks) != 1 || s.ID == "" || s.Finished.IsZero() {
		t.Fatalf("%+v, failures %+v", s.Benchmarks, s.Failures)
	}
	b, first := s.Benchmarks[0], s.Plan.Looks[0]
	if b.Groups[0].Best != 0 || !b.Groups[0].Settled || b.Stop != record.StopDecided || b.Points[2].Dropped != first || len(s.Trials) != 3*first || w.trials != len(s.Trials) {
		t.Errorf("%d trials, looks %v, %+v", len(s.Trials), s.Plan.Looks, b)
	}
	for i, p := range b.Points {
		if p.Value.Center != float64(i+1) || math.Abs(p.Ratio.Center-float64(i+1)) > 1e-9 {
			t.Errorf("point %d: %+v", i, p)
		}
	}
	killed := s
	killed.Benchmarks, killed.Finished, killed.Plan.Looks = nil, time.Time{}, []int{20}
	Conclude(&killed)
	if got := killed.Benchmarks[0]; !reflect.DeepEqual(got.Groups, b.Groups) || !reflect.DeepEqual(got.Points, b.Points) || got.Stop != record.StopInterrupted {
		t.Errorf("concluded from its trials: %+v", got)
	}
}

// A program that prints benchmark lines is swept like a benchmark.
func TestCommand(t *testing.T) {
	q := request(t)
	q.Head.Plan.Command, q.Head.Plan.Metric = []string{"sh", "-c", `test -n "$PATH" && echo "BenchmarkSize 1 ${#SIZE} ns/op"`}, "ns/op"
	s, err := Run(t.Context(), q, &witness{})
	if err != nil || len(s.Benchmarks) != 1 || s.Benchmarks[0].Benchmark.Name != "BenchmarkSize" || s.Benchmarks[0].Groups[0].Best != 0 {
		t.Errorf("%v: %+v, failures %+v", err, s.Benchmarks, s.Failures)
	}
	q.Head.Plan.Command[0] = "no-such-program"
	if _, err := Run(t.Context(), q, &witness{}); exit.Status(err) != exit.Usage || !strings.Contains(err.Error(), "no-such-program") {
		t.Errorf("a program that is not there: %v", err)
	}
}

// A grid that cannot be told apart is refused before any round.
func TestTooLittle(t *testing.T) {
	q := request(t)
	q.Head.Plan.Looks = []int{5}
	var w witness
	_, err := Run(t.Context(), q, &w)
	if exit.Status(err) != exit.Usage || !strings.Contains(err.Error(), "-max-rounds is 5") || w.trials != 0 {
		t.Errorf("%v after %d trials", err, w.trials)
	}
	q = request(t)
	q.Budget = bench.Budget(time.Minute)
	until := q.Budget.Until
	q.Budget.Now = func() time.Time { return until.Add(-time.Millisecond) }
	_, err = Run(t.Context(), q, &w)
	if exit.Status(err) != exit.Usage || !strings.Contains(err.Error(), "of -for") || w.trials != 0 {
		t.Errorf("%v after %d trials", err, w.trials)
	}
}

// A sweep ends when its sink cannot take a trial.
func TestRefused(t *testing.T) {
	full := errors.New("the disk is full")
	w := witness{refusal: full}
	s, err := Run(t.Context(), request(t), &w)
	if !errors.Is(err, full) || !errors.Is(err, bench.ErrUnwritten) || len(s.Trials) > 3 {
		t.Errorf("%v after %d trials", err, len(s.Trials))
	}
}
