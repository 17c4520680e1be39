package command

import (
	"os"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
	"tare/internal/record/redact"
)

// CommandLine is the command line of this process behind "tare", without secrets:
// the only form in which it is kept or shown.
func CommandLine() []string { return redact.Args(os.Args[1:]) }

// AtMost is the cobra.PositionalArgs of a command that takes at most n arguments.
func AtMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) <= n:
			return nil
		case n == 0:
			return exit.Errorf(exit.Usage, "", "%s takes no arguments, but got %q", cmd.CommandPath(), args)
		}
		return exit.Errorf(exit.Usage, "", "%s takes at most %d arguments, but got %d: %q", cmd.CommandPath(), n, len(args), args)
	}
}
