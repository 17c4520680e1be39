package compare

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/engine/tune"
	"tare/internal/record"
)

// options are the command line of `tare compare`, as typed.
type options struct {
	workload flags.Workload
	build    flags.Build
	box      flags.Cell
	tune     tune.Knobs
	sides    flags.Sides

	alpha            string
	metrics, margin  []string
	allowMissing     bool
	count, maxRounds int
	maxTime          time.Duration
	budget           time.Duration // of -for
	resume           string        // what to go on with
	floor, profile   bool
	detail           flags.Detail
	listing          flags.Listing
	confirm          bool
	layouts          int
	across           []string
	filter, col, row string
	seed             uint64

	format, out, html, markdown, store, save string
	json                                     flags.JSON

	arguments []string // sides and packages
	given     []string // names of the flags that the user gave
}

// differences are what -across can name.
var differences = []string{"cpu", "go"}

// plan checks the options and turns them into a plan. Every error is a usage
// error.
func (o *options) plan() (record.ComparisonPlan, error) {
	p := record.ComparisonPlan{Bench: o.workload.Bench, MaxTime: o.maxTime, For: o.budget, Floor: o.floor,
		Layouts: o.layouts, Confirm: o.confirm, Timeout: o.workload.Timeout, Seed: o.seed}
	if o.layouts == 0 { // rounds bring no more of those, so there is no going on
		p.Kept = stats.Kept
	}
	if p.Seed == 0 {
		p.Seed = rand.Uint64N(1 << 32) // short enough to type again
	}
	var err error
	if p.Benchtime, p.Iters, err = o.workload.Resolve(); err != nil {
		return p, err
	}
	if p.Metric, err = o.units(); err != nil {
		return p, err
	}
	if p.Margin, p.Margins, err = o.margins(); err != nil {
		return p, err
	}
	if p.Alpha, err = flags.Percent("-alpha", o.alpha); err != nil {
		return p, err
	}
	for _, what := range o.across {
		if !slices.Contains(differences, what) {
			return p, exit.Errorf(exit.Usage, "", "-across %q: %s", what, strings.Join(differences, " or "))
		}
	}
	p.Looks, err = o.looks()
	return p, err
}

// minLayouts is how many layouts it takes for their signs to tell anything of one
// benchmark: half the error rate of 5 % at each of three looks is more than 2⁻⁸.
const minLayouts = 8

// looks plans when to look.
func (o *options) looks() ([]int, error) {
	switch {
	case o.count < 0:
		return nil, exit.Errorf(exit.Usage, "", "-count %d: must not be negative", o.count)
	case o.maxRounds < 1:
		return nil, exit.Errorf(exit.Usage, "", "-max-rounds %d: at least 1", o.maxRounds)
	case o.maxTime < 0:
		return nil, exit.Errorf(exit.Usage, "", "-max-time %s: must not be negative", o.maxTime)
	case o.budget < 0:
		return nil, exit.Errorf(exit.Usage, "", "-for %s: must not be negative", o.budget)
	case o.layouts != 0 && o.layouts < minLayouts:
		return nil, exit.Errorf(exit.Usage, "each layout counts once, whatever the number of rounds", "-layouts %d: at least %d", o.layouts, minLayouts)
	case o.layouts > o.maxRounds && o.count == 0:
		return nil, exit.Errorf(exit.Usage, "", "-layouts %d: needs a round for each, and -max-rounds is %d", o.layouts, o.maxRounds)
	case o.layouts > 0 && o.count > 0 && o.count%o.layouts != 0:
		return nil, exit.Errorf(exit.Usage, "each layout gets the same number of rounds", "-count %d is not a multiple of -layouts %d", o.count, o.layouts)
	case o.count > 0:
		return []int{o.count}, nil
	case o.layouts > 0:
		return stats.LayoutLooks(o.layouts, o.maxRounds), nil
	}
	return stats.Looks(o.maxRounds), nil
}
