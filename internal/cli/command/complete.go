package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CompleteList lets a shell complete the last element of a list of names that is
// separated by commas, leaving out those that the list has already.
func CompleteList(names []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var lists []cobra.Completion
		for _, name := range names {
			if !strings.Contains(","+before, ","+name+",") {
				lists = append(lists, before+name)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// OneOf lets a shell complete one of the names.
func OneOf(names ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
}

// Complete registers what completes the value of a flag, which must exist.
func Complete(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err)
	}
}

// answer tells a shell what the last of the words can become, in the form that the
// scripts of `tare completion` read: a line for each, its description behind a tab, and at
// the end what to do with them.
func answer(ctx context.Context, root *cobra.Command, words []string, described bool) error {
	if len(words) == 0 {
		words = []string{""}
	}
	list, directive := complete(ctx, root, words[:len(words)-1], words[len(words)-1])
	w := root.OutOrStdout()
	for _, c := range list {
		c, _, _ = strings.Cut(c, "\n")
		if !described {
			c, _, _ = strings.Cut(c, "\t")
		}
		fmt.Fprintln(w, strings.TrimSpace(c))
	}
	_, err := fmt.Fprintf(w, ":%d\n", directive)
	return err
}

// complete returns what the word that is being typed behind the others can become. It
// reads those as Parse does: what is completed is what will be understood.
func complete(ctx context.Context, root *cobra.Command, words []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	cmd, words := find(root, words)
	prepare(ctx, cmd)
	l, err := read(cmd.Flags(), words)
	name, value, valued := strings.Cut(typed, "=")
	switch {
	case err != nil || l.rest:
		return nil, cobra.ShellCompDirectiveDefault
	case l.open != nil:
		return values(cmd, l.open, l.args, typed)
	case l.dash >= 0 || !strings.HasPrefix(typed, "-"):
		return arguments(cmd, l.args, typed)
	case !valued:
		return flagsLike(cmd.Flags(), typed), cobra.ShellCompDirectiveNoFileComp
	}
	return values(cmd, lookup(cmd.Flags(), undashed(name)), l.args, value)
}

// values are those of a flag.
func values(cmd *cobra.Command, f *pflag.Flag, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if f == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if complete, ok := cmd.GetFlagCompletionFunc(f.Name); ok {
		return complete(cmd, args, typed)
	}
	if what, _ := pflag.UnquoteUsage(f); strings.Contains(what, "|") { // all that there are, as help names them
		return strings.Split(what, "|"), cobra.ShellCompDirectiveNoFileComp
	}
	switch f.Value.Type() {
	case "bool":
		return []cobra.Completion{"true", "false"}, cobra.ShellCompDirectiveNoFileComp
	case "int", "uint64", "duration":
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// arguments are what can follow others that are there already.
func arguments(cmd *cobra.Command, args []string, typed string) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	if len(args) == 0 {
		list = append(below(cmd, typed), cmd.ValidArgs...)
	}
	if cmd.HasSubCommands() || len(cmd.ValidArgs) > 0 {
		directive = cobra.ShellCompDirectiveNoFileComp
	}
	if cmd.ValidArgsFunction != nil {
		more, d := cmd.ValidArgsFunction(cmd, args, typed)
		return append(list, more...), d
	}
	return list, directive
}

// below lists the commands below one.
func below(cmd *cobra.Command, typed string) (list []cobra.Completion) {
	for _, sub := range shown(cmd) {
		if strings.HasPrefix(sub.Name(), typed) {
			list = append(list, cobra.CompletionWithDesc(sub.Name(), sub.Short))
		}
	}
	return list
}

// flagsLike lists the flags that begin as typed, with as many dashes: those that were
// typed already only if they can be typed again.
func flagsLike(flags *pflag.FlagSet, typed string) (list []cobra.Completion) {
	dashes := typed[:len(typed)-len(strings.TrimLeft(typed, "-"))]
	flags.VisitAll(func(f *pflag.Flag) {
		_, again := f.Value.(pflag.SliceValue)
		if f.Hidden || f.Changed && !again {
			return
		}
		_, usage := pflag.UnquoteUsage(f)
		if strings.HasPrefix(dashes+f.Name, typed) {
			list = append(list, cobra.CompletionWithDesc(dashes+f.Name, usage))
		}
		if f.Shorthand != "" && f.Shorthand != f.Name && strings.HasPrefix("-"+f.Shorthand, typed) {
			list = append(list, cobra.CompletionWithDesc("-"+f.Shorthand, usage))
		}
	})
	return list
}
