package lab

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/lab"
	"tare/internal/host/files"
	"tare/internal/lab"
	"tare/internal/measure/build"
	"tare/internal/record"
)

const longRun = `Run tests the claims named, or all: it builds their programs, runs the variants in
rounds of fresh processes, and holds what they measure against the published
figures. A claim takes less than a minute, with -quick some seconds.

-o writes the result as JSON, which is how others add their machine.

Exit status: 0 every claim that can be tested here has a verdict, 2 usage,
3 some claim is inconclusive, 5 some program failed.`

// options are the command line of `tare lab run`, as typed.
type options struct {
	quick               bool
	limit               time.Duration // of -for
	seed                uint64
	format              string
	html, markdown, out string
	json                flags.JSON
	detail              flags.Detail
}

var rules = flags.Rules{{Flags: "json", Not: "format"}}

// run is `tare lab run`.
func run() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:               "run [flags] all|ID...",
		Short:             "Test claims on this machine",
		Long:              longRun,
		ValidArgs:         []cobra.Completion{everything},
		ValidArgsFunction: completeIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := rules.Check(cmd, ""); err != nil {
				return err
			}
			return o.run(cmd.Context(), args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.quick, "quick", false, "fewer rounds of shorter windows: wider intervals, and more that is inconclusive")
	f.DurationVar(&o.limit, "for", 0, "take at most `d` in total, builds included (0: no limit)")
	f.Uint64Var(&o.seed, "seed", 0, "`seed` of the order of trials (0: a new one; it is recorded)")
	o.detail.AddTo(f)
	f.StringVar(&o.format, "format", "auto", "write `auto|table|markdown|json` to standard output; auto is a table")
	o.json.AddTo(f)
	f.StringVarP(&o.out, "out", "o", "", "write the result as JSON to `file` as well")
	f.StringVar(&o.html, "html", "", "write a page with pictures and programs to `file`")
	f.StringVar(&o.markdown, "markdown", "", "write Markdown to `file`")
	return cmd
}

// run tests the claims that the arguments name.
func (o options) run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	budget := bench.Budget(o.limit)
	some, err := chosen(args)
	if err != nil {
		return err
	}
	if o.limit < 0 {
		return exit.Errorf(exit.Usage, "", "-for %s: must not be negative", o.limit)
	}
	if o.seed == 0 {
		o.seed = rand.Uint64N(1 << 32) // short enough to type again
	}
	out, err := openOutputs(ctx, o, some, stdout, stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	work, remove, err := files.Temp()
	if err != nil {
		return exit.Errorf(exit.Broken, "set TMPDIR to a folder that you can write, and others cannot", "making a folder for programs: %w", err)
	}
	defer remove()
	out.host = lab.HostOf(bench.Machine(work), o.quick)
	out.Progress.Start()
	result, err := engine.Run(ctx, engine.Request{
		Head:   record.Lab{Tare: command.Version(), Args: command.CommandLine(), Quick: o.quick, Seed: o.seed},
		Claims: some, Build: build.Options{Temp: work}, Budget: budget,
	}, out)
	if err := errors.Join(out.finish(result), err); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return out.Interrupted()
	}
	return exit.Quiet(status(result))
}

// status is the exit status of what experiments came to: a failure outweighs what is open.
func status(l record.Lab) exit.Code {
	code := exit.Fine
	for _, x := range l.Experiments {
		switch {
		case len(x.Failures) > 0:
			return exit.Broken
		case x.Verdict == record.Unclear:
			code = exit.Inconclusive
		}
	}
	return code
}
