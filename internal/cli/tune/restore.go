package tune

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/tune"
	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/tunings"
)

const longRestore = `Restore puts back every setting that tare has changed, the last change first.
It compares before it writes: it names what somebody else has changed since, leaves
it alone, and keeps it in the journal until -force or -forget.

After a restart of the machine there is nothing to put back, because these
settings do not outlive the kernel; restore checks that.

Exit status: 0 everything is as it was, 1 something was left alone or the journal
is damaged, 2 usage, 5 something could not be put back.`

// restoreOptions are the command line of `tare restore`, as typed.
type restoreOptions struct {
	place
	force, forget, dryRun, persist bool
}

var restoreRules = flags.Rules{
	{Flags: "dry-run", Not: "forget persist", Why: "a rehearsal changes nothing"},
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
		Args: command.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := restoreRules.Check(cmd, ""); err != nil {
				return err
			}
			return o.run(cmd)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	o.place.register(f)
	f.BoolVar(&o.force, "force", false, "put back even what somebody else has changed since")
	f.BoolVar(&o.forget, "forget", false, "drop what could not be put back from the journal")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what is in the journal and what it is now; change nothing")
	f.BoolVar(&o.persist, "persist", false, "remove the systemd unit of tare tune -persist as well")
	return cmd
}

func (o *restoreOptions) run(cmd *cobra.Command) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.dryRun {
		return o.rehearse(cmd.OutOrStdout())
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
	damaged := engine.Damage(s.Dir(), s.Damaged())
	t, trouble := s.RestoreAll(o.force)
	// What a killed tare had left was put back when the lock was had. What could not be
	// is still in the journal.
	back := slices.DeleteFunc(slices.Clone(s.Orphans), func(x record.Setting) bool { return !x.State.Settled() })
	t.Settings = slices.Concat(back, t.Settings)
	if trouble == nil && o.forget {
		trouble = s.Forget()
	}
	if err := o.write(cmd.OutOrStdout(), t, tunings.Document(t, wayOut())); err != nil {
		return err
	}
	if trouble != nil {
		return exit.Errorf(exit.Broken, "the settings are as shown; run tare restore again once the journal can be written", "%w", trouble)
	}
	if err := o.others(s.Dir()); err != nil {
		return err
	}
	return worse(engine.Incomplete(damaged, o.forget), restored(t))
}

// worse is the error of a restore: damaged is what is wrong with the journal, and
// status what became of the settings, which the report has said.
func worse(damaged error, status exit.Code) error {
	if damaged == nil || status > exit.FoundWrong {
		return errors.Join(exit.Quiet(status), damaged)
	}
	return damaged
}

// restored is the exit status of a restore.
func restored(t record.Tuning) exit.Code {
	status := exit.Fine
	for _, s := range t.Settings {
		switch {
		case s.State.Settled():
		case s.State == record.StateChanged, s.State == record.StateReboot, s.State == record.StateMissing:
			status = max(status, exit.FoundWrong)
		default:
			status = exit.Broken
		}
	}
	return status
}

// others is the error of the journals beside the one in the folder own, which is in
// use: root's, or that of the user who called sudo, has settings to put back, or does
// not say.
func (o *restoreOptions) others(own string) error {
	journals, err := setup.Peek(o.root, os.Getenv)
	for _, g := range journals {
		if g.Dir != own {
			err = errors.Join(err, other(g))
		}
	}
	return err
}

// other is the error of one journal that is not in use.
func other(g setup.Glance) error {
	hint := "the user who called sudo has that journal: run tare restore as that user"
	if g.Root {
		hint = asRoot("restore")
	}
	var errs []error
	switch {
	case errors.Is(g.Err, fs.ErrPermission):
		errs = append(errs, exit.Errorf(exit.Broken, hint, "tare cannot tell whether there is more to put back: %w", g.Err))
	case g.Err != nil:
		errs = append(errs, exit.Errorf(exit.Broken, engine.StateHint, "tare cannot tell whether there is more to put back: %w", g.Err))
	}
	for _, s := range g.Sessions {
		errs = append(errs, exit.Errorf(exit.Broken, hint, "the journal in %s has %s to put back, set by `tare %s`",
			g.Dir, unit.Plural(len(s.Entries), "setting"), strings.Join(s.Command, " ")))
	}
	if text := engine.Damage(g.Dir, g.Damaged); text != "" {
		errs = append(errs, exit.Errorf(exit.Broken, hint, "%s", text))
	}
	return errors.Join(errs...)
}

// rehearse says what would be done.
func (o *restoreOptions) rehearse(w io.Writer) error {
	options, err := o.at().Options()
	if err != nil {
		return err
	}
	r, err := setup.Rehearse(options, o.force)
	if err != nil {
		return engine.Unusable(err)
	}
	if err := o.write(w, r.Tuning, tunings.Document(r.Tuning, wayOut())); err != nil {
		return err
	}
	return errors.Join(o.others(options.StateDir), engine.Incomplete(engine.Damage(options.StateDir, r.Damaged), false))
}
