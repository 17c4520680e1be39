package command

import (
	"bytes"
	"io"
	"regexp"
	"slices"
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

// Complete registers what completes the value of a flag, which must exist.
func Complete(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err)
	}
}

// OneDash lets a shell complete flags that are typed with one dash, as Go spells
// them: cobra knows those with two. It returns the arguments and the output to
// run the completion with.
func OneDash(args []string, w io.Writer) ([]string, io.Writer) {
	last := len(args) - 1
	if last < 1 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) || !unfinishedFlag.MatchString(args[last]) {
		return args, w
	}
	args = slices.Clone(args)
	args[last] = "-" + args[last]
	return args, oneDash{w}
}

var unfinishedFlag = regexp.MustCompile(`^-[a-z][a-z-]*$`)

// oneDash takes a dash from the flags that cobra writes, one in each call.
type oneDash struct{ io.Writer }

// Write implements io.Writer.
func (d oneDash) Write(p []byte) (int, error) {
	cut := 0
	if bytes.HasPrefix(p, []byte("--")) {
		cut = 1
	}
	n, err := d.Writer.Write(p[cut:])
	return n + cut, err
}
