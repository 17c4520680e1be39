package account

import (
	"cmp"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// role is what a goroutine of package testing is for.
type role uint8

const (
	bystander role = iota // not of package testing
	trier                 // run1: runs a benchmark once, or all of one with b.Loop, or its sub-benchmarks
	launcher              // launch: runs a benchmark more and more often, if it has no b.Loop
	worker                // of RunParallel
)

func roleOf(name string) role {
	name, ok := strings.CutPrefix(name, "testing.(*B).")
	switch {
	case !ok:
	case strings.HasPrefix(name, "run1"):
		return trier
	case strings.HasPrefix(name, "launch"):
		return launcher
	case strings.HasPrefix(name, "RunParallel"):
		return worker
	}
	return bystander
}

// lives are those of the goroutines that run benchmarks, for traces without
// windows: from beginning to end, with the timer off or on. Each benchmark has
// one that tries it and mostly one more; the longer of the two is meant.
type lives struct {
	wanted bool
	all    []*life
	tries  map[int64]*life // the last trier that a goroutine has made
	stack  func(record.StackID) []record.Call
}

type life struct {
	stretch
	group   *group
	looked  record.StackID // for a name
	looks   int
	again   *life  // the same benchmark, by its trier
	parent  bool   // of sub-benchmarks, for which it waits
	crew    *group // workers
	workers tally
	now     int // workers
	most    int
}

// Limits: lives that are kept, and stacks that are looked at for a life's name.
const (
	maxLives = 10_000
	maxLooks = 1000
)

// named begins the life of a goroutine that has just got its name.
func (l *lives) named(g *goroutine, n *event.Named, creator *goroutine) {
	if n.Creator != 0 {
		g.born = n.At
	}
	if !l.wanted || g.role == bystander || n.Creator == 0 || len(l.all) == maxLives {
		return
	}
	var by *life
	if creator != nil {
		by = creator.life
	}
	if g.role == worker {
		if g.life = by; by != nil {
			by.crew = g.group
			by.now++
			by.most = max(by.most, by.now)
		}
		return
	}
	g.life = &life{stretch: stretch{from: n.At, g: g.id}, group: g.group}
	if by != nil {
		by.parent = true
	}
	if g.role == launcher {
		g.life.again = l.tries[n.Creator]
	} else {
		l.tries[n.Creator] = g.life
	}
	l.all = append(l.all, g.life)
}

// add counts ns of a piece of a goroutine.
func (l *lives) add(g *goroutine, p *event.Piece, parts []waitPart, ns int64) {
	switch one := g.life; {
	case one == nil:
	case g.role == worker:
		one.workers.add(p, ns)
		one.workers.waits.addParts(parts, ns, p.Duration())
	default:
		one.tally.add(p, ns)
		one.tally.waits.addParts(parts, ns, p.Duration())
		one.to = p.End
		if one.name == "" && p.Stack != one.looked && one.looks < maxLooks {
			one.looked, one.looks = p.Stack, one.looks+1
			one.name = l.benchmark(p.Stack)
		}
	}
}

// benchmark is the function of a benchmark that a stack is in; "" for none.
func (l *lives) benchmark(id record.StackID) string {
	if l.stack == nil {
		return ""
	}
	calls := l.stack(id)
	i := slices.IndexFunc(calls, func(c record.Call) bool { return c.Func == "testing.(*B).runN" })
	if i < 1 || strings.HasPrefix(calls[i-1].Func, "testing.") || isRuntime(calls[i-1].Func) {
		return ""
	}
	return calls[i-1].Func
}

func (l *lives) ended(g *goroutine) {
	if g.life != nil && g.role == worker {
		g.life.now--
	}
}

// intervals are the lives by benchmark, in the order in which they began.
func (l *lives) intervals(b *Book, begin int64) (all []record.Interval) {
	var names []string
	sums := map[string]*windowSum{}
	for _, one := range l.longer() {
		name := cmp.Or(one.name, "benchmark")
		sum := sums[name]
		if sum == nil {
			sum = &windowSum{}
			sums[name] = sum
			names = append(names, name)
		}
		one.length = one.tally.sum()
		one.total = one.length
		if sum.goroutines = max(sum.goroutines, one.most, 1); one.most > 0 {
			sum.parallel = true
			one.tally, one.total, one.group = one.workers, one.workers.sum(), one.crew
		}
		one.group.interest = true
		sum.lengths.add(&one.stretch)
	}
	for _, name := range names {
		iv, _ := sums[name].interval(b, record.Benchmark{Name: name}, begin)
		iv.Who += ", warm-up and all"
		iv.Summed = true
		all = append(all, iv)
	}
	return all
}

// longer are the lives without those of parents, and without the shorter one of
// each benchmark.
func (l *lives) longer() []*life {
	drop := map[*life]bool{}
	for _, one := range l.all {
		length := one.tally.sum()
		if again := one.again; again != nil {
			one.name = cmp.Or(one.name, again.name)
			again.name = one.name
			drop[one] = again.tally.sum() > length
			drop[again] = !drop[one]
		}
		if one.parent || length == 0 {
			drop[one] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(l.all), func(one *life) bool { return drop[one] })
}
