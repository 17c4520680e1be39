package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/cell"
	"tare/internal/record"
	"tare/internal/tuning/knobs"
	"tare/internal/verb/cli"
	"tare/internal/verb/tune"
)

// machineRoot is where the machine that runs benchmarks is.
const machineRoot = "/"

func (o *options) registerTune(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.tune.Profile, "tune", "", "set the machine with this `profile` of tare tune for the run, and put it back at its end, even when tare is killed; -tune alone is -tune=quiet")
	f.Lookup("tune").NoOptDefVal = knobs.Profiles()[0]
	cli.Complete(cmd, "tune", cobra.FixedCompletions(knobs.Profiles(), cobra.ShellCompDirectiveNoFileComp))
	f.StringVar(&o.tune.Shield, "shield", "", "with -tune, keep this `list` of CPUs free of everything but the benchmarks, and run them there")
}

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
	return cmp.Or(o.tune.Check(), tune.Supported())
}

// tuneMachine sets the machine, if that is wanted, and returns what puts it back.
// Should this process be killed meanwhile, another one does that.
func (s *session) tuneMachine(ctx context.Context) (restore func() error, err error) {
	if s.tune.Profile == "" {
		return func() error { return nil }, nil
	}
	s.out.stage("tuning the machine")
	settings, err := tune.Open(ctx, machineRoot, true, s.out.progress.Note)
	if err != nil {
		return nil, err
	}
	t, err := s.tune.Tune(ctx, settings, machineRoot, false)
	restore = func() error { return errors.Join(tune.Restore(settings, t.Session), settings.Close()) }
	finding, ok := describeTuning(t)
	if err == nil && !ok {
		err = cli.Errorf(cli.Broken, "run as root (sudo -E tare run -tune), or leave -tune out", "-tune: %s", finding.Evidence)
	}
	if err != nil {
		return nil, errors.Join(err, restore())
	}
	s.result.Tuning = &t
	s.result.Findings = append(s.result.Findings, finding)
	return restore, nil
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
