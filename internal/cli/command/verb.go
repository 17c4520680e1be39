// Package command is what all verbs share at the command line: Go's spelling of flags,
// completion, and what is printed at the end.
package command

import (
	"errors"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
)

// Verb makes a cobra RunE of a verb: its errors mean that tare is Broken unless
// they say otherwise.
func Verb(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		if err != nil && !errors.As(err, new(*exit.Error)) {
			return &exit.Error{Code: exit.Broken, Err: err}
		}
		return err
	}
}
