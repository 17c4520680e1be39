package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"

	"tare/internal/record"
)

// samples is how often each side is measured: what benchstat's documentation
// recommends at least.
const samples = 10

// overhead is what package testing takes to find the number of iterations, and
// then measures beyond -benchtime, as a factor. Neighbours and quotas change it
// little: the runs that it predicts from are too short to be hit.
const overhead = 1.3

// sequential is go test -count=10 on one side, then on the other.
func sequential(ctx context.Context, t *task) (outcome, error) {
	var sides [2][]float64
	for i, effect := range []float64{0, t.pair.effect} {
		var err error
		if sides[i], err = t.goTest(ctx, effect, samples); err != nil {
			return outcome{}, err
		}
	}
	return benchstat(sides[0], sides[1]), nil
}

// interleaved is go test -count=1, ten times each side in turn.
func interleaved(ctx context.Context, t *task) (outcome, error) {
	var sides [2][]float64
	for range samples {
		for i, effect := range []float64{0, t.pair.effect} {
			values, err := t.goTest(ctx, effect, 1)
			if err != nil {
				return outcome{}, err
			}
			sides[i] = append(sides[i], values...)
		}
	}
	return benchstat(sides[0], sides[1]), nil
}

// goTest runs the test binary as go test would, and returns its times per op. The
// windows are as long as the budget allows.
func (t *task) goTest(ctx context.Context, effect float64, count int) ([]float64, error) {
	window := t.budget.Seconds() / (2 * samples * overhead) / float64(t.kind.threads)
	out, err := t.run(ctx, program{
		argv: []string{t.binary, "-test.run=NoSuch", "-test.bench=" + t.kind.pattern(),
			fmt.Sprintf("-test.benchtime=%v", time.Duration(window*float64(time.Second))), fmt.Sprintf("-test.count=%d", count)},
		env: []string{work(effect)},
	})
	if err != nil {
		return nil, err
	}
	values, err := valuesOf(out, "sec/op")
	if err == nil && len(values) != count {
		err = fmt.Errorf("%d results of %s, want %d", len(values), t.kind.name, count)
	}
	return values, err
}

// valuesOf reads the values in a unit from text in the Go benchmark format.
func valuesOf(text []byte, unit string) (values []float64, err error) {
	r := benchfmt.NewReader(bytes.NewReader(text), "go test")
	for r.Scan() {
		if result, ok := r.Result().(*benchfmt.Result); ok {
			if v, ok := result.Value(unit); ok {
				values = append(values, v)
			}
		}
	}
	return values, r.Err()
}

// benchstat judges with benchstat's own library and defaults: changed when the
// Mann–Whitney test says p < 0.05, by the ratio of the medians. It prints an
// interval of each median and none of the change; the one taken here is what the
// two admit together, which is wide.
func benchstat(base, contender []float64) outcome {
	a, b := benchmath.NewSample(base, &benchmath.DefaultThresholds), benchmath.NewSample(contender, &benchmath.DefaultThresholds)
	was := benchmath.AssumeNothing.Summary(a, record.Confidence)
	is := benchmath.AssumeNothing.Summary(b, record.Confidence)
	o := outcome{Verdict: record.Inconclusive, Ratio: is.Center / was.Center, Rounds: len(base)}
	if test := benchmath.AssumeNothing.Compare(a, b); test.P < test.Alpha {
		o.Verdict = changed(o.Ratio)
	}
	return o.interval(is.Lo/was.Hi, is.Hi/was.Lo)
}
