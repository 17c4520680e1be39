package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"tare/internal/record"
)

// Exit statuses of tare compare that come with a verdict.
var verdicts = []int{1, 3, 4}

// tare is tare compare as it comes, with as many rounds as the budget allows.
func tare(ctx context.Context, t *task) (outcome, error) {
	rounds := int(t.budget.Seconds() / t.round[t.kind.name])
	return t.tareCompare(ctx, fmt.Sprintf("-max-rounds=%d", rounds))
}

func (t *task) tareCompare(ctx context.Context, rounds string) (outcome, error) {
	out, err := t.run(ctx, t.compareCommand(t.kind.pattern(), "-old-env="+work(0), "-new-env="+work(t.pair.effect), rounds), verdicts...)
	if err != nil {
		return outcome{}, err
	}
	var c record.Comparison
	if err := json.Unmarshal(out, &c); err != nil {
		return outcome{}, fmt.Errorf("reading tare's report: %w", err)
	}
	return verdictOf(c)
}

func (b *bench) compareCommand(pattern string, flags ...string) program {
	argv := append([]string{b.tare, "compare", "-json", "-store=off", "-bench=" + pattern}, flags...)
	return program{argv: append(argv, ".", "."), dir: b.kinds}
}

// verdictOf is what tare says of the only benchmark.
func verdictOf(c record.Comparison) (outcome, error) {
	if len(c.Benchmarks) != 1 || len(c.Benchmarks[0].Changes) != 1 {
		var why []string
		for _, f := range c.Failures {
			why = append(why, f.Message)
		}
		return outcome{}, errors.New("tare compared nothing: " + strings.Join(why, "; "))
	}
	change := c.Benchmarks[0].Changes[0]
	o := outcome{Verdict: change.Verdict, Ratio: change.Ratio.Center, Rounds: c.Benchmarks[0].Rounds}
	if change.Ratio.Confidence > 0 {
		o = o.interval(change.Ratio.Lo, change.Ratio.Hi)
	}
	return o, nil
}
