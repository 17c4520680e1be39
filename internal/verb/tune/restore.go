package tune

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/journal"
	"tare/internal/record"
	"tare/internal/tuning/setup"
	"tare/internal/verb/cli"
)

const longRestore = `Restore puts back every setting that tare has changed, the last change first.
It compares before it writes: what somebody else has changed since is named and
left alone, and stays in the journal until -force or -forget.

After a restart of the machine there is nothing to put back, since these
settings do not outlive the kernel; restore checks that it is so.

Exit status: 0 everything is as it was, 1 something was left alone or the journal
is damaged, 2 usage, 5 something could not be put back.`

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
	damaged := damage(o.root, s.Damaged())
	t, trouble := s.RestoreAll(o.force)
	// What a killed tare had left was put back when the lock was had.
	t.Settings = slices.Concat(s.Orphans, t.Settings)
	if trouble == nil && o.forget {
		trouble = s.Forget()
	}
	if err := o.write(cmd.OutOrStdout(), t, false); err != nil {
		return err
	}
	if trouble != nil {
		return cli.Errorf(cli.Broken, "the settings are as shown; run tare restore again once the journal can be written", "%w", trouble)
	}
	if err := o.others(s.Left()); err != nil {
		return err
	}
	return worse(damaged, restored(t))
}

// worse is the error of a restore: damaged is what is wrong with the journal, and
// status what became of the settings, which the report has said.
func worse(damaged error, status cli.Exit) error {
	if damaged == nil || status > cli.FoundWrong {
		return errors.Join(cli.Quiet(status), damaged)
	}
	return damaged
}

// restored is the exit status of a restore.
func restored(t record.Tuning) cli.Exit {
	status := cli.Fine
	for _, s := range t.Settings {
		switch s.State {
		case record.StateRestored, record.StateOriginal, record.StateOver:
		case record.StateChanged, record.StateReboot, record.StateMissing:
			status = max(status, cli.FoundWrong)
		default:
			status = cli.Broken
		}
	}
	return status
}

// others returns an error when root has settings to put back, of which the
// user's own journal says nothing. Left is what is in the journal in use.
func (o *restoreOptions) others(left []journal.Session) error {
	sessions, err := setup.Peek(o.root, os.Getenv, 0)
	for _, s := range sessions {
		if !slices.ContainsFunc(left, func(l journal.Session) bool { return l.ID == s.ID }) {
			return cli.Errorf(cli.Broken, asRoot("restore"), "root has %d settings to put back, set by `tare %s`", len(s.Entries), strings.Join(s.Command, " "))
		}
	}
	return err
}

// rehearse says what would be done.
func (o *restoreOptions) rehearse(w io.Writer) error {
	options, err := options(o.root)
	if err != nil {
		return err
	}
	r, err := setup.Rehearse(options, o.force)
	if err != nil {
		return unusable(err)
	}
	if err := o.write(w, r.Tuning, false); err != nil {
		return err
	}
	return errors.Join(o.others(r.Left), damage(o.root, r.Damaged))
}
