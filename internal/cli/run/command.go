// Package run is the verb `tare run`: benchmarks in fresh processes and cells
// until each estimate is tight, with a bill for each.
package run

import (
	"github.com/spf13/cobra"

	"tare/internal/cli/flags"
)

const long = `Run runs the benchmarks of the packages named (default: the one in the current
directory), each trial in a fresh process in a cell of its own, in rounds of
random order, until the 95 % interval of net-ns/op is within -target.

Every ns/op comes with its bill: how much of the wall time the benchmark was on
a CPU, throttled by a quota, waiting for a CPU that others had, stolen by the
hypervisor, stopped for the garbage collector, or blocked. net-ns/op is the
wall time without the container's share.

On a terminal the result is a table. Redirected, standard output is in the Go
benchmark format with the bill as extra units, ready for benchstat, and the
table goes to standard error.

Exit status: 0 fine, 2 usage, 4 the machine contaminated too many trials of some
benchmark, 5 a package or benchmark failed (the others' results are complete and
stored).`

const examples = `  tare run ./...                              every benchmark of this module
  tare run -bench=Encode -count=20 ./json     20 rounds, as go test -count=20
  tare run -quota=50% ./... >half.txt         with half a CPU; benchstat reads half.txt
  tare run -for=10m ./...                     as much as ten minutes allow
  tare run -rank -bench=Marshal ./json        sub-benchmarks in multiples of the fastest
  tare run -html=out.html ./...               a page with charts`

var rules = flags.Rules{
	{Flags: "count", Not: "min-rounds max-rounds", Why: "it is a number of rounds exactly"},
	{Flags: "json", Not: "format"},
}

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:               "run [flags] [packages] [-args ...]",
		Short:             "Run benchmarks in fresh processes; bill every nanosecond",
		Long:              long,
		Example:           examples,
		ValidArgsFunction: flags.Packages,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := rules.Check(cmd, ""); err != nil {
				return err
			}
			o.patterns = args
			if len(args) == 0 {
				o.patterns = []string{"."}
			}
			s := &session{options: o, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
			return s.run(cmd.Context())
		},
	}
	o.register(cmd)
	return cmd
}

// register declares the flags. Those that go test has keep its names.
func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.work.Register(cmd, "100ms")
	f.IntVar(&o.count, "count", 0, "run exactly `n` rounds instead of stopping when steady")
	f.BoolVar(&o.gcAssist, "gcassist", false, "read the time in GC assists, too; this links more of the runtime, and so moves the measured code")
	o.build.Register(f)
	f.BoolVar(&o.build.TrimPath, "trimpath", false, "remove file system paths from the binaries")
	o.box.Register(f)
	flags.RegisterTune(cmd, &o.tune)

	f.StringVar(&o.target, "target", "1%", "stop a benchmark when its interval is within ± `share` of net-ns/op")
	f.StringVar(&o.maxCV, "max-cv", "2.1%", "call a benchmark unsteady when its coefficient of variation is above `share`")
	f.IntVar(&o.minRounds, "min-rounds", 8, "run at least `n` rounds")
	f.IntVar(&o.maxRounds, "max-rounds", 30, "run at most `n` rounds")
	f.DurationVar(&o.maxTime, "max-time", 0, "spend at most `d` on a benchmark (0: no limit)")
	f.DurationVar(&o.limit, "for", 0, "take at most `d` in total, builds included; when that is too short, benchmarks that need the least time come first (0: no limit)")
	f.Uint64Var(&o.seed, "seed", 0, "`seed` of the order of trials (0: a new one; it is recorded)")

	o.detail.AddTo(f)
	f.StringVar(&o.format, "format", "auto", "write `auto|table|bench|csv|json` to standard output; auto is a table for a terminal, else bench")
	o.listing.AddToRun(cmd)
	o.json.AddTo(f)
	f.StringVarP(&o.out, "out", "o", "", "write the results in the Go benchmark format to `file` as well")
	f.StringVar(&o.html, "html", "", "write a page with charts to `file`")
	f.StringVar(&o.store, "store", "", "`file` of the store, or off (default: $TARE_DB, or tare.db in the user's data folder)")
	f.StringVar(&o.save, "save", "", "give the run this `name` in the store; from then on, @name finds it")
}
