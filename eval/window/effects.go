package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tare/internal/record"
)

// effect is a change: of the code, of a setting, or none.
type effect struct {
	name, bench string
	old, new    code
	settings    []setting // of new
}

// setting is a key of tare compare's, which is an environment variable in capitals.
type setting struct{ key, value string }

// usual is the code that the effects start from.
var usual = code{Work: 500, Allocs: 4}

// allEffects are in the order of reports.
var allEffects = append(append(pace("Garbage", "little alive"), pace("GarbageLive60", "60 MB alive")...),
	append(append(append(work("PlainN", "b.N"), work("SetupN", "b.N after 5 ms")...), work("SetupLazy", "b.Loop, 5 ms in it")...),
		effect{name: "an allocation more", bench: "Objects", old: usual, new: code{Work: 500, Allocs: 5}},
		effect{name: "an allocation less", bench: "Objects", old: usual, new: code{Work: 500, Allocs: 3}},
		effect{name: "a sync.Pool added", bench: "Buffer", old: usual, new: code{Work: 500, Allocs: 4, Pool: true}},
	)...)

// pace changes the collector's pace. GOGC=off comes with a limit: without one, 5 s
// would take 10 GB.
func pace(bench, what string) (all []effect) {
	for _, settings := range [][]setting{
		{{"gogc", "100"}}, {{"gogc", "50"}}, {{"gogc", "400"}},
		{{"gogc", "off"}, {"gomemlimit", "1GiB"}}, {{"gomemlimit", "100MiB"}},
	} {
		var names []string
		for _, s := range settings {
			names = append(names, strings.ToUpper(s.key)+"="+s.value)
		}
		name := fmt.Sprintf("98 KB/op, %s: %s", what, strings.Join(names, " "))
		all = append(all, effect{name: name, bench: bench, old: usual, new: usual, settings: settings})
	}
	return all
}

// work changes how much there is to do in an op.
func work(bench, what string) (all []effect) {
	for _, factor := range []float64{1.03, 1.1, 3} {
		all = append(all, effect{name: fmt.Sprintf("op × %g, %s", factor, what), bench: bench, old: usual, new: usual.times(factor)})
	}
	return all
}

func (c code) times(factor float64) code {
	c.Work = int(float64(c.Work)*factor + 0.5)
	return c
}

// env returns the settings as the environment of new.
func (e effect) env() (all []string) {
	for _, s := range e.settings {
		all = append(all, strings.ToUpper(s.key)+"="+s.value)
	}
	return all
}

func (s *stage) sides(ctx context.Context, e effect) (old, new place, err error) {
	if old, err = s.module(ctx, e.old); err == nil {
		new, err = s.module(ctx, e.new)
	}
	return old, new, err
}

// visitTruth measures both sides in truth, in the order of a coin.
func (e effect) visitTruth(ctx context.Context, s *stage, v *visit) error {
	old, new, err := s.sides(ctx, e)
	if err != nil {
		return err
	}
	v.Truth = make([]truth, 2)
	return inAnyOrder(func() (err error) {
		v.Truth[0], err = s.truth(ctx, old, e.bench, 0)
		return err
	}, func() (err error) {
		v.Truth[1], err = s.truth(ctx, new, e.bench, 0, e.env()...)
		return err
	})
}

// visitVerdict asks tare compare.
func (e effect) visitVerdict(ctx context.Context, s *stage, v *visit) error {
	o, err := s.compare(ctx, s.tare, e, s.flags)
	v.Verdict = &o
	return err
}

// Exit statuses of tare compare that come with a report.
var answered = []int{1, 3, contaminated, failed}

// compare lets a tare compare both sides. The flags are further ones.
func (s *stage) compare(ctx context.Context, tare string, e effect, flags []string) (outcome, error) {
	old, new, err := s.sides(ctx, e)
	if err != nil {
		return outcome{}, err
	}
	with := func(pattern string) command {
		argv := []string{tare, "compare", "-json", "-store=off", "-bench=" + pattern, "-max-time=" + s.maxTime.String()}
		for _, set := range e.settings {
			argv = append(argv, "-new-"+set.key+"="+set.value)
		}
		return command{argv: append(append(argv, flags...), old.dir, new.dir), dir: old.dir, good: answered}
	}
	build, err := s.building(ctx, with)
	if err != nil {
		return outcome{}, err
	}
	r, err := s.run(ctx, with(pattern(e.bench)))
	if err != nil {
		return outcome{}, err
	}
	o, err := readOutcome(r.out)
	o.spending = spending{CPU: r.cpu, Build: build}
	return o, err
}

// readOutcome reads what tare compare says of the only benchmark.
func readOutcome(text []byte) (outcome, error) {
	var c record.Comparison
	if err := json.Unmarshal(text, &c); err != nil {
		return outcome{}, fmt.Errorf("reading tare's report: %w", err)
	}
	if len(c.Benchmarks) != 1 || len(c.Benchmarks[0].Changes) != 1 {
		return outcome{}, fmt.Errorf("tare compared nothing: %w", whyNot(c.Failures))
	}
	b := c.Benchmarks[0]
	change := b.Changes[0]
	o := outcome{Verdict: change.Verdict, Why: change.Why, Metric: b.Metric, Ratio: change.Ratio.Center, Rounds: b.Rounds}
	if change.Ratio.Confidence > 0 {
		o.Lo, o.Hi = change.Ratio.Lo, change.Ratio.Hi
	}
	return o, nil
}
