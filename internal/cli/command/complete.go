package command

import (
	"strings"

	"github.com/spf13/cobra"
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
