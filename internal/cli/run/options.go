package run

import (
	"math/rand/v2"
	"time"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/run"
	"tare/internal/engine/tune"
	"tare/internal/record"
)

// options are the command line of `tare run`, as typed.
type options struct {
	work     flags.Workload
	count    int
	gcAssist bool
	build    flags.Build
	box      flags.Cell
	tune     tune.Knobs

	// When to stop.
	target, maxCV        string
	minRounds, maxRounds int
	maxTime              time.Duration
	limit                time.Duration // of -for
	seed                 uint64

	// Output.
	format, out, html, store, save string
	json                           flags.JSON
	detail                         flags.Detail
	listing                        flags.Listing

	patterns []string
}

// resolve checks the options and turns them into a request. Every error is a
// usage error.
func (o *options) resolve() (q engine.Request, err error) {
	plan := record.Plan{Bench: o.work.Bench, Packages: o.patterns, MinRounds: o.minRounds, MaxRounds: o.maxRounds,
		MaxTime: o.maxTime, For: o.limit, Timeout: o.work.Timeout, Seed: o.seed}
	if plan.Seed == 0 {
		plan.Seed = rand.Uint64N(1 << 32) // short enough to type again
	}
	if err := o.resolveRounds(&plan); err != nil {
		return q, err
	}
	if plan.Benchtime, plan.Iters, err = o.work.Resolve(); err != nil {
		return q, err
	}
	if plan.Target, err = flags.Percent("-target", o.target); err != nil {
		return q, err
	}
	if plan.MaxCV, err = flags.Percent("-max-cv", o.maxCV); err != nil {
		return q, err
	}
	if err := flags.CheckTune(&o.tune, &o.box.CPUs); err != nil {
		return q, err
	}
	q.Head.Plan = plan
	q.Head.Cell, q.Limits, err = o.box.Resolve()
	return q, err
}

func (o *options) resolveRounds(p *record.Plan) error {
	if o.count > 0 {
		p.MinRounds, p.MaxRounds = o.count, o.count
	}
	switch {
	case o.count < 0:
		return exit.Errorf(exit.Usage, "", "-count %d: must not be negative", o.count)
	case o.maxTime < 0:
		return exit.Errorf(exit.Usage, "", "-max-time %s: must not be negative", o.maxTime)
	case o.limit < 0:
		return exit.Errorf(exit.Usage, "", "-for %s: must not be negative", o.limit)
	case p.MinRounds < 1:
		return exit.Errorf(exit.Usage, "", "-min-rounds %d: at least 1", p.MinRounds)
	case p.MaxRounds < p.MinRounds:
		return exit.Errorf(exit.Usage, "", "-max-rounds %d is less than -min-rounds %d", p.MaxRounds, p.MinRounds)
	}
	return nil
}
