// Package tune is the verbs `tare tune` and `tare restore`: set the machine for
// measuring, and put it back.
package tune

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/tune"
	"tare/internal/machine/tuning"
	"tare/internal/machine/tuning/knobs"
	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
	"tare/internal/report/tunings"
)

const long = `Tune sets what disturbs measurements on this machine: frequency, interrupts,
memory, the scheduler. It writes the originals to a journal, and syncs that to the
disk, before it changes anything; it reads every value back; ` + "`tare restore`" + ` puts
everything back, even after a crash.

Profiles:
  quiet         what lowers noise and takes nothing away (default)
  latency       quiet, and shallow idle states, no SMT, shielded CPUs
  reset-memory  once: drop caches, compact memory, bring swapped pages back

What this machine does not have is reported, but is not a failure. For one run, use
` + "`tare run -tune`" + `: it restores at its end, even when it is killed.

Exit status: 0 set, 1 something was denied, or a knob that you named does not exist
here, 2 usage, 5 something failed.`

const examples = `  tare tune -dry-run                    what would be changed, and what cannot be
  sudo tare tune                        until tare restore
  sudo tare tune -only=governor,boost
  sudo tare tune latency -shield=2-3    keep CPUs 2 and 3 for tare's cells
  sudo tare tune -persist               at every start of the machine (systemd)`

// tuneOptions are the command line of `tare tune`, as typed.
type tuneOptions struct {
	place
	engine.Knobs
	list, dryRun, persist bool
}

var tuneRules = flags.Rules{
	{Flags: "list", Not: "dry-run persist", Why: "a list changes nothing"},
}

// Command returns the verb `tare tune`.
func Command() *cobra.Command {
	var o tuneOptions
	cmd := &cobra.Command{
		Use:       "tune [flags] [profile]",
		Short:     "Set the machine for measuring; the originals are journaled",
		Long:      long,
		Example:   examples,
		ValidArgs: knobs.Profiles(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := tuneRules.Check(cmd, ""); err != nil {
				return err
			}
			if len(args) > 1 {
				return exit.Errorf(exit.Usage, "name one profile: "+strings.Join(knobs.Profiles(), ", "), "%q: too many arguments", args)
			}
			o.Profile = strings.Join(args, "")
			return o.run(cmd)
		},
	}
	f := cmd.Flags()
	o.place.register(f)
	register(cmd, &o.Knobs)
	f.BoolVar(&o.list, "list", false, "list the knobs, their values here, and the profiles that set them; change nothing")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would be changed; change nothing")
	f.BoolVar(&o.persist, "persist", false, "tune now and at every start of the machine, through a systemd unit; with -dry-run, print the unit")
	return cmd
}

func (o *tuneOptions) run(cmd *cobra.Command) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.list {
		return o.show(cmd.OutOrStdout())
	}
	// What makes no sense is said before anything is waited for.
	known, plan, err := o.Plan(o.root)
	switch {
	case err != nil:
		return err
	case o.dryRun && o.persist:
		_, err := io.WriteString(cmd.OutOrStdout(), o.unit("tare"))
		return err
	case o.dryRun:
		return o.report(cmd.OutOrStdout(), record.Tuning{DryRun: true, Profile: o.Chosen(), Knobs: known, Settings: tuning.Settings(plan)})
	case o.persist:
		if err := o.install(cmd.ErrOrStderr()); err != nil {
			return err
		}
	case hopeless(plan):
		t := record.Tuning{Profile: o.Chosen(), Knobs: known, Settings: tuning.Settings(plan)}
		return errors.Join(o.report(cmd.OutOrStdout(), t), o.status(t))
	}
	return o.tune(cmd)
}

// hopeless reports whether all that this machine has is denied, for which neither
// a journal nor waiting for its lock is needed. What has its value already is not
// hopeless: it may lose it when the tare that has the lock ends.
func hopeless(plan []tuning.Item) bool {
	denied := false
	for _, it := range plan {
		switch it.State {
		case record.StateDenied:
			denied = true
		case record.StateUnsupported:
		default:
			return false
		}
	}
	return denied
}

// show lists all knobs there are.
func (o *tuneOptions) show(w io.Writer) error {
	_, wishes, err := o.Resolve()
	if err != nil {
		return err
	}
	all := knobs.All()
	t := record.Tuning{DryRun: true, Knobs: engine.About(all), Settings: tuning.Settings(setup.Plan(o.root, all, wishes))}
	return o.write(w, t, tunings.List(t))
}

// report says what became of the settings, or would become of them.
func (o *tuneOptions) report(w io.Writer, t record.Tuning) error {
	return o.write(w, t, tunings.Document(t, wayOut()))
}

// tune sets the machine until it is restored. What is interrupted is put back:
// nobody wants half of it.
func (o *tuneOptions) tune(cmd *cobra.Command) error {
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	if text := engine.Damage(s.Dir(), s.Damaged()); text != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "tare: "+text)
	}
	t, err := o.Tune(cmd.Context(), s, o.root, true)
	if err != nil {
		return err
	}
	if cmd.Context().Err() != nil {
		if err := engine.Restore(s, t.Session); err != nil {
			return err
		}
		return exit.Errorf(exit.Broken, "", "interrupted; what had been set was put back")
	}
	if err := o.report(cmd.OutOrStdout(), t); err != nil {
		return err
	}
	return o.status(t)
}

// status judges what became of the settings.
func (o *tuneOptions) status(t record.Tuning) error {
	states := make(map[record.State][]string) // the knobs with such settings
	for _, s := range t.Settings {
		states[s.State] = append(states[s.State], s.Knob)
	}
	made := slices.Concat(states[record.StateSet], states[record.StateDone])
	absent := func(knob string) bool {
		return slices.Contains(states[record.StateUnsupported], knob) && !slices.Contains(made, knob)
	}
	switch {
	case len(states[record.StateFailed]) > 0:
		return exit.Quiet(exit.Broken)
	case len(states[record.StateDenied]) > 0, slices.ContainsFunc(o.Named(), absent):
		return exit.Quiet(exit.FoundWrong)
	}
	return nil
}
