// Package compare is the engine of `tare compare` where it measures: variants of the
// same benchmarks in rounds of fresh processes, until each has its verdict. (Results
// that exist already are package results.)
package compare

import (
	"context"
	"errors"
	"slices"
	"time"

	"tare/internal/analysis/findings"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/engine/tune"
	"tare/internal/measure/cell"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Run compares the variants by rounds. It returns all that it has also with an error,
// and when ctx ends. What does not build or fails is in the result, and keeps nothing
// else from being measured.
func Run(ctx context.Context, q Request, sink Sink) (record.Comparison, error) {
	e := &engine{Request: q, sink: sink, variants: q.all(), result: q.Head}
	err := e.run(ctx)
	return e.result, err
}

// engine is one comparison, or one session of it.
type engine struct {
	Request
	sink     Sink
	variants []Variant
	earlier  *record.Comparison // what it goes on with
	result   record.Comparison  // filled as it becomes known
	shop     *workshop
}

func (e *engine) run(ctx context.Context) (err error) {
	if e.Session != nil {
		err = e.goOn()
	} else {
		e.result.Design = record.Paired
		e.spanPeriods()
	}
	if err != nil {
		return err
	}
	if e.result.Plan.Floor && e.variants[0].From.Kind == Binary {
		return exit.Errorf(exit.Usage, buildHint, "-floor: a test binary cannot be linked again")
	}
	e.shop = &workshop{cwd: e.Head.Dir, work: e.Temp, cache: bench.Cache(e.Temp, e.sink.Note), patterns: e.result.Plan.Packages,
		layouts: e.result.Plan.Layouts, seed: e.result.Plan.Seed, stage: e.sink.Stage, failed: e.fail}
	defer func() { err = errors.Join(err, e.shop.close(context.WithoutCancel(ctx))) }()
	if err := e.prepare(ctx); err != nil {
		return err
	}
	standing, found := tune.Standing(&e.Tune)
	e.result.Standing = standing
	e.find(found)
	if e.Tune.Profile != "" {
		e.sink.Stage("tuning the machine")
		t, finding, restore, failed := tune.Set(ctx, &e.Tune, e.args(), e.sink.Note)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(restore(), err) }()
		e.result.Tuning, e.result.Findings = &t, append(e.result.Findings, finding)
	}
	return e.inCells(ctx)
}

// prepare builds the variants, and refuses those that are none of this comparison.
func (e *engine) prepare(ctx context.Context) error {
	if err := e.shop.prepare(ctx, e.variants); err != nil {
		return err
	}
	e.find(e.shop.findings)
	if err := e.sameToolchain(); err != nil {
		return err
	}
	if err := fingerprint(e.variants); err != nil {
		return err
	}
	if e.earlier != nil {
		return unchanged(e.earlier.Variants, e.variants, e.Salt)
	}
	return nil
}

// args is the command line of this session, without secrets, for others who wait.
func (e *engine) args() []string {
	if e.Session != nil {
		return e.Session.Args
	}
	return e.Head.Args
}

// inCells finds a place for cells and runs the comparison there.
func (e *engine) inCells(ctx context.Context) (err error) {
	bench.Sweep(ctx, e.args(), e.sink.Note)
	var limits []cell.Limits
	for _, v := range e.variants {
		limits = append(limits, v.Limits)
	}
	site, found, err := bench.OpenSite(ctx, e.args(), limits...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	e.describe(site, found)
	if err := e.sink.Begin(e.result); err != nil {
		return err
	}
	var events []record.Metric
	events, e.result.Probes = bench.Events()
	arms := make([]rounds.Variant, len(e.variants))
	for i, v := range e.variants {
		arms[i] = rounds.Variant{Role: v.Role, Binaries: v.binaries,
			Exec: trial.NewCells(site, v.Limits, trial.Setup{Env: v.env, ASLR: v.Cell.ASLR, Work: e.Temp, Events: events})}
	}
	return e.rounds(ctx, arms)
}

// describe fills in what the comparison is of.
func (e *engine) describe(site *cell.Site, found []record.Finding) {
	c := &e.result
	c.Owner = owner()
	if e.earlier != nil {
		e.find(found)
		return
	}
	c.Started = time.Now()
	c.ID = bench.ID(c.Started, c.Plan.Seed)
	c.Machine = bench.Machine(c.Dir)
	for _, v := range e.variants {
		v.Cell.Level, v.Cell.Parent = site.Level(), site.Parent()
		c.Variants = append(c.Variants, v.recorded(e.Salt))
	}
	c.Findings = slices.Concat(found, c.Findings, findings.Of(c.Machine))
}

// fail notes a failure; an earlier session may have had the same.
func (e *engine) fail(f record.Failure) {
	if !slices.Contains(e.result.Failures, f) {
		e.result.Failures = append(e.result.Failures, f)
	}
	e.sink.Failed(f)
}

// find adds findings to those that there are; earlier sessions may have had the same.
func (e *engine) find(found []record.Finding) {
	for _, f := range found {
		same := func(is record.Finding) bool { return is.ID == f.ID && is.What == f.What }
		if !slices.ContainsFunc(e.result.Findings, same) {
			e.result.Findings = append(e.result.Findings, f)
		}
	}
}
