package account

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// windows are the benchmarks' windows, with what goroutines did in them.
type windows struct {
	all   []window
	spans []windowSpan // of all windows, in time
}

type window struct {
	record.Window
	goroutines map[int64]*inWindow
}

// inWindow is a goroutine of package testing within a window.
type inWindow struct {
	window int
	role   role
	born   int64
	group  *group
	tally  tally
}

type windowSpan struct {
	record.Span
	window int
}

// newWindows clips windows to scope.
func newWindows(all []record.Window, scope spans) (w windows) {
	for i, one := range all {
		w.all = append(w.all, window{Window: one, goroutines: map[int64]*inWindow{}})
		for _, s := range one.Spans {
			for _, part := range scope {
				if from, to := max(s.From, part.From), min(s.To, part.To); from < to {
					w.spans = append(w.spans, windowSpan{record.Span{From: from, To: to}, i})
				}
			}
		}
	}
	slices.SortFunc(w.spans, func(a, b windowSpan) int { return cmp.Compare(a.From, b.From) })
	return w
}

// add counts a piece of a goroutine in the windows that it lies in.
func (w *windows) add(g *goroutine, p *event.Piece, parts []waitPart) {
	i, _ := slices.BinarySearchFunc(w.spans, p.Start, func(s windowSpan, t int64) int {
		if s.To <= t {
			return -1
		}
		return 1
	})
	for ; i < len(w.spans) && w.spans[i].From < p.End; i++ {
		s := w.spans[i]
		if g.window == nil || g.window.window != s.window {
			g.window = w.all[s.window].goroutine(g, s.window)
		}
		ns := min(p.End, s.To) - max(p.Start, s.From)
		g.window.tally.add(p, ns)
		g.window.tally.waits.addParts(parts, ns, p.Duration())
	}
}

func (w *window) goroutine(g *goroutine, number int) *inWindow {
	in := w.goroutines[g.id]
	if in == nil {
		in = &inWindow{window: number, role: g.role, born: g.born, group: g.group}
		w.goroutines[g.id] = in
	}
	return in
}

// interest are the goroutines that a window is about: the workers of RunParallel
// where there are any, and otherwise the one that was made last, because those
// that made it only wait for it. Numbers do not tell: each P has a stock of them.
func (w *window) interest() (all []*inWindow) {
	var last *inWindow
	for _, id := range slices.Sorted(maps.Keys(w.goroutines)) {
		g := w.goroutines[id]
		if g.role == worker {
			all = append(all, g)
		} else if last == nil || g.born >= last.born {
			last = g
		}
	}
	if len(all) == 0 && last != nil {
		all = append(all, last)
	}
	return all
}

// intervals are the windows by benchmark, in the order in which they were run.
func (w *windows) intervals(b *Book, begin int64) (all []record.Interval) {
	var names []record.Benchmark
	byName := map[record.Benchmark]*windowSum{}
	for i := range w.all {
		one := &w.all[i]
		sum := byName[one.Benchmark]
		if sum == nil {
			sum = &windowSum{}
			byName[one.Benchmark] = sum
			names = append(names, one.Benchmark)
		}
		sum.add(one, w.lengthOf(i))
	}
	for _, name := range names {
		if iv, ok := byName[name].interval(b, name, begin); ok {
			all = append(all, iv)
		}
	}
	return all
}

// lengthOf is ns of a window that count.
func (w *windows) lengthOf(i int) (ns int64) {
	for _, s := range w.spans {
		if s.window == i {
			ns += s.To - s.From
		}
	}
	return ns
}

// windowSum is all windows of a benchmark.
type windowSum struct {
	lengths    lengths
	goroutines int
	parallel   bool
	n          int64 // iterations
	single     bool  // windows of one iteration only
}

func (s *windowSum) add(w *window, length int64) {
	interest := w.interest()
	if len(interest) == 0 || length == 0 {
		return
	}
	one := stretch{from: w.Spans[0].From, to: w.Spans[len(w.Spans)-1].To, length: length}
	for _, g := range interest {
		g.group.interest = true
		one.tally.merge(&g.tally)
		one.total += g.tally.sum()
	}
	// A goroutine that ran alone was there all the time, whatever is known of it;
	// workers are there from their beginnings to their ends.
	if s.parallel = interest[0].role == worker; !s.parallel {
		one.total = length
	}
	s.single = (s.single || s.n == 0) && w.N == 1
	s.goroutines = max(s.goroutines, len(interest))
	s.n += w.N
	s.lengths.add(&one)
}

func (s *windowSum) interval(b *Book, name record.Benchmark, begin int64) (record.Interval, bool) {
	if s.lengths.count == 0 {
		return record.Interval{}, false
	}
	iv := s.lengths.interval(b, record.IntervalWindow, name.Name, begin)
	if s.single && s.n > 1 {
		iv.Kind = record.IntervalOp
	}
	iv.Goroutines, iv.Ops = s.goroutines, s.n
	iv.Who = whoRuns
	if s.parallel {
		iv.Who, iv.Summed = whoWorks, true
	}
	return iv, true
}
