// Package explain is the verb `tare explain`: where the time of a benchmark,
// command or process went, from its Go execution trace and the kernel's
// scheduling of its threads, joined on one clock.
package explain

import (
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/command"
)

const long = `Explain records a Go execution trace and the kernel's scheduling of the same
threads, joins them on one clock, and accounts for every nanosecond: running,
GC assist, stopped world, holding a P while a quota throttled the thread or
another process had its CPU, runnable without a P, in system calls, blocked by
reason. The items sum to the interval.

What is explained is one of
  a benchmark    its windows: tare explain -bench=X ./pkg
  a command      tare explain -- ./server -listen :8080
  a process      tare explain -pid=4711 -for=5s
  recordings     tare explain trace.out kernel.rec, or a folder that has them (-o)

Of a command and a process, its own threads are recorded, not those of processes
that it starts, until -for is over, it ends, or ctrl-C. Both have a Go execution
trace when they serve net/http/pprof (-http=localhost:6060), a command also when
it writes one itself (-trace=FILE); otherwise only the kernel's side is explained.
User regions and tasks of runtime/trace are intervals of their own, with p50
beside p99.

The kernel's side comes from eBPF as root, from perf context switches without
privileges, or else from polling cpu.stat; the report says which, and how sure
each figure is.

Exit status: 0 fine, 1 -on waited for something that did not happen, 2 usage,
5 something could not be recorded or read (what could be is reported).`

const examples = `  tare explain -bench=Encode ./json                     where a benchmark's time goes
  tare explain -bench=Encode -quota=50% -html=out.html .  with half a CPU, and a page with the timeline
  tare explain -pid=4711 -http=localhost:6060 -for=5s   a process that serves net/http/pprof
  tare explain -pid=4711 -http=localhost:6060 -on='request>50ms' -o stalls
                                                        wait for a stall; keep the seconds around it
  tare explain -pprof=items -pprof-of=worst stalls/1    the stacks of the worst request
  tare explain -task=^sync$ -pprof=items -pprof-of=p99 stalls/1
                                                        those of a task that is among the slowest
  tare explain trace.out                                a trace that was recorded without tare`

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "explain [flags] [package | recording ... | -- command args]",
		Short:   "Account for every nanosecond: Go and the kernel on one clock",
		Long:    long,
		Example: examples,
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error {
			cmd.Flags().Visit(func(f *pflag.Flag) { o.given = append(o.given, f.Name) })
			o.args, o.dash = args, cmd.ArgsLenAtDash()
			s := &session{options: o, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
			return s.run(cmd.Context())
		}),
	}
	o.register(cmd)
	command.Complete(cmd, "level", cobra.FixedCompletions(levels, cobra.ShellCompDirectiveNoFileComp))
	command.Complete(cmd, "pprof-of", cobra.FixedCompletions(instances, cobra.ShellCompDirectiveNoFileComp))
	command.Complete(cmd, "on", cobra.FixedCompletions(conditionSamples, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// register declares the flags. Those that go test has keep its names.
func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.work.Register(cmd, "1s")
	o.build.Register(f)
	o.box.Register(f)
	f.IntVar(&o.pid, "pid", 0, "explain the running process `n`")
	f.StringVar(&o.http, "http", "", "take the Go execution trace from the net/http/pprof server at `address`")
	f.StringVar(&o.trace, "trace", "", "the command writes its Go execution trace to `file`")
	f.DurationVar(&o.length, "for", 0, "record for `d`, or wait for so long with -on (default: 5s for -pid and -http; until the end of a command)")
	f.BoolVar(&o.syscalls, "syscalls", false, "count system calls as well, which makes each of them some 80 ns longer (eBPF only)")
	f.StringVar(&o.level, "level", "auto", "`how` to record the kernel: auto, ebpf, perf, poll or none")
	f.BoolVar(&o.op, "op", false, "run the benchmark's iterations in windows of their own, to tell p50 from p99")
	f.IntVar(&o.overhead, "overhead", 6, "measure what recording costs in `n` rounds of short windows (0: do not)")

	f.StringVar(&o.part, "range", "", "explain only `from,to` of the recording, such as 1.2s,1.25s or 1.2,1.25")
	f.StringVar(&o.goroutines, "goroutine", "", "explain the goroutines that start with a function matching `regexp`")
	f.StringVar(&o.regions, "region", "", "tell only of user regions matching `regexp`")
	f.StringVar(&o.tasks, "task", "", "tell only of user tasks matching `regexp`")

	f.StringArrayVar(&o.on, "on", nil, "keep recording in memory, and write it out when `condition` happens: "+strings.Join(conditionSamples, ", ")+", where NAME is a regexp or left out (may be repeated)")
	f.DurationVar(&o.keep, "keep", 10*time.Second, "with -on, keep the last `d`")
	f.IntVar(&o.hits, "hits", 1, "with -on, stop after `n` times")

	f.StringVarP(&o.dir, "out", "o", "", "keep the recordings, trace.out and kernel.rec, in `folder`")
	f.StringVar(&o.html, "html", "", "write a page with timeline, heat maps and flame graphs to `file`")
	f.StringVar(&o.perfetto, "perfetto", "", "write a trace for ui.perfetto.dev to `file`")
	f.StringVar(&o.pprof, "pprof", "", "write a profile of each item to `folder`, for go tool pprof; of what -range and -goroutine choose")
	f.StringVar(&o.pprofOf, "pprof-of", "", "with -pprof, only of one `instance` of the first interval: worst, p99 or p50; of a benchmark with -op, an op; else what -task or -region choose, or requests")
	f.StringVar(&o.base, "base", "", "compare the page's flame graphs with those of another `recording`: a folder, or files separated by a comma")
	f.BoolVar(&o.json, "json", false, "write the explanation as JSON to standard output")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "list everything, not just the greatest")
}
