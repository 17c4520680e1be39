// Package cli puts the verbs of the command line together, and has the one that says what
// they were built from.
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
	"tare/internal/cli/lab"
	"tare/internal/cli/run"
	"tare/internal/cli/sweep"
	"tare/internal/cli/tune"
	"tare/internal/engine/exit"
	"tare/internal/report/plain"
)

// Main runs tare with the arguments given (without the program's name) and
// returns its exit status.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) exit.Code {
	root := root()
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := command.Run(ctx, root, args)
	if message := exit.Message(err); message != "" {
		fmt.Fprintln(stderr, plain.CleanLines(message)) // it may quote what others have written
	}
	return exit.Status(err)
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "tare",
		Short:   "What your Go benchmark really measured",
		Long:    "Tare weighs the container, subtracts it, and says how sure it is:\nevery ns/op comes with its bill, and a net time that stays put when the container changes.",
		Version: command.Version(),
	}
	group(cmd, "Measure:", run.Command(), compare.Command(), sweep.Command(), explain.Command(), lab.Command())
	group(cmd, "The machine:", check.Command(), tune.Command(), tune.RestoreCommand())
	group(cmd, "What was measured:", history.Command())
	cmd.AddCommand(version())
	cmd.AddCommand(tune.HiddenCommands()...)
	cmd.SetUsageTemplate(command.UsageTemplate(cmd))
	return cmd
}

// group adds verbs that help lists below a title of their own.
func group(cmd *cobra.Command, title string, verbs ...*cobra.Command) {
	cmd.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, v := range verbs {
		v.GroupID = title
	}
	cmd.AddCommand(verbs...)
}
