package run

import (
	"context"
	"errors"
	"io"
	"os"

	"tare/internal/cli/command"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/run"
	"tare/internal/engine/tune"
	"tare/internal/host/files"
	"tare/internal/measure/build"
	"tare/internal/record"
)

// session is one `tare run` from its command line to its exit status.
type session struct {
	options
	stdout, stderr io.Writer
	out            *outputs
}

func (s *session) run(ctx context.Context) (err error) {
	budget := bench.Budget(s.limit)
	q, err := s.resolve()
	if err != nil {
		return err
	}
	if s.out, err = openOutputs(ctx, s.options, s.stdout, s.stderr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.out.Close()) }()
	q.Budget, s.out.budget = budget, budget
	work, remove, err := files.Temp()
	if err != nil {
		return exit.Errorf(exit.Broken, "set TMPDIR to a folder that you can write, and others cannot", "making a folder for test binaries: %w", err)
	}
	defer remove()
	if err := s.complete(&q, work); err != nil {
		return err
	}
	s.out.Progress.Start()
	result, err := engine.Run(ctx, q, s.out)
	if s.out.ID != "" { // it began
		err = errors.Join(s.out.finish(result), err)
	}
	if err != nil {
		return err
	}
	return s.status(ctx, result)
}

// complete fills in what the command line does not say.
func (s *session) complete(q *engine.Request, work string) error {
	q.Build = build.Options{Flags: s.build.List(), Env: s.box.BuildEnvironment(), Assist: s.gcAssist, Temp: work}
	q.Env, q.CPU, q.BinaryArgs = s.box.Environment, s.work.CPU, s.work.BinaryArgs()
	salt, err := s.out.Salt()
	if err != nil {
		return err
	}
	h := &q.Head
	h.Tare, h.Args = command.Version(), command.CommandLine()
	h.Dir, _ = os.Getwd()
	h.Cell.Env = salt.All(s.box.Env)
	h.Standing, h.Findings = tune.Standing(&s.tune)
	if s.tune.Profile != "" {
		q.Tune = func(ctx context.Context, note func(string)) (record.Tuning, record.Finding, func() error, error) {
			return tune.Set(ctx, &s.tune, command.CommandLine(), note)
		}
	}
	return nil
}

// status turns the result into an exit status.
func (s *session) status(ctx context.Context, result record.Run) error {
	switch {
	case ctx.Err() != nil:
		return s.out.Interrupted()
	case len(result.Failures) > 0:
		return exit.Quiet(exit.Broken)
	case len(result.Summaries) == 0 && s.out.found > 0:
		return exit.Errorf(exit.Broken, "try again, now that the builds are in the go command's cache, or give it more time", "-for=%s was over before anything was measured", s.limit)
	case len(result.Summaries) == 0 && len(result.Skipped) > 0:
		return exit.Errorf(exit.Broken, "", "nothing was measured: every benchmark that matches -bench=%s skips itself", s.work.Bench)
	case len(result.Summaries) == 0:
		return exit.Errorf(exit.Broken, "list them with `go test -list .`", "no benchmark matches -bench=%s", s.work.Bench)
	}
	for _, sum := range result.Summaries {
		if sum.Stop == record.StopPolluted {
			return exit.Quiet(exit.Contaminated)
		}
	}
	return nil
}
