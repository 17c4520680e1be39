package check

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tare/internal/analysis/findings"
	"tare/internal/cli/command"
	engine "tare/internal/engine/check"
	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/record"
	"tare/internal/report/machines"
	"tare/internal/report/page"
	"tare/internal/report/text"
)

func (o *options) run(cmd *cobra.Command) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	var to *files.Pending
	if o.html != "" {
		if to, err = files.Create(o.html); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, to.Close()) }()
	}
	c, err := engine.Run(cmd.Context(), engine.Request{Root: o.root, Require: o.require, Measure: o.measure, Tare: command.Version()})
	if err != nil {
		return err
	}
	if to != nil {
		err := page.Write(to, machines.Document(c))
		if err == nil {
			err = to.Commit()
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", o.html, err)
		}
	}
	if err := o.write(cmd.OutOrStdout(), c); err != nil {
		return err
	}
	return exit.Quiet(status(c.Require))
}

// check completes the options, or says what is wrong with them, before time is
// spent on measuring.
func (o *options) check() (err error) {
	if o.shown, err = o.detail.Resolve(); err != nil {
		return err
	}
	if o.root, err = command.Root(o.root); err != nil {
		return err
	}
	if _, err := findings.Judge(nil, o.require); err != nil {
		return exit.Errorf(exit.Usage, "", "-require: %w", err)
	}
	return nil
}

func (o *options) write(w io.Writer, r record.MachineReport) error {
	if o.json {
		return command.WriteJSON(w, "machine", r)
	}
	return text.Write(w, machines.Document(r), text.For(w, o.shown))
}

// status is the exit status for what -require found.
func status(r *record.Require) exit.Code {
	switch {
	case r == nil || r.Passed:
		return exit.Fine
	case len(r.Wrong) > 0:
		return exit.FoundWrong
	}
	return exit.Inconclusive
}
