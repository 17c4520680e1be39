package sweep

import (
	"math/rand/v2"
	"strings"
	"time"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/engine/tune"
	"tare/internal/record"
)

// options are the command line of `tare sweep`, as typed.
type options struct {
	grid  flags.Grid
	aslr  string
	work  flags.Workload
	build flags.Build
	tune  tune.Knobs

	metric, margin, alpha string
	maxRounds             int
	maxTime               time.Duration
	limit                 time.Duration // of -for
	seed                  uint64

	format, out, html, markdown, store, save string
	json                                     flags.JSON
	detail                                   flags.Detail

	patterns []string
	command  []string // in place of packages; nil without
}

// subject tells packages from a command: dash is how many arguments stand before "--", −1
// without.
func (o *options) subject(args []string, dash int) error {
	const hint = "tare sweep [flags] -- command args"
	switch {
	case dash > 0:
		return exit.Errorf(exit.Usage, hint, "%s names packages, and a command behind -- takes their place", strings.Join(args[:dash], " "))
	case dash == 0 && len(args) == 0:
		return exit.Errorf(exit.Usage, hint, "there is no command behind --")
	case dash == 0:
		o.command = args
	case len(args) == 0:
		o.patterns = []string{"."}
	default:
		o.patterns = args
	}
	return nil
}

// plan checks the options and turns them into a plan. Every error is a usage error.
func (o *options) plan() (p record.SweepPlan, err error) {
	p = record.SweepPlan{Bench: o.work.Bench, Packages: o.patterns, Command: o.command, Metric: o.metric, Looks: []int{o.maxRounds},
		MaxTime: o.maxTime, For: o.limit, Timeout: o.work.Timeout, Seed: o.seed}
	if p.Seed == 0 {
		p.Seed = rand.Uint64N(1 << 32) // short enough to type again
	}
	if p.Benchtime, p.Iters, err = o.work.Resolve(); err != nil {
		return p, err
	}
	if o.command != nil { // how long it runs is its own matter
		p.Bench, p.Benchtime = "", 0
	}
	if p.Margin, err = flags.Percent("-margin", o.margin); err != nil {
		return p, err
	}
	if p.Alpha, err = flags.Percent("-alpha", o.alpha); err != nil {
		return p, err
	}
	switch {
	case o.metric == "" || strings.ContainsAny(o.metric, " \t=,"):
		return p, exit.Errorf(exit.Usage, "write one unit as results have it, such as ns/op", "-metric %q: not a unit", o.metric)
	case o.maxRounds < 1:
		return p, exit.Errorf(exit.Usage, "", "-max-rounds %d: at least 1", o.maxRounds)
	case o.maxTime < 0:
		return p, exit.Errorf(exit.Usage, "", "-max-time %s: must not be negative", o.maxTime)
	case o.limit < 0:
		return p, exit.Errorf(exit.Usage, "", "-for %s: must not be negative", o.limit)
	}
	return p, nil
}
