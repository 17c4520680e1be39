// Package sweep is the verb `tare sweep`: the same benchmarks under every combination of
// some settings, until it is known which combinations are the best.
package sweep

import (
	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
)

const long = `Sweep measures the benchmarks of the packages named (default: the one in the
current directory) under every combination of the settings given, and says which
one is the best, from where on more of a setting brings no more, and which
settings matter at all. Behind --, it does so with a command that prints lines
in the Go benchmark format.

A setting with several levels is varied: -gomaxprocs, -gogc, -gomemlimit, -quota,
-cpus, -memory, -weight, and -env NAME=A|B. Levels are a list, 50,100,off; whole
numbers have ranges, 1..8, and 1..64*2 for 1, 2, 4, …, 64. Sets of CPUs are
separated by slashes, 0/0-1, because they contain commas. Every use of a flag adds
levels. A setting with one level holds everywhere. Each of them has a level unset,
which is what the Go runtime picks; others are off (gogc, gomemlimit) and none
(quota, memory).

-quota, -cpus, -memory and -weight are limits that a program is given: sweep finds
what is best within each combination of them. If nothing else varies, the limits
themselves are compared.

Every round runs one fresh process for each combination, in random order.
Combinations that are worse than another one under the same limits leave early,
and rounds go on until every other one is known to be worse than the best, or the
same within -margin. The best combination of any limits leaves by mistake, or an
interval of a ratio to the best is wrong, with a chance of at most -alpha.

Exit status, the first that applies:
  2  usage
  5  a build or a trial failed, or nothing was measured
  3  for some benchmark it is still open which combination is the best
  0  none of these`

const examples = `  tare sweep -gomaxprocs=1..8 -bench=Encode ./json
                                     from how many CPUs on is it no faster?
  tare sweep -gomaxprocs=1..4,unset -quota=50%,150%,none .
                                     the best GOMAXPROCS under each quota
  tare sweep -gogc=50..800*2,off -metric=p99-ns .
                                     the garbage collector's pace and latency
  tare sweep -cpus=0/0-1/0-3 -gogc=100,400 .
                                     sets of CPUs
  tare sweep -env='GODEBUG=madvdontneed=0|madvdontneed=1' .
                                     an environment variable
  tare sweep -gomaxprocs=1..4 -metric=p99-ns -- ./server-bench -n 100
                                     a command that prints benchmark lines
  tare sweep -for=20m -html=out.html -gomaxprocs=1..8 -gogc=100,400 ./...
                                     as much as twenty minutes allow; charts`

// What the verb is about on a command line.
const (
	packages  = "packages"
	aCommand  = "a command (behind --)"
	ofPackage = "bench benchtime cpu short benchmem run args tags gcflags ldflags mod modfile pgo race trimpath"
)

var rules = flags.Rules{
	{Flags: ofPackage, Subjects: []string{packages}},
	{Flags: "cpu", Not: "gomaxprocs", Why: "it sets GOMAXPROCS, too"},
	{Flags: "json", Not: "format"},
}

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:               "sweep [flags] [packages] [-args ...]\n  tare sweep [flags] -- command args",
		Short:             "Find the best of many settings: GOMAXPROCS, GOGC, quotas and more",
		Long:              long,
		Example:           examples,
		ValidArgsFunction: flags.Packages,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.subject(args, cmd.ArgsLenAtDash()); err != nil {
				return err
			}
			about := packages
			if o.command != nil {
				about = aCommand
			}
			if err := rules.Check(cmd, about); err != nil {
				return err
			}
			s := &session{options: o, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
			return s.run(cmd.Context())
		},
	}
	o.register(cmd)
	return cmd
}

// register declares the flags. Those that go test or tare run have keep their names.
func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.grid.Register(cmd)
	f.StringVar(&o.aslr, "aslr", "on", "turn address space layout randomization `on|off`; on averages over layouts")
	o.work.Register(cmd, "20ms")
	o.build.Register(f)
	f.BoolVar(&o.build.TrimPath, "trimpath", false, "remove file system paths from the binaries")
	flags.RegisterTune(cmd, &o.tune)

	f.StringVar(&o.metric, "metric", "ns/op", "rank by this `unit`; less is better, except for units that end in /s, or of which a benchmark says so")
	f.StringVar(&o.margin, "margin", "5%", "a difference from the best within this `share` does not matter")
	f.StringVar(&o.alpha, "alpha", "5%", "chance that the best leaves or an interval is wrong, over all benchmarks together, as a `share`")
	f.IntVar(&o.maxRounds, "max-rounds", 100, "run at most `n` rounds")
	f.DurationVar(&o.maxTime, "max-time", 0, "spend at most `d` on a benchmark (0: no limit)")
	f.DurationVar(&o.limit, "for", 0, "take at most `d` in total, builds included; when that is too short, benchmarks that need the least time come first (0: no limit)")
	f.Uint64Var(&o.seed, "seed", 0, "`seed` of the order of trials (0: a new one; it is recorded)")

	o.detail.AddTo(f)
	f.StringVar(&o.format, "format", "auto", "write `what` to standard output: auto, table, markdown, bench, csv or json")
	o.json.AddTo(f)
	f.StringVarP(&o.out, "out", "o", "", "write the results in the Go benchmark format to `file` as well")
	f.StringVar(&o.html, "html", "", "write a page with charts to `file`")
	f.StringVar(&o.markdown, "markdown", "", "write the tables as Markdown to `file`")
	f.StringVar(&o.store, "store", "", "`file` of the store, or off (default: $TARE_DB, or tare.db in the user's data folder)")
	f.StringVar(&o.save, "save", "", "give the sweep this `name` in the store; from then on, @name finds it")

	command.Complete(cmd, "metric", command.OneOf("ns/op", "net-ns/op", "cpu-ns/op", "B/op", "allocs/op"))
	command.Complete(cmd, "format", command.OneOf(formats...))
}
