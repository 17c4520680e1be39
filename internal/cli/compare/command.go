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

const long = `Compare says whether NEW is faster or slower than OLD, or equivalent within the
margin, or that it cannot be told yet. With one side, OLD is compared with the
working tree.

A side is a git revision, which is built in a worktree of its own; a folder; a
test binary; a file of results in the Go benchmark format; or @ID, a stored run.
Both sides may be the same code under other conditions: -old-KEY and -new-KEY
set env, gogc, gomemlimit, gomaxprocs, quota, cpus, memory, tags, gcflags,
ldflags, pgo and go (the toolchain) for one side. -variant adds further ones.

Every round runs one fresh process of each variant, next to each other and in
random order. Rounds go on until each benchmark has its verdict. Where nothing
changed, any is called faster or slower in at most -alpha of all comparisons,
however often tare looks, and whatever the machine does meanwhile. Results that
are compared from files have no such guarantee.

The linker can make a benchmark faster or slower whose code nobody touched. So a
change is none where both sides run the same machine code; and when it may be
less than 5 %, both sides are linked in at least 8 other orders, and it has to
show in these as well. -confirm=false does without.

What ended inconclusive, or was interrupted or killed, goes on with -resume, when
the sides are still the same. The error rate holds for all sessions together.

Verdicts may be about several units, as in -metric=auto,allocs/op,p99-ns: all of
them share the error rate, and rounds go on until each has its verdict. Of most
units less is better, of those that end in /s more; a line "Unit score
better=higher" in the output of the benchmark, or in a file, says so of others.

Without -benchtime, windows span five periods of a CPU quota when the verdict is
about wall time, as it is where the variants' limits differ.

Exit status, the first that applies:
  2  usage
  5  a build or a trial failed, or there was nothing to compare
  1  something is slower, and the estimate of it lies beyond the -margin, or NEW
     lacks a benchmark, or its unit, that OLD has (see -allow-missing)
  4  something that was measured says nothing: it is contaminated, has no pair
     with the unit, or a change no larger than that of OLD from its own copy
  3  something is inconclusive
  0  none of these: what is slower, if anything, is so within the margin`

const examples = `  tare compare HEAD                         the last commit and the working tree
  tare compare v1.2.0 main ./json           two revisions
  tare compare -new-gogc=off . .            the same code without a garbage collector
  tare compare -new-go=1.26.0 . . ./...     another Go toolchain
  tare compare -metric=auto,allocs/op -margin=3%,allocs/op=0 main .
                                            a gate for time and for allocations
  tare compare -floor main .                is it more than another link order does?
  tare compare -markdown=pr.md main .       a table for a pull request
  tare compare -for=10m main .              verdicts within ten minutes, as far as that goes
  tare compare -resume latest               go on where that left something inconclusive
  tare compare old.txt new.txt              two files of results`

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

	f.StringSliceVar(&o.margin, "margin", nil, "a change within ± `share` does not matter (2% when not given); UNIT=SHARE is for one unit, as in -margin=3%,allocs/op=0")
	f.StringVar(&o.alpha, "alpha", "5%", "error rate of faster and slower, all benchmarks together, a `share`")
	f.StringSliceVar(&o.metrics, "metric", nil, "`unit` that the verdicts are about; may be repeated, as in -metric=auto,allocs/op; auto, the default, is net-ns/op where it is known and the variants' limits are the same, else ns/op")
	f.IntVar(&o.count, "count", 0, "run exactly `n` rounds and look once, instead of stopping when the verdict is in")
	f.IntVar(&o.maxRounds, "max-rounds", 200, "run at most `n` rounds")
	f.DurationVar(&o.maxTime, "max-time", time.Duration(0), "spend at most `d` on a benchmark (0: no limit)")
	f.DurationVar(&o.budget, "for", 0, "take at most `d` in all, builds included; when that is short, it goes to the benchmarks that need least of it (0: no limit)")
	f.StringVar(&o.resume, "resume", "", "go on with the stored comparison that has this `id`, or latest: with its sides and settings, and what is not decided yet")
	f.BoolVar(&o.allowMissing, "allow-missing", false, "do not fail because new lacks benchmarks that old has")
	f.BoolVar(&o.floor, "floor", false, "measure old against itself, as it is and relinked in another order, and ask changes to go beyond that")
	f.IntVar(&o.layouts, "layouts", 0, "link both sides in `n` orders (at least 8), and ask changes to go beyond what the order does")
	f.BoolVar(&o.confirm, "confirm", true, "call nothing slower or faster whose machine code is the same, and no small change that other link orders do not show")
	o.detail.AddTo(f)
	f.BoolVar(&o.profile, "profile", false, "for each change, take CPU profiles of both sides and show what differs")
	f.StringSliceVar(&o.across, "across", nil, "compare although `what` differs: cpu (CPU models), go (Go toolchains)")
	f.Uint64Var(&o.seed, "seed", 0, "`seed` of the order of trials (0: a new one; it is recorded)")

	f.StringVar(&o.format, "format", "auto", "`what` to write to standard output: auto, table, markdown, bench or json")
	o.json.AddTo(f)
	f.StringVarP(&o.out, "out", "o", "", "write each variant's results in the Go benchmark format into `folder`, as old.txt, new.txt")
	f.StringVar(&o.html, "html", "", "write a page with charts to `file`")
	f.StringVar(&o.markdown, "markdown", "", "write a table for a pull request to `file`")
	f.StringVar(&o.store, "store", "", "`file` of the store, or off (default: $TARE_DB, or tare.db in the user's data folder)")

	command.Complete(cmd, "metric", command.CompleteList([]string{"auto", "net-ns/op", "cpu-ns/op", "ns/op", "B/op", "allocs/op"}))
	command.Complete(cmd, "resume", completeResume)
	command.Complete(cmd, "across", command.CompleteList(differences))
	command.Complete(cmd, "format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}
