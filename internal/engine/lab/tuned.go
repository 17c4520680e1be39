package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tare/internal/engine/tune"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// setKnobs is tune.Set.
type setKnobs func(ctx context.Context, k *tune.Knobs, args []string, note func(string)) (record.Tuning, record.Finding, func() error, error)

// tuned is an executor that sets knobs of the machine for each process, and puts them back.
type tuned struct {
	trial.Executor
	knobs tune.Knobs
	set   setKnobs
	args  []string
	note  func(string)
}

// tuned returns exec, in the middle of setting and restoring the knobs, if there are any.
func (e *engine) tuned(knobs []string, exec trial.Executor) trial.Executor {
	if len(knobs) == 0 {
		return exec
	}
	return &tuned{exec, tune.Knobs{Only: knobs}, e.set, e.result.Args, e.sink.Note}
}

// Execute implements trial.Executor. A process under knobs that could not be set would be
// taken for another variant, so that it fails.
func (t *tuned) Execute(ctx context.Context, c trial.Command) (x trial.Execution) {
	was, _, restore, err := t.set(ctx, &t.knobs, t.args, t.note)
	if err != nil {
		return trial.Execution{Err: err}
	}
	defer func() { x.Err = errors.Join(x.Err, restore()) }()
	changed := func(s record.Setting) bool { return s.State == record.StateSet || s.State == record.StateDone }
	if !slices.ContainsFunc(was.Settings, changed) {
		return trial.Execution{Err: fmt.Errorf("the knobs %s are already as they are to be set", strings.Join(t.knobs.Only, ", "))}
	}
	return t.Executor.Execute(ctx, c)
}
