package compare

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/measure/build"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// doubt is a change that is to be confirmed: the k-th of the i-th benchmark.
type doubt struct{ i, k int }

// confirm holds changes against what they may come from besides the code. Where
// both sides run the same machine code, it is no change of the code; what is small
// has to be found in other link orders as well.
func (e *engine) confirm(ctx context.Context, rules verdict.Rules, arms []rounds.Variant) {
	if !e.result.Plan.Confirm || ctx.Err() != nil {
		return
	}
	var open []doubt
	codes := machineCode{}
	for i, b := range e.result.Benchmarks {
		for k := range b.Changes {
			change := &b.Changes[k]
			base, v := e.variants[0], e.variants[change.Variant]
			if !verdict.Doubts(*change, b.Metric) || !onlyCode(base, v) {
				continue
			}
			e.sink.Stage("comparing the machine code of " + b.Benchmark.Name)
			same, identical := codes.same(base, v, b.Benchmark)
			switch {
			case same:
				verdict.SameCode(change, identical)
			case identical || e.result.Plan.Floor || e.result.Plan.Layouts > 0 || !verdict.Small(*change):
			case base.code.chain == nil || v.code.chain == nil:
				verdict.Unconfirmed(change, "a test binary cannot be linked again")
			default:
				open = append(open, doubt{i, k})
			}
		}
	}
	e.find(codes.refused())
	if len(open) > 0 {
		e.reorder(ctx, rules, arms, open)
	}
}

// onlyCode reports whether two variants differ in nothing but their code.
func onlyCode(base, v Variant) bool {
	return base.code != nil && v.code != nil && base.Toolchain == v.Toolchain && base.Source.GoVersion == v.Source.GoVersion &&
		slices.Equal(base.Flags, v.Flags) && slices.Equal(base.Settings, v.Settings) && base.sameCell(v)
}

// reorder measures the changes again in other link orders, and judges them by
// that.
func (e *engine) reorder(ctx context.Context, rules verdict.Rules, arms []rounds.Variant, open []doubt) {
	orders := rules.Orders(len(open))
	var doubts []verdict.Doubt
	for i, b := range e.result.Benchmarks {
		var of []int // its changes
		for _, d := range open {
			if d.i == i {
				of = append(of, d.k)
			}
		}
		if len(of) == 0 {
			continue
		}
		trials, err := e.again(ctx, b, of, arms, orders, rules.PerOrder(b.Rounds, orders))
		for n, k := range of {
			doubts = append(doubts, verdict.Doubt{Change: &b.Changes[k], Metric: b.Metric, Orders: orders, Variant: n + 1,
				Trials: trials, Err: err})
		}
	}
	// In these trials a variant has the number of the change among those of its
	// benchmark: there, too, all but the first are contenders.
	rules.Variants = nil
	rules.Confirm(doubts)
}

// again measures the base and the contenders of some changes of a benchmark, in so
// many link orders and rounds of each.
func (e *engine) again(ctx context.Context, b record.Compared, changes []int, arms []rounds.Variant, orders, perOrder int) ([]record.Trial, error) {
	if e.Budget.Left() <= 0 {
		return nil, errors.New("-for left no time for it")
	}
	which := []int{0}
	for _, k := range changes {
		which = append(which, b.Changes[k].Variant)
	}
	var relinked []rounds.Variant
	for _, i := range which {
		e.sink.Stage(fmt.Sprintf("linking %d orders of %s (%s)", orders, b.Benchmark.Package, e.variants[i].Name))
		key, ok := keyOf(arms[0].Binaries, b.Benchmark.Package)
		if !ok {
			return nil, errors.New("its package is not known")
		}
		links, err := e.shop.orders(ctx, e.variants[i].code, key, orders)
		if err != nil {
			return nil, fmt.Errorf("linking them failed: %w", err)
		}
		relinked = append(relinked, rounds.Variant{Role: arms[i].Role, Exec: arms[i].Exec, Binaries: map[string][]build.Binary{key: links}})
	}
	return e.roundsOf(ctx, b, relinked, orders*perOrder)
}

// orders links the package of c under a key in so many other orders, the same ones
// for every code.
func (w *workshop) orders(ctx context.Context, c *code, key string, n int) ([]build.Binary, error) {
	i := slices.IndexFunc(c.packages, func(p build.Package) bool { return p.Key == key })
	if i < 0 {
		return nil, fmt.Errorf("there is no package %s", key)
	}
	folder, err := w.folder()
	if err != nil {
		return nil, err
	}
	links := make([]build.Binary, n)
	for order := range n {
		b, err := c.chain.Test(ctx, c.packages[i], filepath.Join(folder, fmt.Sprintf("%04d-%02d.test", i, order)), w.order(order))
		if err != nil {
			return nil, err
		}
		if b.Hooked != c.binaries[key][0].Hooked {
			return nil, fmt.Errorf("the hook is in one link and not in another: %w", b.HookErr)
		}
		links[order] = b
	}
	return links, nil
}

// roundsOf runs so many rounds of one benchmark.
func (e *engine) roundsOf(ctx context.Context, b record.Compared, variants []rounds.Variant, most int) ([]record.Trial, error) {
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	options := rounds.Options{Trial: e.trials(), Seed: e.result.Plan.Seed + 1, MaxRounds: most, MaxTime: e.result.Plan.MaxTime, Budget: e.Budget}
	options.Trial.Bench = trial.Benchmark{Name: b.Benchmark}.Pattern()
	options.Trial.CPU = fmt.Sprint(b.Benchmark.Procs)
	result := rounds.New(options, variants, rounds.Exactly(most), bench.Observe(unkept{e.sink}, stop)).Run(measuring)
	if ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	for _, found := range result.Benchmarks {
		if found.Name == b.Benchmark && len(found.Trials) > 0 {
			return found.Trials, nil
		}
	}
	return nil, errors.New("it gave no results there")
}

// unkept is a sink that trials do not reach: they are none of the comparison.
type unkept struct{ Sink }

// Trial implements bench.Sink.
func (unkept) Trial(record.Trial) error { return nil }
