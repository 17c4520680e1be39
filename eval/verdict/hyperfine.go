package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"

	"tare/internal/record"
)

// runs is how often hyperfine runs each command, after a warm-up. By itself it
// would go on for 3 s, and for at least 10 runs: with the usual budget, as many.
const runs = 20

// hyperfine times whole processes that do a fixed number of ops. It prints the
// ratio of the means ± a standard deviation, propagated from those of the two
// sides; what lies 1.96 of them from 1 counts as changed.
func hyperfine(ctx context.Context, t *task) (outcome, error) {
	results, err := os.CreateTemp("", "hyperfine-*.json")
	if err != nil {
		return outcome{}, err
	}
	defer os.Remove(results.Name())
	defer results.Close()
	ops := max(1, t.budget.Seconds()/(2*(runs+1))/t.op[t.kind.name])
	argv := []string{"hyperfine", "-N", "--style=none", "--warmup=1", fmt.Sprintf("--runs=%d", runs), "--export-json", results.Name()}
	for _, effect := range []float64{0, t.pair.effect} {
		argv = append(argv, fmt.Sprintf("env %s '%s' -test.run=NoSuch '-test.bench=%s' -test.benchtime=%.0fx",
			work(effect), t.binary, t.kind.pattern(), ops))
	}
	if _, err := t.run(ctx, program{argv: argv}); err != nil {
		return outcome{}, err
	}
	var report struct {
		Results []struct{ Mean, Stddev float64 }
	}
	if err := json.NewDecoder(results).Decode(&report); err != nil {
		return outcome{}, fmt.Errorf("reading hyperfine's results: %w", err)
	}
	if len(report.Results) != 2 {
		return outcome{}, fmt.Errorf("hyperfine has %d results, want 2", len(report.Results))
	}
	was, is := report.Results[0], report.Results[1]
	return beyond(is.Mean/was.Mean, math.Hypot(was.Stddev/was.Mean, is.Stddev/is.Mean)), nil
}

// beyond judges a ratio by its relative standard deviation.
func beyond(ratio, deviation float64) outcome {
	reach := 1.96 * ratio * deviation
	o := outcome{Verdict: record.Inconclusive, Ratio: ratio, Rounds: runs}
	if math.Abs(ratio-1) > reach {
		o.Verdict = changed(ratio)
	}
	return o.interval(ratio-reach, ratio+reach)
}
