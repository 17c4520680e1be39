package lab

import (
	"io"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/lab"
	"tare/internal/report/labs"
	"tare/internal/report/model"
	"tare/internal/report/text"
)

// list is `tare lab list`.
func list() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:               "list",
		Short:             "List the claims, and what this machine lacks for them",
		Args:              command.AtMost(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			m := here()
			if json {
				return writeClaims(cmd.OutOrStdout(), all(), m)
			}
			return draw(cmd.OutOrStdout(), labs.List(all(), lacks(m)))
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "write JSON")
	return cmd
}

// show is `tare lab show`.
func show() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:               "show ID",
		Short:             "Show a claim in full: figures, variants, and the program that tests it",
		Args:              one,
		ValidArgsFunction: completeOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			some, err := chosen(args)
			if err != nil {
				return err
			}
			m := here()
			if json {
				return writeClaims(cmd.OutOrStdout(), some, m)
			}
			for _, c := range some {
				if err := draw(cmd.OutOrStdout(), labs.Claim(c, lab.HostOf(m, false), lacks(m)(c))); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "write JSON")
	return cmd
}

func draw(w io.Writer, doc model.Document) error {
	return text.Write(w, doc, text.For(w, model.Normal))
}
