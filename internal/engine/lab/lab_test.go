package lab

import (
	"context"
	"testing"
	"time"

	"tare/internal/engine/bench"
	"tare/internal/engine/tune"
	"tare/internal/lab"
	"tare/internal/lab/claims"
	"tare/internal/measure/build"
	"tare/internal/measure/rounds"
	"tare/internal/record"
)

// witness is a sink that counts.
type witness struct {
	experiments, concluded, trials int
}

func (w *witness) Stage(string)                           {}
func (w *witness) Note(string)                            {}
func (w *witness) Next(record.Benchmark, rounds.Progress) {}
func (w *witness) Failed(record.Failure)                  {}
func (w *witness) Trial(record.Trial) error               { w.trials++; return nil }
func (w *witness) Experiment(lab.Claim, int, int)         { w.experiments++ }
func (w *witness) Concluded(record.Experiment) error      { w.concluded++; return nil }

// Every program of the catalogue builds, runs in all variants, and has a value for every
// figure and in every unit of its picture.
func TestClaims(t *testing.T) {
	all := claims.All()
	var w witness
	set, restored := 0, 0
	e := engine{sink: &w, result: record.Lab{Quick: true, Seed: 1}, window: 10 * time.Millisecond, turns: 1}
	e.Request = Request{Claims: all, Build: build.Options{Temp: t.TempDir()}, Budget: bench.Budget(0)}
	e.set = func(context.Context, *tune.Knobs, []string, func(string)) (record.Tuning, record.Finding, func() error, error) {
		set++
		return record.Tuning{Settings: []record.Setting{{State: record.StateSet}}}, record.Finding{}, func() error { restored++; return nil }, nil
	}
	if err := e.run(t.Context()); err != nil || len(e.result.Experiments) != len(all) || w.concluded != len(all) || w.experiments != len(all) {
		t.Fatalf("%v after %d experiments", err, len(e.result.Experiments))
	}
	if set != restored {
		t.Errorf("knobs were set %d times and restored %d times", set, restored)
	}
	for i, x := range e.result.Experiments {
		t.Run(x.ID, func(t *testing.T) { complete(t, all[i], x, e.host) })
	}
}

// complete checks one round of an experiment. A busy machine may have contaminated it:
// what was measured is there all the same.
func complete(t *testing.T, c lab.Claim, x record.Experiment, host lab.Host) {
	if x.Verdict == record.NotTestable {
		t.Skipf("missing: %q", x.Missing)
	}
	if len(x.Failures) > 0 || len(x.Trials) != len(x.Variants) {
		t.Fatalf("%d trials of %d variants, failures %+v", len(x.Trials), len(x.Variants), x.Failures)
	}
	for i := range x.Trials {
		x.Trials[i].Polluted = nil
	}
	d := lab.DataOf(x)
	figures, _ := lab.Judge(c.Figures(host), d)
	for _, f := range figures {
		if f.Ours.N == 0 {
			t.Errorf("%s: no value", f.Name)
		}
	}
	for _, unit := range c.Picture.Units {
		for v, values := range d.Rounds[0] {
			if _, ok := values[unit]; !ok {
				t.Errorf("variant %s has no %s: %v", x.Variants[v].Name, unit, values)
			}
		}
	}
}
