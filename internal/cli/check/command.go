// Package check is the verb `tare check`: what this machine does to Go
// measurements, and what to do about it.
package check

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/analysis/findings"
	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/report/model"
)

const long = `Check reads this machine as far as it matters to Go measurements, measures for
a second what reading cannot show, and says what distorts results: the evidence,
how large the effect can be, and how to fix it.

The report begins with what a Go program gets here: how many CPUs' worth of time
affinity, CPU sets and the quotas of all visible control groups leave, and the
GOMAXPROCS that this Go version picks; the same for memory and GOMEMLIMIT.

What cannot be verified does not count as fine: the report lists it.

-require makes it a gate:
  quiet         nothing that moves results, and nothing left unverified
  ci            nothing serious, and no limits that do not fit GOMAXPROCS or memory
  FINDING,...   these findings must be fine (their names are in the report)

Exit status: 0 fine (without -require: always), 1 a requirement is not met,
2 usage, 3 a requirement cannot be verified, 5 tare failed.`

const examples = `  tare check                          the report
  tare check -v                       with evidence, every check, every fact and every limit
  tare check -html=machine.html       a page with charts
  tare check -require=quiet && tare run ./...
  tare check -root=/host              the machine whose root is mounted there`

// options are the command line, as typed.
type options struct {
	root, html    string
	require       []string
	measure, json bool
	detail        flags.Detail
	shown         model.Detail // what detail comes to
}

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "check [flags]",
		Short:   "What this machine does to Go measurements, and how to fix it",
		Long:    long,
		Example: examples,
		Args:    command.AtMost(0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },

		ValidArgsFunction: cobra.NoFileCompletions,
	}
	o.register(cmd.Flags())
	command.Complete(cmd, "require", command.CompleteList(append(findings.Policies(), findings.IDs()...)))
	return cmd
}

func (o *options) register(f *pflag.FlagSet) {
	f.StringSliceVar(&o.require, "require", nil, "fail unless the machine is `quiet`, fit for ci, or fine in the findings that you name")
	f.BoolVar(&o.measure, "measure", true, "measure noise, latencies and steal for about a second")
	f.BoolVar(&o.json, "json", false, "write JSON")
	f.StringVar(&o.html, "html", "", "write a page with charts to `file`")
	o.detail.AddTo(f)
	f.StringVar(&o.root, "root", "/", "read the machine whose root `directory` is mounted here; tare measures only its own, /")
}
