package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"tare/internal/cell"
	"tare/internal/journal"
	"tare/internal/record"
	"tare/internal/tuning/setup"
	"tare/internal/verb/cli"
	"tare/internal/verb/tune"
)

// machineRoot is where the machine that runs benchmarks is.
const machineRoot = "/"

// checkTune checks -tune and -shield. On a machine with a shield, made for this
// run or by an earlier tare tune, benchmarks run behind it.
func (o *options) checkTune() error {
	if o.cpus == "" {
		o.cpus = cmp.Or(o.tune.Shield, cell.Shielded(os.DirFS(machineRoot)))
	}
	if o.tune.Profile == "" {
		if o.tune.Shield != "" {
			return cli.Errorf(cli.Usage, "add -tune, or use -cpus to run on CPUs that are not shielded", "-shield needs -tune")
		}
		return nil
	}
	_, _, err := o.tune.Resolve()
	return err
}

// tuned is the machine as it is set for one run; nil when it is not.
type tuned struct {
	session  *setup.Session
	watchdog *setup.Watchdog
	id       string
}

// tuneMachine sets the machine, if that is wanted. From then on another process
// puts it back should this one be killed.
func (s *session) tuneMachine(ctx context.Context) (*tuned, error) {
	if s.tune.Profile == "" {
		return nil, nil
	}
	selected, wishes, err := s.tune.Resolve()
	if err != nil {
		return nil, err
	}
	options, err := tune.Options(machineRoot, os.Args[1:], func(h journal.Holder) bool {
		s.out.progress.Note("waiting for " + tune.Describe(h))
		return true
	})
	if err != nil {
		return nil, err
	}
	t := &tuned{}
	if t.session, err = tune.Open(ctx, options); err != nil {
		return nil, err
	}
	if n := len(t.session.Orphans); n > 0 {
		s.out.progress.Note(fmt.Sprintf("looked after %d settings that a killed tare had left", n))
	}
	plan := setup.Plan(machineRoot, selected, wishes)
	id, err := t.session.Begin(s.tune.Profile, false)
	if err == nil {
		t.id = id
		t.watchdog, err = tune.Watch(t.session, machineRoot, id)
	}
	if err != nil {
		return nil, errors.Join(err, t.restore())
	}
	s.out.stage("tuning the machine")
	result := t.session.Tune(ctx, id, plan)
	result.Profile = s.tune.Profile
	s.result.Tuning = &result
	finding, ok := describeTuning(result)
	if !ok {
		return nil, errors.Join(cli.Errorf(cli.Broken, "run as root (sudo -E tare run -tune), or leave -tune out", "-tune: %s", finding.Evidence), t.restore())
	}
	s.result.Findings = append(s.result.Findings, finding)
	return t, nil
}

// restore puts the machine back.
func (t *tuned) restore() error {
	if t == nil {
		return nil
	}
	defer t.session.Close()
	result, err := t.session.Restore(t.id, false)
	for _, s := range result.Settings {
		if s.State != record.StateRestored && s.State != record.StateOriginal {
			err = errors.Join(err, fmt.Errorf("%s was not put back: %s (%s)", s.Key, s.State, s.Why))
		}
	}
	if t.watchdog != nil {
		err = errors.Join(err, t.watchdog.Stop())
	}
	if err != nil {
		return cli.Errorf(cli.Broken, "see `tare restore -dry-run`", "restoring the machine: %w", err)
	}
	return nil
}

// describeTuning says what tuning came to; false when nothing could be set for
// want of permission.
func describeTuning(t record.Tuning) (record.Finding, bool) {
	byState := make(map[record.State][]string)
	for _, s := range t.Settings {
		if !slices.Contains(byState[s.State], s.Knob) {
			byState[s.State] = append(byState[s.State], s.Knob)
		}
	}
	f := record.Finding{ID: "tuned", Severity: record.Info, What: "The machine was set for this run, and put back at its end."}
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
	set := len(byState[record.StateSet]) + len(byState[record.StateDone]) + len(byState[record.StateAlready])
	return f, set > 0 || len(byState[record.StateDenied]) == 0
}
