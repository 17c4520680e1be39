package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"time"

	"tare/internal/record/unit"
)

// task is one round of one subject to observe.
type task struct {
	key
	do func(context.Context, *stage, *visit) error
}

// plan returns all rounds of everything, each round in an order of its own.
func plan(o options) (all []task) {
	for round := range max(o.rounds, o.compares) {
		var some []task
		add := func(part, subject string, rounds int, do func(context.Context, *stage, *visit) error) {
			if round < rounds {
				some = append(some, task{key{part, subject, round}, do})
			}
		}
		for _, t := range targets(o.cgo) {
			add(values, t.String(), o.rounds, t.visit)
		}
		for _, e := range allEffects {
			add(effects, e.name, o.rounds, e.visitTruth)
			add(verdicts, e.name, o.compares, e.visitVerdict)
		}
		if o.against != "" {
			for _, e := range costEffects {
				add(costs, e.name, o.rounds, e.visitCost)
			}
		}
		r := rand.New(rand.NewPCG(o.seed, uint64(round)))
		r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		all = append(all, some...)
	}
	return all
}

// remaining leaves out what has been observed and what is not wanted. What failed
// is tried again.
func remaining(all []task, done []visit, only *regexp.Regexp) (todo []task) {
	known := map[key]bool{}
	for _, v := range done {
		if v.Failed == "" {
			known[v.key] = true
		}
	}
	for _, t := range all {
		if !known[t.key] && only.MatchString(t.key.String()) {
			todo = append(todo, t)
		}
	}
	return todo
}

// About what a task takes, in seconds and in windows of the truth: go test comes to
// its window by shorter ones, which take about a third of it.
var takes = map[string]struct{ fixed, windows float64 }{
	values: {3.5, 1.3}, effects: {0.3, 2.6}, verdicts: {15, 0}, costs: {20, 0},
}

// listing prints the subjects with the number of rounds that are left, and how long
// they take.
func listing(todo []task, benchtime time.Duration) string {
	var b strings.Builder
	left := map[string]int{}
	for _, t := range todo {
		left[t.key.String()]++
	}
	total := 0.0
	for _, t := range todo {
		name := t.key.String()
		if n := left[name]; n > 0 {
			fmt.Fprintf(&b, "%3d × %s\n", n, name)
			delete(left, name)
		}
		c := takes[t.Part]
		total += c.fixed + c.windows*benchtime.Seconds()
	}
	fmt.Fprintf(&b, "%d rounds of subjects, about %s\n", len(todo), unit.Duration(time.Duration(total*float64(time.Second))))
	return b.String()
}
