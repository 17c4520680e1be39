package compare

import (
	"context"
	"slices"
	"time"

	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// copyShare is the share of the rounds in which a copy of the base takes part, to
// tell whether equals come out equal.
const copyShare = 0.1

// rounds runs the rounds and concludes. What became of changes is looked into
// afterwards.
func (e *engine) rounds(ctx context.Context, arms []rounds.Variant) error {
	c := &e.result
	rules := rulesOf(*c)
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	options := rounds.Options{Trial: e.trials(), Seed: c.Plan.Seed, MaxRounds: c.Plan.Looks[len(c.Plan.Looks)-1],
		MaxTime: c.Plan.MaxTime, CopyShare: copyShare, Budget: e.Budget, Forecast: e.sink.Forecast}
	if c.Plan.Floor {
		options.CopyShare = 1
	}
	judge := verdict.NewJudge(rules, e.takeUp(&options)...)
	result := rounds.New(options, arms, judge, bench.Observe(&watched{Sink: e.sink, judge: judge, outlook: Outlook{Pairs: c.Most(), Margin: c.Plan.Margin}}, stop)).Run(measuring)
	c.Trials, c.Unmatched = e.pooled(result.Trials), slices.DeleteFunc(result.Unmatched, e.unbuilt)
	c.Failures, c.Skipped = append(c.Failures, result.Failures...), result.Skipped
	var benchmarks []verdict.Benchmark
	for _, b := range result.Benchmarks {
		benchmarks = append(benchmarks, verdict.Benchmark{Name: b.Name, Stop: b.Stop, Trials: b.Trials})
	}
	rules.Conclude(c, benchmarks)
	e.confirm(measuring, rules, arms)
	e.keepProfiles()
	if e.Profile {
		e.profiles(measuring, arms)
	}
	c.Finished = time.Now()
	if n := len(c.Sessions); n > 0 {
		c.Sessions[n-1].Finished = c.Finished
	}
	return bench.Unwritten(ctx, measuring)
}

// watched is a sink that is told of the outlook as soon as the judge knows it.
type watched struct {
	Sink
	judge   *verdict.Judge
	outlook Outlook
	told    bool
}

// Next implements bench.Sink.
func (w *watched) Next(b record.Benchmark, p rounds.Progress) {
	if change, known := w.judge.Outlook(); known && !w.told {
		w.told, w.outlook.Change = true, change
		w.Looked(w.outlook)
	}
	w.Sink.Next(b, p)
}

// unbuilt reports whether a side lacks the benchmark because its package does not
// build there, which is a failure already.
func (e *engine) unbuilt(u record.Unmatched) bool {
	return slices.ContainsFunc(e.result.Failures, func(f record.Failure) bool {
		return f.Package == u.Benchmark.Package && slices.Contains(u.Missing, f.Variant)
	})
}

// trials are the options of all trials.
func (e *engine) trials() trial.Options {
	p := e.result.Plan
	return trial.Options{Bench: p.Bench, Benchtime: p.Benchtime, Iters: p.Iters, Timeout: p.Timeout, CPU: e.CPU, Args: e.BinaryArgs}
}
