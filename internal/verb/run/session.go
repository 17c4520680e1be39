package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"tare/internal/build"
	"tare/internal/cell"
	machinefindings "tare/internal/findings"
	"tare/internal/gitinfo"
	"tare/internal/host/perf"
	"tare/internal/host/scratch"
	"tare/internal/machine"
	"tare/internal/record"
	"tare/internal/runner"
	"tare/internal/verb/cli"
)

// session is one `tare run` from its command line to its exit status.
type session struct {
	options
	stdout, stderr io.Writer

	request request
	result  record.Run // filled as it becomes known
	out     *outputs
}

func (s *session) run(ctx context.Context) (err error) {
	if s.request, err = s.resolve(); err != nil {
		return err
	}
	// The user's ctrl-C ends ctx; what was measured so far is still reported
	// and stored.
	if s.out, err = openOutputs(context.WithoutCancel(ctx), s.options, s.stdout, s.stderr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.out.close()) }()
	work, err := scratch.Dir()
	if err != nil {
		return fmt.Errorf("making a folder for test binaries: %w", err)
	}
	defer os.RemoveAll(work)

	chain, packages, err := s.load(ctx)
	if err != nil {
		return err
	}
	binaries := s.build(ctx, chain, packages, work)
	restore, err := s.tuneMachine(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(restore(), err) }()
	s.sweep()
	site, findings, err := cell.Open(cell.Options{Limits: []cell.Limits{s.request.limits}})
	if err != nil {
		return cli.Errorf(cli.Broken, "leave the limit out, or run where tare may make cgroups (as root, or in a delegated cgroup)", "the cell: %w", err)
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	s.describe(ctx, chain, site, findings)
	if err := s.out.begin(&s.result); err != nil {
		return err
	}
	cells := runner.NewCells(site, s.request.limits, runner.Setup{
		Env: s.environment(chain), ASLR: s.request.cell.ASLR, Work: work, Events: s.events(),
	})
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	result := runner.New(runner.Options{Plan: s.request.plan, CPU: s.cpu, Args: s.binaryArgs()}, cells,
		&observer{s.out, s.result.ID, stop}).Run(measuring, binaries)
	s.result.Trials, s.result.Summaries = result.Trials, result.Summaries
	s.result.Failures = append(s.result.Failures, result.Failures...)
	s.result.Finished = time.Now()
	if err := s.out.finish(&s.result); err != nil {
		return err
	}
	if measuring.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("a trial could not be written: %w", context.Cause(measuring))
	}
	return s.status(ctx)
}

// sweep removes the cells that killed tares left. What cannot be removed does
// not hinder this run.
func (s *session) sweep() {
	swept, err := cell.Sweep(cell.Options{})
	if len(swept) > 0 {
		s.out.progress.Note(fmt.Sprintf("removed %d cells that a killed tare had left", len(swept)))
	}
	if err != nil {
		s.out.progress.Note(fmt.Sprintf("removing what a killed tare had left: %v", err))
	}
}

// load finds the toolchain and the packages.
func (s *session) load(ctx context.Context) (*build.Toolchain, []build.Package, error) {
	s.out.progress.Start()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	chain, err := build.Open(ctx, dir, filepath.Join(cache, "tare"), build.Options{Flags: s.options.build.list(), Assist: s.gcAssist})
	if err != nil {
		return nil, nil, cli.Errorf(cli.Broken, "tare needs the go command in PATH", "%w", err)
	}
	packages, tested, err := chain.Packages(ctx, s.patterns)
	if err != nil {
		return nil, nil, cli.Errorf(cli.Broken, "run tare inside a Go module, and check the patterns with `go list`", "%w", err)
	}
	if len(packages) == 0 {
		return nil, nil, cli.Errorf(cli.Broken, "a benchmark is func BenchmarkXxx(b *testing.B) in a file that ends in _test.go; name packages as for go test, such as ./...",
			"no benchmarks in %q: %d packages there have tests", s.patterns, tested)
	}
	return chain, packages, nil
}

// describe fills the run's header.
func (s *session) describe(ctx context.Context, chain *build.Toolchain, site *cell.Site, findings []record.Finding) {
	started := time.Now()
	dir, _ := os.Getwd()
	m := machine.Read(os.DirFS("/"), machine.Options{Affinity: runtime.NumCPU(), Dir: dir,
		KubernetesHost: os.Getenv("KUBERNETES_SERVICE_HOST")})
	source := gitinfo.Describe(ctx, dir)
	source.Module, source.GoVersion = chain.Module, chain.Version
	box := s.request.cell
	box.Level, box.Parent = site.Level(), site.Parent()
	before := s.result // what failed to build, and how the machine was tuned
	s.result = record.Run{
		ID:      started.UTC().Format("20060102-150405") + "-" + strconv.FormatUint(s.request.plan.Seed&0xffff|0x10000, 16)[1:],
		Started: started, Tare: cli.Version(), Args: os.Args[1:], Dir: dir, Source: source, Machine: m,
		Cell: box, Plan: s.request.plan, Tuning: before.Tuning, Failures: before.Failures,
		Findings: slices.Concat(findings, before.Findings, machinefindings.Of(m)),
	}
	if chain.HookErr != nil {
		s.result.Findings = append(s.result.Findings, unhooked("every package", chain.HookErr))
	}
}

// build builds the test binaries. What does not build is a failure of the run
// and does not keep the rest from being measured.
func (s *session) build(ctx context.Context, chain *build.Toolchain, packages []build.Package, work string) []build.Binary {
	var binaries []build.Binary
	for i, p := range packages {
		if ctx.Err() != nil {
			return nil
		}
		if p.Err != "" {
			s.fail(record.Failure{Package: p.ImportPath, Stage: "load", Outcome: record.Failed, Message: p.Err})
			continue
		}
		s.out.stage(fmt.Sprintf("building %s (%d of %d)", p.ImportPath, i+1, len(packages)))
		b, err := chain.Test(ctx, p, filepath.Join(work, strconv.Itoa(i)+".test"))
		if err != nil {
			if ctx.Err() == nil {
				s.fail(buildFailure(p, err))
			}
			continue
		}
		if !b.Hooked && chain.HookErr == nil {
			s.result.Findings = append(s.result.Findings, unhooked(p.ImportPath, b.HookErr))
		}
		binaries = append(binaries, b)
	}
	return binaries
}

func buildFailure(p build.Package, err error) record.Failure {
	f := record.Failure{Package: p.ImportPath, Stage: "build", Outcome: record.Failed, Message: err.Error()}
	if e := (*build.CommandError)(nil); errors.As(err, &e) {
		f.Message, f.Output = "the test does not build", e.Output
	}
	return f
}

func unhooked(what string, why error) record.Finding {
	return record.Finding{ID: "no-hook", Severity: record.Serious,
		What:     fmt.Sprintf("%s: package testing could not be hooked; readings cover whole processes, start-up included, and net is not known", what),
		Evidence: why.Error(),
		Fix:      "use a Go version that this tare knows (1.24 to 1.27), or a newer tare"}
}

func (s *session) fail(f record.Failure) {
	s.result.Failures = append(s.result.Failures, f)
	s.out.failed(f)
}

// environment is what test binaries get.
func (s *session) environment(chain *build.Toolchain) []string {
	env := append(chain.Env(), s.env...)
	if s.gomaxprocs > 0 {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(s.gomaxprocs))
	}
	return env
}

func (s *session) binaryArgs() []string {
	var args []string
	if s.short {
		args = append(args, "-test.short")
	}
	return append(args, s.args...)
}

// events asks once which perf events there are, so that trials open only
// those.
func (s *session) events() []record.Metric {
	var there []record.Metric
	s.result.Probes = record.Readings{}
	for _, m := range perf.Events {
		f, reading := perf.Open(m)
		if !reading.OK() {
			s.result.Probes[m] = reading
			continue
		}
		f.Close()
		there = append(there, m)
	}
	return there
}

// status turns the result into an exit status.
func (s *session) status(ctx context.Context) error {
	switch {
	case ctx.Err() != nil && s.out.store != nil:
		return cli.Errorf(cli.Broken, "what was measured so far is stored", "interrupted")
	case ctx.Err() != nil:
		return cli.Errorf(cli.Broken, "", "interrupted")
	case len(s.result.Failures) > 0:
		return cli.Quiet(cli.Broken)
	case len(s.result.Summaries) == 0:
		return cli.Errorf(cli.Broken, "list them with `go test -list .`", "no benchmark matches -bench=%s", s.bench)
	}
	for _, sum := range s.result.Summaries {
		if sum.Stop == record.StopPolluted {
			return cli.Quiet(cli.Contaminated)
		}
	}
	return nil
}
