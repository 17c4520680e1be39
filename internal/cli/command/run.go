// Package command is what all verbs share at the command line: Go's spelling of flags,
// completion, and what is printed at the end.
package command

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
)

// Run runs the command of the tree below root that the words name. The tree is cobra's,
// and so are its help and the scripts for shells; but cobra's own Execute has pflag read
// the flags, which does not know Go's spelling, so Run has its place.
func Run(ctx context.Context, root *cobra.Command, words []string) error {
	root.SetHelpCommand(help())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	if len(words) > 0 && (words[0] == cobra.ShellCompRequestCmd || words[0] == cobra.ShellCompNoDescRequestCmd) {
		return answer(ctx, root, words[1:], words[0] == cobra.ShellCompRequestCmd)
	}
	cmd, words := find(root, words)
	prepare(ctx, cmd)
	args, err := understand(cmd, words)
	switch {
	case err != nil:
		return withHint(cmd, err)
	case asked(cmd, "help"):
		return cmd.Help()
	case asked(cmd, "version"):
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s version %s\n", cmd.Name(), cmd.Version)
		return err
	case !cmd.Runnable():
		return cmd.Help()
	}
	return judged(cmd.RunE(cmd, args))
}

// judged returns what a verb returned: an error means that tare is Broken unless it says
// otherwise.
func judged(err error) error {
	if err != nil && !errors.As(err, new(*exit.Error)) {
		return &exit.Error{Code: exit.Broken, Err: err}
	}
	return err
}

// find goes down from a command to the one that the first words name. It returns that
// and the words behind.
func find(cmd *cobra.Command, words []string) (*cobra.Command, []string) {
	if len(words) > 0 {
		for _, sub := range cmd.Commands() {
			if sub.Name() == words[0] {
				return find(sub, words[1:])
			}
		}
	}
	return cmd, words
}

// prepare completes a command that was found.
func prepare(ctx context.Context, cmd *cobra.Command) {
	cmd.SetContext(ctx)
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
}

// understand sets the flags of a command and returns its arguments. Every error is a
// usage error.
func understand(cmd *cobra.Command, words []string) ([]string, error) {
	if err := Parse(cmd.Flags(), words); err != nil {
		return nil, err
	}
	args := cmd.Flags().Args()
	if asked(cmd, "help") {
		return nil, nil // whatever the arguments are
	}
	if !cmd.Runnable() && len(args) > 0 {
		return nil, unknown(cmd, args[0])
	}
	return args, cmd.ValidateArgs(args)
}

// asked reports whether a command has such a flag, and it is set.
func asked(cmd *cobra.Command, flag string) bool {
	set, err := cmd.Flags().GetBool(flag)
	return err == nil && set
}

// withHint has a usage error without a hint say where help is.
func withHint(cmd *cobra.Command, err error) error {
	if e := (*exit.Error)(nil); errors.As(err, &e) && e.Hint != "" {
		return err
	}
	return exit.Errorf(exit.Usage, seeHelp(cmd), "%w", err)
}

func seeHelp(cmd *cobra.Command) string { return "see `" + cmd.CommandPath() + " -help`" }

// unknown is the error of a name that is none of a command below cmd.
func unknown(cmd *cobra.Command, name string) error {
	var names []string
	for _, sub := range shown(cmd) {
		names = append(names, sub.Name())
	}
	return exit.Errorf(exit.Usage, seeHelp(cmd), "unknown command %q%s", name, DidYouMean(name, "", names))
}

// shown are the commands below one that are for users.
func shown(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(sub *cobra.Command) bool { return sub.Hidden })
}

// help is the command `tare help`.
func help() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, left := find(cmd.Root(), args)
			if len(left) > 0 {
				return unknown(about, left[0])
			}
			prepare(cmd.Context(), about)
			return about.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about, _ := find(cmd.Root(), args)
			return below(about, typed), cobra.ShellCompDirectiveNoFileComp
		},
	}
}
