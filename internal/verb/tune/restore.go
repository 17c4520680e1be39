package tune

import (
	"io"

	"github.com/spf13/cobra"

	"tare/internal/host/setting"
	"tare/internal/record"
	"tare/internal/tuning/setup"
	"tare/internal/tuning/systemd"
	"tare/internal/verb/cli"
)

const longRestore = `Restore puts back every setting that tare has changed, the last change first.
It compares before it writes: what somebody else has changed since is named and
left alone, and stays in the journal until -force or -forget.

After a restart of the machine there is nothing to put back, since these
settings do not outlive the kernel; restore checks that it is so.

Exit status: 0 everything is as it was, 1 something was left alone, 2 usage,
5 something could not be put back.`

// restoreOptions are the command line of `tare restore`, as typed.
type restoreOptions struct {
	place
	force, forget, dryRun, persist bool
}

// RestoreCommand returns the verb `tare restore`.
func RestoreCommand() *cobra.Command {
	var o restoreOptions
	cmd := &cobra.Command{
		Use:   "restore [flags]",
		Short: "Put back what tare tune has changed",
		Long:  longRestore,
		Example: `  sudo tare restore
  sudo tare restore -dry-run     what is to be put back, and what it is now
  sudo tare restore -persist     and do not tune at the next start`,
		Args: cobra.NoArgs,
		RunE: cli.Verb(func(cmd *cobra.Command, _ []string) error { return o.run(cmd) }),
	}
	f := cmd.Flags()
	o.place.register(f)
	f.BoolVar(&o.force, "force", false, "put back what somebody else has changed since, too")
	f.BoolVar(&o.forget, "forget", false, "drop what could not be put back from the journal")
	f.BoolVar(&o.dryRun, "dry-run", false, "say what is in the journal and what it is now; change nothing")
	f.BoolVar(&o.persist, "persist", false, "remove the systemd unit of tare tune -persist as well")
	return cmd
}

func (o *restoreOptions) run(cmd *cobra.Command) error {
	if o.dryRun {
		return o.preview(cmd)
	}
	if o.persist {
		if err := o.uninstall(cmd.ErrOrStderr()); err != nil {
			return err
		}
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	tellOrphans(cmd.ErrOrStderr(), s)
	t, trouble := s.RestoreAll(o.force)
	if trouble == nil && o.forget {
		trouble = s.Forget()
	}
	if err := o.output(cmd.OutOrStdout()).write(t, false); err != nil {
		return err
	}
	if trouble != nil {
		return cli.Errorf(cli.Broken, "the settings are as shown; run tare restore again once the journal can be written", "%w", trouble)
	}
	return cli.Quiet(restored(t))
}

// restored is the exit status of a restore.
func restored(t record.Tuning) cli.Exit {
	status := cli.Fine
	for _, s := range t.Settings {
		switch s.State {
		case record.StateRestored, record.StateOriginal:
		case record.StateChanged, record.StateReboot, record.StateMissing:
			status = max(status, cli.FoundWrong)
		default:
			status = cli.Broken
		}
	}
	return status
}

// preview shows what is in the journal.
func (o *restoreOptions) preview(cmd *cobra.Command) error {
	options, err := o.options(cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	sessions, err := setup.Peek(options.StateDir)
	if err != nil {
		return cli.Errorf(cli.Broken, stateHint, "%w", err)
	}
	t := record.Tuning{Restore: true, DryRun: true}
	backend := setting.Open(o.root, setting.Options{})
	for _, s := range sessions {
		for _, e := range s.Entries {
			now, err := backend.Get(e.Key)
			shown := record.Setting{Knob: e.Knob, Key: e.Key, Before: e.Before, Wanted: e.Left(), After: now, State: record.StatePlanned}
			switch {
			case err != nil:
				shown.State, shown.Why = record.StateMissing, err.Error()
			case now == e.Before:
				shown.State = record.StateOriginal
			}
			t.Settings = append(t.Settings, shown)
		}
	}
	return o.output(cmd.OutOrStdout()).write(t, false)
}

// uninstall removes the unit.
func (o *restoreOptions) uninstall(stderr io.Writer) error {
	found, err := systemd.Remove(o.root)
	if err != nil {
		return err
	}
	message := "tare: there was no " + systemd.Name + "\n"
	if found {
		message = "tare: removed " + systemd.Name + "; the next start will not tune\n"
	}
	_, err = io.WriteString(stderr, message)
	return err
}
