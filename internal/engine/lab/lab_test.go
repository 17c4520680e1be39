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
	for _, c := range claims.All() {
		t.Run(c.ID, func(t *testing.T) {
			var w witness
			set, restored := 0, 0
			e := engine{sink: &w, result: record.Lab{Quick: true, Seed: 1}, window: 10 * time.Millisecond, turns: 1}
			e.Request = Request{Claims: []lab.Claim{c}, Build: build.Options{Temp: t.TempDir()}, Budget: bench.Budget(0)}
			e.set = func(context.Context, *tune.Knobs, []string, func(string)) (record.Tuning, record.Finding, func() error, error) {
				set++
				return record.Tuning{Settings: []record.Setting{{State: record.StateSet}}}, record.Finding{}, func() error { restored++; return nil }, nil
			}
			err := e.run(t.Context())
			r := e.result
			if set != restored {
				t.Errorf("knobs were set %d times and restored %d times", set, restored)
			}
			if err != nil || len(r.Experiments) != 1 || w.concluded != 1 || w.experiments != 1 {
				t.Fatalf("%v, %+v", err, r.Experiments)
			}
			x := r.Experiments[0]
			if x.Verdict == record.NotTestable {
				t.Skipf("missing: %q", x.Missing)
			}
			if len(x.Failures) > 0 || w.trials != len(x.Variants) {
				t.Fatalf("%d trials of %d variants, failures %+v", w.trials, len(x.Variants), x.Failures)
			}
			for _, f := range x.Figures {
				if f.Ours.N == 0 {
					t.Errorf("%s: no value", f.Name)
				}
			}
			for _, unit := range c.Picture.Units {
				for _, v := range x.Variants {
					if v.Values[unit].N == 0 {
						t.Errorf("variant %s has no %s: %v", v.Name, unit, v.Values)
					}
				}
			}
		})
	}
}
