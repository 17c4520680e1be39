package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"tare/eval/rawfile"
)

// comparison is one line of the raw file.
type comparison struct {
	label
	outcome
	Effect float64 `json:"effect"` // the truth: new ÷ old − 1
	usage
	Build  float64 `json:"build,omitempty"` // CPU seconds of it that building took
	Failed string  `json:"failed,omitempty"`
}

// live makes the comparisons that the raw file does not have yet.
func live(ctx context.Context, b *bench, o options) error {
	done, err := rawfile.Read[comparison](o.raw)
	if err != nil {
		return err
	}
	todo := remaining(o, done)
	log.Printf("%d comparisons to make, %d made before", len(todo), len(done))
	if len(todo) == 0 {
		return nil
	}
	if err := b.pilot(ctx); err != nil {
		return fmt.Errorf("pilot: %w", err)
	}
	for i, started := 0, time.Now(); i < len(todo) && (o.limit == 0 || time.Since(started) < o.limit); i++ {
		c := b.measure(ctx, todo[i])
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		log.Printf("%d of %d: %v: %s %.3f (%.3f–%.3f), %.1f s CPU%s", i+1, len(todo), c.label, c.Verdict, c.Ratio, c.Lo, c.Hi, c.CPU, c.Failed)
		if err := rawfile.Append(o.raw, c); err != nil {
			return err
		}
	}
	return nil
}

func remaining(o options, done []comparison) (todo []setup) {
	known := map[label]bool{}
	for _, c := range done {
		known[c.label] = true
	}
	for repeat := range o.repeats {
		for _, s := range shuffled(o.seed, repeat) {
			if l := s.label(); !known[l] && o.only.MatchString(l.String()) {
				todo = append(todo, s)
			}
		}
	}
	return todo
}

// measure makes one comparison. One that fails is recorded as such.
func (b *bench) measure(ctx context.Context, s setup) comparison {
	c := comparison{label: s.label(), Effect: s.pair.effect}
	t := &task{bench: b, setup: s}
	err := s.condition.beside(func() (err error) {
		c.outcome, err = s.contestant.compare(ctx, t)
		return err
	})
	if err != nil {
		c.Failed = err.Error()
	}
	if s.contestant.builds {
		c.Build = b.build
	}
	c.usage = t.spent
	return c
}
