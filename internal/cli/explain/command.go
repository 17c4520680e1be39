// Package explain is the verb `tare explain`: where the time of a benchmark,
// command or process went, from its Go execution trace and the kernel's
// scheduling of its threads, joined on one clock.
package explain

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/explain"
	"tare/internal/engine/flight"
	"tare/internal/engine/recording"
	"tare/internal/host/files"
	"tare/internal/report/wording"
)

const long = `Explain records a Go execution trace and the kernel's scheduling of the same
threads, joins them on one clock, and accounts for every nanosecond: running,
GC assist, stopped world, holding a P while a quota throttled the thread or
another process had its CPU, runnable without a P, in system calls, blocked by
reason. The items sum to the interval.

Tare explains one of these:
  a benchmark    its windows: tare explain -bench=X ./pkg
  a command      tare explain -- ./server -listen :8080
  a process      tare explain -pid=4711 -for=5s
  recordings     tare explain trace.out kernel.rec, or a folder that has them (-o)

For a command or a process, tare records its own threads, but not the processes
that it starts, until -for is over, it ends, or ctrl-C. Both give a Go execution
trace if they serve net/http/pprof (-http=localhost:6060); a command may also
write one itself (-trace=FILE). Otherwise tare explains only the kernel's side.
User regions and tasks of runtime/trace are intervals of their own, with p50
beside p99.

The kernel's side comes from eBPF as root, from perf context switches without
privileges, or else from polling cpu.stat; the report says which, and how sure
each figure is.

Exit status: 0 fine, 1 what -on waited for did not happen, 2 usage, 5 something
could not be recorded or read (the rest is reported).`

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
	}
	goes := o.register(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		cmd.Flags().Visit(func(f *pflag.Flag) { o.given = append(o.given, f.Name) })
		o.args, o.dash = args, cmd.ArgsLenAtDash()
		q, err := o.resolve(goes, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		return o.run(cmd.Context(), q, cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	flags.CompleteBench(cmd)
	command.Complete(cmd, "level", cobra.FixedCompletions(levels, cobra.ShellCompDirectiveNoFileComp))
	command.Complete(cmd, "pprof-of", cobra.FixedCompletions(engine.Instances, cobra.ShellCompDirectiveNoFileComp))
	command.Complete(cmd, "on", cobra.FixedCompletions(flight.Samples, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// run is `tare explain` from what it is to do to its exit status.
func (o *options) run(ctx context.Context, q engine.Request, stdout, stderr io.Writer) (err error) {
	out, err := openOutputs(ctx, *o, stdout, stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	var remove func() error
	if q.Temp, remove, err = files.Temp(); err != nil {
		return exit.Errorf(exit.Broken, "set TMPDIR to a folder that you can write, and others cannot", "making a folder for recordings: %w", err)
	}
	defer remove()
	out.Progress.Start()
	whole, err := engine.Run(ctx, q, out)
	if err == nil && !whole {
		return exit.Quiet(exit.Broken)
	}
	return advise(err)
}

// advise says which of several benchmarks could be chosen, and how.
func advise(err error) error {
	var e *exit.Error
	var several *recording.Several
	if !errors.As(err, &e) || !errors.As(e.Err, &several) {
		return err
	}
	all := several.Found
	e.Hint = "choose one with " + wording.Quote([]string{"-bench=" + all[0].Pattern()})
	switch a, b := all[0].Name, all[1].Name; {
	case a.Name == b.Name && a.Package == b.Package:
		e.Hint = fmt.Sprintf("choose one with -cpu=%d", a.Procs)
	case a.Name == b.Name:
		e.Hint = "name one package"
	}
	return err
}
