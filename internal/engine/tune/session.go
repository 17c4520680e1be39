package tune

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/record"
)

// root is where the machine that runs benchmarks is.
const root = "/"

// Set sets the machine as k says, and returns what was set, a finding about it,
// and what puts it back. Should this process be killed meanwhile, another one does
// that. Args is the command line, without secrets; note is told what people should know.
// Set is not called without -tune.
func Set(ctx context.Context, k *Knobs, args []string, note func(string)) (record.Tuning, record.Finding, func() error, error) {
	settings, err := Open(ctx, Place{root, args}, true, note)
	if err != nil {
		return record.Tuning{}, record.Finding{}, nil, err
	}
	t, err := k.Tune(ctx, settings, root, false)
	restore := func() error { return errors.Join(Restore(settings, t.Session), settings.Close()) }
	finding, ok := describe(t)
	if err == nil && !ok {
		err = exit.Errorf(exit.Broken, "run as root (sudo -E tare …), or leave -tune out", "-tune: %s", finding.Evidence)
	}
	if err != nil {
		return t, finding, nil, errors.Join(err, restore())
	}
	return t, finding, restore, nil
}

// describe says what tuning came to; false when nothing could be set for
// want of permission.
func describe(t record.Tuning) (record.Finding, bool) {
	byState := make(map[record.State][]string)
	for _, s := range t.Settings {
		if !slices.Contains(byState[s.State], s.Knob) {
			byState[s.State] = append(byState[s.State], s.Knob)
		}
	}
	f := record.Finding{ID: "tuned", Severity: record.Info, What: "The machine was set for this run, to be put back at its end."}
	var evidence []string
	for _, state := range []record.State{record.StateSet, record.StateDone, record.StateAlready, record.StateUnsupported, record.StateDenied, record.StateFailed} {
		if knobs := byState[state]; len(knobs) > 0 {
			evidence = append(evidence, fmt.Sprintf("%s: %s", state, strings.Join(knobs, ", ")))
		}
	}
	f.Evidence = strings.Join(evidence, "; ") + "."
	if len(byState[record.StateDenied])+len(byState[record.StateFailed]) > 0 {
		f.Severity, f.What = record.Warning, "The machine could be set for this run only in part."
		f.Fix = "See why with `sudo tare tune -dry-run`."
	}
	set := len(byState[record.StateSet]) + len(byState[record.StateDone])
	return f, set > 0 || len(byState[record.StateDenied]) == 0
}
