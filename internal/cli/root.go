// Package cli puts the verbs of the command line together.
package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tare/internal/cli/check"
	"tare/internal/cli/command"
	"tare/internal/cli/compare"
	"tare/internal/cli/explain"
	"tare/internal/cli/history"
	"tare/internal/cli/run"
	"tare/internal/cli/tune"
	"tare/internal/engine/exit"
	"tare/internal/report/sheet"
)

// Main runs tare with the arguments given (without the program's name) and
// returns its exit status.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) exit.Code {
	root := root()
	own, binary := command.CutArgs(args)
	own, out := command.OneDash(own, stdout)
	root.SetOut(out)
	root.SetErr(stderr)
	root.SetArgs(command.GoFlags(root, own))
	err := root.ExecuteContext(command.WithBinaryArgs(ctx, binary))
	if message := exit.Message(err); message != "" {
		fmt.Fprintln(stderr, sheet.CleanLines(message)) // it may quote what others have written
	}
	return exit.Status(err)
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "tare",
		Short:         "What your Go benchmark really measured",
		Long:          "Tare weighs the container, subtracts it, and says how sure it is:\nevery ns/op comes with its bill, and a net time that stays put when the container changes.",
		Version:       command.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	cmd.AddCommand(check.Command(), tune.Command(), tune.RestoreCommand(), run.Command(), compare.Command(), explain.Command(), history.Command())
	cmd.AddCommand(tune.HiddenCommands()...)
	cmd.InitDefaultVersionFlag() // now, for GoFlags to find it
	cmd.SetUsageTemplate(command.UsageTemplate(cmd))
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return exit.Errorf(exit.Usage, fmt.Sprintf("see `%s -help`", c.CommandPath()), "%w", err)
	})
	return cmd
}
