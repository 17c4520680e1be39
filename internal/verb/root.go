// Package verb puts the verbs of the command line together.
package verb

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tare/internal/report/sheet"
	"tare/internal/verb/check"
	"tare/internal/verb/cli"
	"tare/internal/verb/compare"
	"tare/internal/verb/explain"
	"tare/internal/verb/history"
	"tare/internal/verb/run"
	"tare/internal/verb/tune"
)

// Main runs tare with the arguments given (without the program's name) and
// returns its exit status.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) cli.Exit {
	root := root()
	own, binary := cli.CutArgs(args)
	own, out := cli.OneDash(own, stdout)
	root.SetOut(out)
	root.SetErr(stderr)
	root.SetArgs(cli.GoFlags(root, own))
	err := root.ExecuteContext(cli.WithBinaryArgs(ctx, binary))
	if message := cli.Message(err); message != "" {
		fmt.Fprintln(stderr, sheet.CleanLines(message)) // it may quote what others have written
	}
	return cli.Status(err)
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "tare",
		Short:         "What your Go benchmark really measured",
		Long:          "Tare weighs the container, subtracts it, and says how sure it is:\nevery ns/op comes with its bill, and a net time that stays put when the container changes.",
		Version:       cli.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	cmd.AddCommand(check.Command(), tune.Command(), tune.RestoreCommand(), run.Command(), compare.Command(), explain.Command(), history.Command())
	cmd.AddCommand(tune.HiddenCommands()...)
	cmd.InitDefaultVersionFlag() // now, for GoFlags to find it
	cmd.SetUsageTemplate(cli.UsageTemplate(cmd))
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return cli.Errorf(cli.Usage, fmt.Sprintf("see `%s -help`", c.CommandPath()), "%w", err)
	})
	return cmd
}
