package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"tare/internal/analysis/findings"
	"tare/internal/analysis/verdict"
	"tare/internal/cli/command"
	"tare/internal/cli/delivery"
	"tare/internal/cli/flags"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/engine/tune"
	"tare/internal/host/scratch"
	"tare/internal/measure/cell"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// session is one `tare compare` from its command line to its exit status.
type session struct {
	options
	stdout, stderr io.Writer

	cwd      string
	variants []variant
	earlier  *record.Comparison // what -resume goes on with
	result   record.Comparison  // filled as it becomes known
	out      *outputs
	work     string // folder for what lasts as long as the comparison
	shop     *workshop
	limit    rounds.Budget // of -for
}

func (s *session) run(ctx context.Context) (err error) {
	s.limit = bench.Budget(s.budget)
	if s.cwd, err = os.Getwd(); err != nil {
		return err
	}
	if s.resume != "" {
		return s.goOn(ctx)
	}
	if err := flags.CheckTune(&s.tune, &s.box.CPUs); err != nil {
		return err
	}
	plan, err := s.plan()
	if err != nil {
		return err
	}
	if s.variants, plan.Packages, err = s.sides.variants(ctx, s.arguments, s.cwd, common{box: s.box, build: s.build}); err != nil {
		return err
	}
	var names []string
	for _, v := range s.variants {
		names = append(names, v.Name)
	}
	if s.out, err = openOutputs(ctx, s.options, names, s.stdout, s.stderr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.out.Close()) }()
	s.spanPeriods(&plan)
	s.result.Design, s.result.Plan, s.result.Dir, s.result.Tare, s.result.Args = record.Paired, plan, s.cwd, command.Version(), command.CommandLine()
	if s.variants[0].side.kind.measured() {
		return s.compareResults(ctx)
	}
	return s.measure(ctx)
}

// compareResults compares what was measured before.
func (s *session) compareResults(ctx context.Context) error {
	if err := s.withoutMeaning(); err != nil {
		return err
	}
	var sides []results
	for _, v := range s.variants {
		r, err := s.open(ctx, v)
		if err != nil {
			return err
		}
		sides = append(sides, r)
	}
	asked := s.result
	p := asked.Plan
	c, err := compareFiles(sides, fileOptions{across: s.across, ComparisonPlan: record.ComparisonPlan{
		Bench: p.Bench, Metric: p.Metric, Alpha: p.Alpha, Margin: p.Margin, Margins: p.Margins}})
	if err != nil {
		return err
	}
	c.Dir, c.Tare, c.Args, c.Started, c.Finished = asked.Dir, asked.Tare, asked.Args, time.Now(), time.Now()
	s.result = c
	if err := s.out.finish(c, false); err != nil {
		return err
	}
	return s.status(ctx)
}

// forResults are the flags that mean something where nothing is measured.
var forResults = []string{"across", "allow-missing", "alpha", "bench", "format", "html", "json", "margin", "markdown", "metric", "store", "variant"}

// withoutMeaning refuses what only measuring could do.
func (s *session) withoutMeaning() error {
	for _, name := range s.given {
		if !slices.Contains(forResults, name) {
			return exit.Errorf(exit.Usage, "leave it out, or compare revisions or directories", "-%s has no meaning for results that exist already", name)
		}
	}
	if s.format == "bench" {
		return exit.Errorf(exit.Usage, "the sides are files in that format, or stored runs: see `tare history -format=bench`", "-format=bench writes what was measured, and nothing is measured here")
	}
	return nil
}

// open reads the results that are variant v.
func (s *session) open(ctx context.Context, v variant) (results, error) {
	if v.side.kind == sideResults {
		return openResults(ctx, v.Variant, v.side.at)
	}
	if s.out.Store == nil {
		return results{}, exit.Errorf(exit.Usage, "leave -store=off out", "%s is a run in the store, which is off", v.Side)
	}
	run, err := s.out.Store.Load(ctx, v.side.at)
	if err != nil {
		return results{}, exit.Errorf(exit.Usage, "`tare history` lists the runs there are", "%s: %w", v.Side, err)
	}
	return storedResults(v.Variant, run)
}

// copyShare is the share of the rounds in which a copy of the base takes part, to
// tell whether equals come out equal.
const copyShare = 0.1

// measure compares by rounds.
func (s *session) measure(ctx context.Context) (err error) {
	s.out.Progress.Start()
	var remove func() error
	if s.work, remove, err = scratch.Dir(); err != nil {
		return exit.Errorf(exit.Broken, "set TMPDIR to a folder that you can write, and others cannot", "making a folder for test binaries: %w", err)
	}
	defer remove()
	w := s.workshop()
	s.shop = w
	defer func() { err = errors.Join(err, w.close(context.WithoutCancel(ctx))) }()
	if s.floor && s.variants[0].side.kind == sideBinary {
		return exit.Errorf(exit.Usage, "compare revisions or directories, which tare builds itself", "-floor: a test binary cannot be linked again")
	}
	again := floors(s.variants[0])
	if !s.floor {
		again = again[:1] // the copy that calibrates
	}
	s.variants = append(s.variants, again...)
	for _, v := range s.variants {
		s.out.Variants = append(s.out.Variants, v.Name)
	}
	if err := w.prepare(ctx, s.variants); err != nil {
		return err
	}
	s.find(w.findings)
	if err := s.sameToolchain(); err != nil {
		return err
	}
	if err := fingerprint(s.variants); err != nil {
		return err
	}
	if err := s.asMeasured(); err != nil {
		return err
	}
	standing, found := tune.Standing(&s.tune)
	s.result.Standing = standing
	s.find(found)
	if s.tune.Profile != "" {
		s.out.Progress.Stage("tuning the machine")
		t, finding, restore, failed := tune.Set(ctx, &s.tune, command.CommandLine(), s.out.Progress.Note)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(restore(), err) }()
		s.result.Tuning, s.result.Findings = &t, append(s.result.Findings, finding)
	}
	return s.inCells(ctx)
}

func (s *session) workshop() *workshop {
	return &workshop{cwd: s.cwd, work: s.work, cache: bench.Cache(s.work, s.out.Progress.Note), patterns: s.result.Plan.Packages,
		layouts: s.layouts, seed: s.result.Plan.Seed, stage: s.out.Progress.Stage,
		failed: func(f record.Failure) {
			if !slices.Contains(s.result.Failures, f) { // an earlier session has it, too
				s.result.Failures = append(s.result.Failures, f)
			}
			s.out.Failed(f)
		}}
}

// inCells finds a place for cells and runs the comparison there.
func (s *session) inCells(ctx context.Context) (err error) {
	bench.Sweep(ctx, command.CommandLine(), s.out.Progress.Note)
	var limits []cell.Limits
	for _, v := range s.variants {
		limits = append(limits, v.limits)
	}
	site, found, err := bench.OpenSite(ctx, command.CommandLine(), limits...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	if err := s.describe(site, found); err != nil {
		return err
	}
	if err := s.out.begin(s.result); err != nil {
		return err
	}
	var events []record.Metric
	events, s.result.Probes = bench.Events()
	arms := make([]rounds.Variant, len(s.variants))
	for i, v := range s.variants {
		arms[i] = rounds.Variant{Role: v.Role, Binaries: v.binaries,
			Exec: trial.NewCells(site, v.limits, trial.Setup{Env: v.env, ASLR: v.Cell.ASLR, Work: s.work, Events: events})}
	}
	return s.compare(ctx, arms)
}

// describe fills in what the comparison is of.
func (s *session) describe(site *cell.Site, found []record.Finding) error {
	c := &s.result
	c.Owner = bench.Owner()
	if s.earlier != nil {
		s.find(found)
		return nil
	}
	salt, err := s.out.Salt()
	if err != nil {
		return err
	}
	c.Started = time.Now()
	c.ID = bench.ID(c.Started, c.Plan.Seed)
	c.Machine = bench.Machine(s.cwd)
	for _, v := range s.variants {
		v.Cell.Level, v.Cell.Parent = site.Level(), site.Parent()
		c.Variants = append(c.Variants, v.recorded(salt))
	}
	c.Findings = slices.Concat(found, c.Findings, findings.Of(c.Machine))
	return nil
}

// compare runs the rounds, concludes, and writes everything.
func (s *session) compare(ctx context.Context, arms []rounds.Variant) error {
	c := &s.result
	rules := rulesOf(*c)
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	options := rounds.Options{Trial: s.trials(), Seed: c.Plan.Seed, MaxRounds: c.Plan.Looks[len(c.Plan.Looks)-1],
		MaxTime: c.Plan.MaxTime, CopyShare: copyShare, Budget: s.limit, Forecast: s.forecast}
	if c.Plan.Floor {
		options.CopyShare = 1
	}
	judge := verdict.NewJudge(rules, s.takeUp(&options)...)
	result := rounds.New(options, arms, judge, bench.Observe(&sink{outputs: s.out, judge: judge, most: c.Most(), margin: c.Plan.Margin}, stop)).Run(measuring)
	c.Trials, c.Unmatched = s.pooled(result.Trials), slices.DeleteFunc(result.Unmatched, s.unbuilt)
	c.Failures = append(c.Failures, result.Failures...)
	var benchmarks []verdict.Benchmark
	for _, b := range result.Benchmarks {
		benchmarks = append(benchmarks, verdict.Benchmark{Name: b.Name, Stop: b.Stop, Trials: b.Trials})
	}
	rules.Conclude(c, benchmarks)
	s.confirm(measuring, rules, arms)
	s.keepProfiles()
	if s.profile {
		s.profiles(measuring, arms)
	}
	c.Finished = time.Now()
	if n := len(c.Sessions); n > 0 {
		c.Sessions[n-1].Finished = c.Finished
	}
	if err := s.out.finish(*c, true); err != nil {
		return err
	}
	if measuring.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("a trial could not be written: %w", context.Cause(measuring))
	}
	return s.status(ctx)
}

// unbuilt reports whether a side lacks the benchmark because its package does not
// build there, which is a failure already.
func (s *session) unbuilt(u record.Unmatched) bool {
	return slices.ContainsFunc(s.result.Failures, func(f record.Failure) bool {
		return f.Package == u.Benchmark.Package && slices.Contains(u.Missing, f.Variant)
	})
}

// forecast says how long the rounds will take.
func (s *session) forecast(f rounds.Forecast) {
	if text := delivery.Forecast(f, s.limit.Left(), "-max-rounds"); text != "" {
		s.out.Progress.Note(text)
	}
}

func (s *session) trials() trial.Options {
	p := s.result.Plan
	return trial.Options{Bench: p.Bench, Benchtime: p.Benchtime, Iters: p.Iters, Timeout: p.Timeout, CPU: s.workload.CPU, Args: s.workload.BinaryArgs()}
}
