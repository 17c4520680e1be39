// Package lab is the verb `tare lab`: published claims about Go's performance, tested as
// experiments on this machine.
package lab

import (
	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/lab"
)

const long = `Lab tests what articles claim about Go's performance: GOMAXPROCS, CPU quotas, timers,
the garbage collector, caches. Each claim is an experiment with a small program to
read; its variants run in rounds of fresh processes, and what they measure on this
machine is held against the published figures.

A verdict is reproduced, partly, refuted, inconclusive, or not testable here.`

const examples = `  tare lab list                         what is claimed, and what this machine lacks
  tare lab show quota-latency           a claim in full, and the program that tests it
  tare lab run quota-latency
  tare lab run -quick all               all of them, roughly
  tare lab run -html=lab.html all       a page with every figure, picture and program`

// Command returns the verb.
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "lab",
		Short:   "Test published claims about Go's performance on this machine",
		Long:    long,
		Example: examples,
	}
	cmd.AddCommand(list(), show(), run())
	return cmd
}

// completeIDs lets a shell complete the claims that are not among the arguments yet.
func completeIDs(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var left []cobra.Completion
	for _, c := range all() {
		if _, given := lab.Find(pick(args), c.ID); !given {
			left = append(left, cobra.CompletionWithDesc(c.ID, c.Says))
		}
	}
	return left, cobra.ShellCompDirectiveNoFileComp
}

// completeOne is completeIDs for a command about one claim.
func completeOne(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeIDs(cmd, args, typed)
}

// one is the cobra.PositionalArgs of a command about one claim.
func one(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nameThem("name a claim: %s ID", cmd.CommandPath())
	}
	return command.AtMost(1)(cmd, args)
}
