// Package compare is the verb `tare compare`: variants of the same benchmarks in
// rounds of fresh processes, until each has its verdict.
package compare

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
)

const long = `Compare says whether NEW is faster or slower than OLD, equivalent within the
margin, or still inconclusive. With one side, it compares OLD with the working
tree, or a stored run with the newest one, @latest.

A side is a git revision, which is built in a worktree of its own; a folder; a
test binary; a file of results in the Go benchmark format; or @NAME or @ID, a
stored run (tare run -save=NAME).
Both sides may be the same code under other conditions: -old-KEY and -new-KEY
set env, gogc, gomemlimit, gomaxprocs, quota, cpus, memory, weight, tags,
gcflags, ldflags, pgo and go (the toolchain) for one side. -variant adds further
ones.

Every round runs one fresh process of each variant, next to each other and in
random order. Rounds go on until each benchmark has its verdict. Where nothing
changed, at most a share -alpha of all comparisons call any benchmark faster or
slower, however often tare looks, and whatever the machine does meanwhile.
Results that are compared from files have no such guarantee.

The linker can make a benchmark faster or slower whose code nobody touched. So a
change does not count where both sides run the same machine code. A change that
may be smaller than 5 % has to show again after tare has linked both sides in at
least 8 other orders. -confirm=false skips both checks.

-resume continues a comparison that ended inconclusive, was interrupted or was
killed, while its sides are still the same. The error rate holds for all sessions
together.

Verdicts can cover several units, as in -metric=auto,allocs/op,p99-ns: all of
them share the error rate, and rounds go on until each has its verdict. Less is
better, except for units that end in /s; for others, a line "Unit score
better=higher" in the benchmark's output or in a file says that more is better.

Without -benchtime, windows span five periods of a CPU quota when the verdict is
about wall time, as it is where the variants' limits differ.

Exit status, the first that applies:
  2  usage
  5  a build or a trial failed, or there was nothing to compare
  1  a benchmark is slower by more than the -margin (going by the estimate), or
     NEW lacks a benchmark or unit that OLD has (see -allow-missing)
  4  a result is invalid: it is contaminated, no pair has the unit, or OLD differs
     as much from its own copy
  3  a result is inconclusive
  0  none of these: nothing is slower, or only within the margin`

const examples = `  tare compare HEAD                         the last commit and the working tree
  tare compare v1.2.0 main ./json           two revisions
  tare compare -new-gogc=off . .            the same code without a garbage collector
  tare compare -new-go=1.26.0 . . ./...     another Go toolchain
  tare compare -metric=auto,allocs/op -margin=3%,allocs/op=0 main .
                                            a gate for time and for allocations
  tare compare -floor main .                does the change exceed what relinking does?
  tare compare -markdown=pr.md main .       a table for a pull request
  tare compare -for=10m main .              as many verdicts as ten minutes allow
  tare compare -resume latest               continue what that left inconclusive
  tare compare old.txt new.txt              two files of results
  tare compare -col=/lib results.txt        the parts of a file, such as BenchmarkX/lib=std and /lib=fast
  tare compare -col=/lib -row=/n results.txt
                                            the same with a row for each n, in place of each benchmark
  tare compare @baseline                    a stored run and the newest one, @latest; tare run -save=baseline named it`

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "compare [flags] OLD [NEW] [packages] [-args ...]\n  tare compare -resume ID",
		Short:   "Compare two versions of code, or conditions; verdicts that hold on a noisy machine",
		Long:    long,
		Example: examples,
		Args:    o.checkArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.arguments = args
			cmd.Flags().Visit(func(f *pflag.Flag) { o.given = append(o.given, f.Name) })
			s := &session{options: o, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
			return s.run(cmd.Context())
		},
	}
	o.register(cmd)
	return cmd
}

// register declares the flags. Those that go test or tare run have keep their
// names.
func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.workload.Register(cmd, "20ms")
	o.build.Register(f)
	o.box.Register(f)
	o.sides.Register(f)
	flags.RegisterTune(cmd, &o.tune)
	cmd.ValidArgsFunction = completeSide

	f.StringSliceVar(&o.margin, "margin", nil, "a change within ± `share` does not matter (default 2%); UNIT=SHARE sets it for one unit, as in -margin=3%,allocs/op=0")
	f.StringVar(&o.alpha, "alpha", "5%", "chance of any wrong faster or slower, over all benchmarks together, as a `share`")
	f.StringSliceVar(&o.metrics, "metric", nil, "judge this `unit`; give several as in -metric=auto,allocs/op; auto, the default, is net-ns/op where it is known and the variants' limits are the same, else ns/op")
	f.IntVar(&o.count, "count", 0, "run exactly `n` rounds and look once, instead of stopping when the verdict is in")
	f.IntVar(&o.maxRounds, "max-rounds", 200, "run at most `n` rounds")
	f.DurationVar(&o.maxTime, "max-time", time.Duration(0), "spend at most `d` on a benchmark (0: no limit)")
	f.DurationVar(&o.budget, "for", 0, "take at most `d` in total, builds included; when that is too short, benchmarks that need the least time come first (0: no limit)")
	f.StringVar(&o.resume, "resume", "", "go on with the stored comparison that has this `id`, or latest: same sides and settings, only benchmarks without a verdict")
	f.BoolVar(&o.allowMissing, "allow-missing", false, "do not fail because new lacks benchmarks that old has")
	f.BoolVar(&o.floor, "floor", false, "also compare old with its own copy, and with itself relinked in another order; a change has to exceed both differences")
	f.IntVar(&o.layouts, "layouts", 0, "link both sides in `n` orders (at least 8); a change has to exceed what the order alone does")
	f.BoolVar(&o.confirm, "confirm", true, "call a benchmark slower or faster only if its machine code differs and, when the change is small, other link orders show it, too")
	o.detail.AddTo(f)
	f.BoolVar(&o.profile, "profile", false, "for each change, take CPU profiles of both sides and show what differs")
	f.StringVar(&o.filter, "filter", "", "of files of results, take only what matches this `expression`, as benchstat does: goos:linux, /size:(1k OR 4k), -.name:Sort")
	f.StringVar(&o.col, "col", "", "compare the parts of one file that differ in this `key`, as benchstat does: /lib, goos, /lib@(std fast); -across says what else may differ")
	f.StringVar(&o.row, "row", "", "with -col, have a row for each value of this `key` in place of each benchmark, as benchstat does: /n, or .name,/n")
	f.StringSliceVar(&o.across, "across", nil, "compare even if `what` differs between the sides: cpu (CPU models), go (Go toolchains)")
	f.Uint64Var(&o.seed, "seed", 0, "`seed` of the order of trials (0: a new one; it is recorded)")

	f.StringVar(&o.format, "format", "auto", "write `what` to standard output: auto, table, markdown, bench, csv or json")
	o.listing.AddTo(cmd)
	o.json.AddTo(f)
	f.StringVarP(&o.out, "out", "o", "", "write each variant's results in the Go benchmark format into `folder`, as old.txt, new.txt")
	f.StringVar(&o.html, "html", "", "write a page with charts to `file`")
	f.StringVar(&o.markdown, "markdown", "", "write a table for a pull request to `file`")
	f.StringVar(&o.store, "store", "", "`file` of the store, or off (default: $TARE_DB, or tare.db in the user's data folder)")

	f.StringVar(&o.save, "save", "", "give the comparison this `name` in the store; it is found by it from then on, as in @name")

	command.Complete(cmd, "metric", command.CompleteList([]string{"auto", "net-ns/op", "cpu-ns/op", "ns/op", "B/op", "allocs/op"}))
	command.Complete(cmd, "resume", completeResume)
	command.Complete(cmd, "across", command.CompleteList(differences))
	command.Complete(cmd, "format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}
