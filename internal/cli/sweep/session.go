package sweep

import (
	"context"
	"errors"
	"io"
	"os"

	"tare/internal/analysis/capacity"
	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/engine/bench"
	"tare/internal/engine/check"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/sweep"
	"tare/internal/host/files"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/record"
	"tare/internal/record/redact"
)

// session is one `tare sweep` from its command line to its exit status.
type session struct {
	options
	stdout, stderr io.Writer
	out            *outputs
}

func (s *session) run(ctx context.Context) (err error) {
	budget := bench.Budget(s.limit)
	q, points, err := s.request(ctx)
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
	q.Build.Temp = work
	salt, err := s.out.Salt()
	if err != nil {
		return err
	}
	hide(&q.Head, points, salt)
	for i := range points {
		s.out.Variants = append(s.out.Variants, q.Head.Describe(i))
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

// request is what the command line asks for, with the conditions of each point. Every error
// is a usage error.
func (s *session) request(ctx context.Context) (q engine.Request, points []flags.Point, err error) {
	h := &q.Head
	h.Tare, h.Args = command.Version(), command.CommandLine()
	h.Dir, _ = os.Getwd()
	if h.Plan, err = s.plan(); err != nil {
		return q, nil, err
	}
	base := flags.Conditions{Box: flags.Cell{ASLR: s.aslr}, Build: s.build}
	if err := flags.CheckTune(&s.tune, &base.Box.CPUs); err != nil {
		return q, nil, err
	}
	if h.Factors, points, err = s.grid.Points(base, s.where(ctx, h.Dir)); err != nil {
		return q, nil, err
	}
	for _, p := range points {
		if s.work.CPU != "" {
			p.Procs = 0 // it depends on the benchmark
		}
		h.Points = append(h.Points, p.SweepPoint)
		q.Points = append(q.Points, engine.Point{Limits: p.Limits, Env: p.Environment})
	}
	q.Build = build.Options{Flags: s.build.List(), Env: points[0].Box.BuildEnvironment()}
	q.CPU, q.BinaryArgs, q.Tune = s.work.CPU, s.work.BinaryArgs(), s.tune
	return q, points, nil
}

// where is what the points run on.
func (s *session) where(ctx context.Context, dir string) flags.Where {
	at := flags.Where{Machine: bench.Machine(dir), Shielded: cell.Shielded(os.DirFS("/")), Program: capacity.Go{Env: os.LookupEnv}}
	if s.command == nil {
		at.Program = check.Program(ctx)
	}
	return at
}

// hide takes what looks like a secret out of what is recorded: all values of the points'
// environments, and of variables that are varied those with such a name.
func hide(h *record.Sweep, points []flags.Point, salt redact.Salt) {
	for i, p := range points {
		h.Points[i].Cell.Env = salt.All(p.Box.Env)
	}
	for f := range h.Factors {
		levels := make([]string, len(h.Factors[f].Levels))
		for i, level := range h.Factors[f].Levels {
			name := h.Factors[f].Name + "="
			if levels[i] = level; level == record.Unset {
				continue
			}
			levels[i] = salt.Varied(name + level)[len(name):]
		}
		h.Factors[f].Levels = levels
	}
}
