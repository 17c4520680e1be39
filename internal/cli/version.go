package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
)

// version returns the verb that says what this tare was built from.
func version() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "version [flags]",
		Short: "Show what this tare was built from",
		Args:  command.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if json {
				return command.WriteJSON(cmd.OutOrStdout(), "version", command.ReadBuild())
			}
			return writeBuild(cmd.OutOrStdout(), command.ReadBuild())
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&json, "json", false, "write JSON")
	return cmd
}

// writeBuild writes it for people.
func writeBuild(w io.Writer, b command.Build) error {
	revision := "unknown: it was built without version control"
	if b.Revision != "" {
		revision = b.Revision
		if b.Time != "" {
			revision += " of " + b.Time
		}
		if b.Modified {
			revision += ", with changes"
		}
	}
	_, err := fmt.Fprintf(w, "tare version %s\nrevision %s\nbuilt with %s for %s/%s\n", b.Version, revision, b.Go, b.OS, b.Arch)
	return err
}
