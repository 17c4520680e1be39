package compare

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/engine/bench"
	engine "tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/measure/rounds"
	"tare/internal/record"
)

// session is one `tare compare` from its command line to its exit status.
type session struct {
	options
	stdout, stderr io.Writer

	limit rounds.Budget // of -for
	out   *outputs
}

func (s *session) run(ctx context.Context) (err error) {
	s.limit = bench.Budget(s.budget)
	ask := s.begin
	if s.resume != "" {
		ask = s.goOn
	}
	q, err := ask(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, v := range q.Variants {
		names = append(names, v.Name)
	}
	if s.out, err = openOutputs(ctx, s.options, names, s.stdout, s.stderr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.out.Close()) }()
	if q.Variants[0].From.Kind.Measured() {
		return s.compareResults(ctx, q)
	}
	return s.measure(ctx, q)
}

// begin asks for a comparison of what the command line names. Its errors are usage
// errors.
func (s *session) begin(ctx context.Context) (q engine.Request, err error) {
	cwd, err := os.Getwd()
	if err != nil {
		return q, err
	}
	if err := flags.CheckTune(&s.tune, &s.box.CPUs); err != nil {
		return q, err
	}
	plan, err := s.plan()
	if err != nil {
		return q, err
	}
	if s.row != "" && s.col == "" {
		return q, exit.Errorf(exit.Usage, "tare compare -row=/n -col=/lib results.txt", "-row needs -col: it names the rows of what that compares")
	}
	if s.col != "" {
		q.Variants, err = s.column(ctx, cwd)
		q.Head = head(cwd, plan)
		return q, err
	}
	q.Variants, plan.Packages, err = variants(ctx, s.sides, s.arguments, cwd, common{Conditions: flags.Conditions{Box: s.box, Build: s.build}})
	if err == nil && s.filter != "" && !q.Variants[0].From.Kind.Measured() {
		err = exit.Errorf(exit.Usage, "-bench selects what is measured", "-filter is for files of results, and %s is %s", q.Variants[0].Side, q.Variants[0].From.Kind)
	}
	q.Head = head(cwd, plan)
	return q, err
}

// head is what is known of a comparison by its command line.
func head(cwd string, plan record.ComparisonPlan) record.Comparison {
	return record.Comparison{Tare: command.Version(), Args: command.CommandLine(), Dir: cwd, Plan: plan}
}

// measure compares by rounds.
func (s *session) measure(ctx context.Context, q engine.Request) error {
	work, remove, err := files.Temp()
	if err != nil {
		return exit.Errorf(exit.Broken, "set TMPDIR to a folder that you can write, and others cannot", "making a folder for test binaries: %w", err)
	}
	defer remove()
	if q.Salt, err = s.out.Salt(); err != nil {
		return err
	}
	q.Temp, q.Budget, q.Tune = work, s.limit, s.tune
	q.CPU, q.BinaryArgs = s.workload.CPU, s.workload.BinaryArgs()
	q.Across, q.Profile, q.KeepWindow = s.across, s.profile, slices.Contains(s.given, "benchtime")
	s.out.budget, s.out.Variants = s.limit, q.Names()
	s.out.Progress.Start()
	result, err := engine.Run(ctx, q, s.out)
	if s.out.ID == "" { // it did not begin
		return err
	}
	if failed := s.out.finish(result, true); failed != nil || errors.Is(err, bench.ErrUnwritten) {
		return errors.Join(failed, err)
	}
	return errors.Join(err, s.status(ctx, result))
}
