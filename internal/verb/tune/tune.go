// Package tune is the verbs `tare tune` and `tare restore`: set the machine for
// measuring, and put it back.
package tune

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/record"
	"tare/internal/report/tuned"
	"tare/internal/tuning"
	"tare/internal/tuning/knobs"
	"tare/internal/tuning/setup"
	"tare/internal/verb/cli"
)

const long = `Tune sets what disturbs measurements on this machine: frequency, interrupts,
memory, the scheduler. What was there is written to a journal, and synced to the
disk, before anything is changed; every value is read back; ` + "`tare restore`" + ` puts
everything back, even after a crash.

Profiles:
  quiet         what lowers noise and takes nothing away (default)
  latency       quiet, and shallow idle states, no SMT, shielded CPUs
  reset-memory  once: drop caches, compact memory, bring swapped pages back

What this machine does not have is said, and is no failure. For one run, use
` + "`tare run -tune`" + `: it restores at its end, even when it is killed.

Exit status: 0 set, 1 something that was asked for by name is not to be had
here, 2 usage, 5 something could not be set.`

const examples = `  tare tune -dry-run                    what would be changed, and what cannot be
  sudo tare tune                        until tare restore
  sudo tare tune -only=governor,boost
  sudo tare tune latency -shield=2-3    keep CPUs 2 and 3 for tare's cells
  sudo tare tune -persist               at every start of the machine (systemd)`

// options are the command line of `tare tune`, as typed.
type options struct {
	place
	Knobs
	list, dryRun, persist bool
}

// Command returns the verb `tare tune`.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:       "tune [flags] [profile]",
		Short:     "Set the machine for measuring; the originals are journaled",
		Long:      long,
		Example:   examples,
		ValidArgs: knobs.Profiles(),
		RunE: cli.Verb(func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Errorf(cli.Usage, "name one profile: "+strings.Join(knobs.Profiles(), ", "), "%q: too many arguments", args)
			}
			o.Profile = strings.Join(args, "")
			return o.run(cmd)
		}),
	}
	f := cmd.Flags()
	o.place.register(f)
	o.Knobs.register(f)
	f.BoolVar(&o.list, "list", false, "list the knobs, their values here, and the profiles that set them; change nothing")
	f.BoolVar(&o.dryRun, "dry-run", false, "say what would be changed; change nothing")
	f.BoolVar(&o.persist, "persist", false, "tune now and at every start of the machine, through a systemd unit; with -dry-run, print the unit")
	return cmd
}

func (o *options) run(cmd *cobra.Command) error {
	if o.list {
		o.Knobs = Knobs{Shield: o.Shield, Frequency: o.Frequency, every: true}
	}
	selected, wishes, err := o.Resolve()
	if err != nil {
		return err
	}
	w := o.output(cmd.OutOrStdout())
	if o.list || o.dryRun {
		if o.persist {
			_, err := io.WriteString(cmd.OutOrStdout(), o.unit("tare"))
			return err
		}
		t := record.Tuning{DryRun: true, Profile: o.profile(), Knobs: about(selected),
			Settings: tuning.Settings(setup.Plan(o.root, selected, wishes))}
		return w.write(t, o.list)
	}
	if o.persist {
		if err := o.install(cmd.ErrOrStderr()); err != nil {
			return err
		}
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	tellOrphans(cmd.ErrOrStderr(), s)
	plan := setup.Plan(o.root, selected, wishes)
	id, err := s.Begin(o.profile(), true)
	if err != nil {
		return cli.Errorf(cli.Broken, stateHint, "%w", err)
	}
	t := s.Tune(cmd.Context(), id, plan)
	t.Profile, t.Knobs = o.profile(), about(selected)
	if err := w.write(t, false); err != nil {
		return err
	}
	return o.status(cmd, s, t)
}

// status judges what became of the settings. A tune that was interrupted is put
// back: nobody wants half of it.
func (o *options) status(cmd *cobra.Command, s *setup.Session, t record.Tuning) error {
	if cmd.Context().Err() != nil {
		if _, err := s.Restore(t.Session, false); err != nil {
			return err
		}
		return cli.Errorf(cli.Broken, "", "interrupted; what had been set was put back")
	}
	named := append(slices.Clone(o.Only), o.With...)
	var denied, failed, absent bool
	for _, set := range t.Settings {
		denied = denied || set.State == record.StateDenied
		failed = failed || set.State == record.StateFailed
		absent = absent || set.State == record.StateUnsupported && set.Key == "" && slices.Contains(named, set.Knob)
	}
	switch {
	case failed:
		return cli.Quiet(cli.Broken)
	case denied && os.Geteuid() != 0:
		return cli.Errorf(cli.Broken, "sudo tare tune", "some settings belong to root")
	case denied:
		return cli.Quiet(cli.Broken)
	case absent:
		return cli.Quiet(cli.FoundWrong)
	}
	return nil
}

// about returns the knobs as reports show them.
func about(selected []tuning.Knob) []record.Knob {
	list := make([]record.Knob, len(selected))
	for i, k := range selected {
		list[i] = k.Knob
	}
	return list
}

// tellOrphans says what was put back because its tare had been killed.
func tellOrphans(stderr io.Writer, s *setup.Session) {
	if n := len(s.Orphans); n > 0 {
		fmt.Fprintf(stderr, "tare: looked after %d settings that a killed tare had left:\n", n)
		_ = tuned.Write(stderr, record.Tuning{Restore: true, Settings: s.Orphans}, tuned.Options{})
	}
	if d := s.Damaged(); len(d) > 0 {
		fmt.Fprintf(stderr, "tare: %d lines of the journal are damaged (%v) and were skipped\n", len(d), d)
	}
}
