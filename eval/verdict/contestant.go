package main

import (
	"context"
	"math"
	"time"

	"tare/internal/record"
)

// outcome is what one comparison came to.
type outcome struct {
	Verdict record.Verdict `json:"verdict"`
	// Ratio is new ÷ old, with the interval that the contestant prints or that
	// what it prints comes to. Both ends are 0 when there is none.
	Ratio  float64 `json:"ratio"`
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	Rounds int     `json:"rounds"` // measurements of each side
}

// interval keeps one with finite ends: JSON knows no others.
func (o outcome) interval(lo, hi float64) outcome {
	if !math.IsInf(lo, 0) && !math.IsInf(hi, 0) {
		o.Lo, o.Hi = lo, hi
	}
	return o
}

// changed is the verdict on a significant change.
func changed(ratio float64) record.Verdict {
	if ratio < 1 {
		return record.Faster
	}
	return record.Slower
}

// contestant is a way to compare two variants.
type contestant struct {
	name    string
	compare func(context.Context, *task) (outcome, error)
	builds  bool // what it compares; the others run a binary that is there
}

// The contestants' rules are stated where they judge.
var contestants = []contestant{
	{name: "benchstat", compare: sequential},
	{name: "benchstat, interleaved", compare: interleaved},
	{name: "hyperfine", compare: hyperfine},
	{name: "tare", compare: tare, builds: true},
}

// task is one comparison to make, with everything that a contestant may use.
type task struct {
	*bench
	setup
	spent usage
}

// bench is what all tasks share.
type bench struct {
	box    *box
	binary string // of kinds, built by go test -c
	kinds  string // its folder
	tare   string // tare's binary
	budget time.Duration
	build  float64            // CPU seconds that tare compare takes to find out that there is nothing to measure
	op     map[string]float64 // CPU seconds of an op, by kind
	round  map[string]float64 // CPU seconds of a round of tare's, by kind
}

// run runs a program at the contestant's expense.
func (t *task) run(ctx context.Context, p program, good ...int) ([]byte, error) {
	out, spent, err := t.box.run(ctx, t.condition.limits, p, good...)
	t.spent.add(spent)
	return out, err
}
