// Package account sums the pieces of a joined recording into an explanation:
// where the time of the intervals of interest went, what a quota did, what held
// up stopping the world, how long waking took, and why.
//
// It is fed in one pass (it is a sink of package align). Its memory grows with
// what lives at one time, with the number of different names, and with the
// stretches that were throttled, up to a limit; not with the length of the
// recording.
package account

import (
	"regexp"

	"tare/internal/record"
)

// Options say what to account for.
type Options struct {
	// Windows are those of the benchmarks, if any: the interval of interest is
	// then what their goroutines did in them.
	Windows []record.Window
	// Range, if any, is the part of the recording that counts, in ns of
	// CLOCK_MONOTONIC.
	Range *record.Span
	// Regions and Tasks select the user regions and tasks to tell of by name; all
	// without one.
	Regions, Tasks *regexp.Regexp
	// Goroutines selects goroutines by the function that they start with, to be
	// what the explanation is about; nil for the windows', or all.
	Goroutines *regexp.Regexp
	// Kernel describes the kernel recording; nil without one.
	Kernel *record.KernelHeader
	// Stack resolves stacks; nil without any.
	Stack func(record.StackID) []record.Call
}

// Book is a sink that accounts.
type Book struct {
	o     Options
	scope spans // what counts; nil for everything

	goroutines map[int64]*goroutine
	groups     map[string]*group
	threads    map[int64]*lane
	procs      map[int64]*lane

	windows   windows
	regions   map[string]*lengths
	tasks     map[string]*lengths
	openTasks map[int64]*stretch

	throttled      []record.Mark
	stops          []record.Mark
	stopCount      int
	kept           []kept // times in which threads that held a P were kept off their CPUs
	phases         []record.Mark
	gcCycles       int
	gcTotal        int64
	victims        map[int64]string // names of goroutines that were throttled
	wakes, threadW delays
	samples        samples
}

// New returns a Book.
func New(o Options) *Book {
	b := &Book{
		o: o, goroutines: map[int64]*goroutine{}, groups: map[string]*group{}, threads: map[int64]*lane{}, procs: map[int64]*lane{},
		regions: map[string]*lengths{}, tasks: map[string]*lengths{}, openTasks: map[int64]*stretch{}, victims: map[int64]string{},
	}
	var all []record.Span
	for _, w := range o.Windows {
		all = append(all, w.Spans...)
	}
	switch {
	case o.Range != nil:
		b.scope = spans{*o.Range}
	case len(all) > 0:
		b.scope = union(all)
	}
	b.windows = newWindows(o.Windows, b.scope)
	return b
}

// Named implements record.Sink.
func (b *Book) Named(n *record.Named) {
	switch n.Lane.Kind {
	case record.LaneGoroutine:
		g := b.goroutine(n.Lane.ID)
		if g.group != nil {
			g.group.count-- // of those without a name
		}
		g.group = b.group(n.Name)
		g.group.count++
		g.bench = benchmarks.MatchString(n.Name)
	case record.LaneThread:
		laneOf(b.threads, n.Lane.ID).name = n.Name
	}
}

// Piece implements record.Sink.
func (b *Book) Piece(p *record.Piece) {
	switch p.Lane.Kind {
	case record.LaneGoroutine:
		b.goroutinePiece(p)
	case record.LaneThread:
		if ns := b.scope.overlap(p.Start, p.End); ns > 0 {
			laneOf(b.threads, p.Lane.ID).tally.add(p, ns)
		}
	case record.LaneProc:
		if ns := b.scope.overlap(p.Start, p.End); ns > 0 {
			laneOf(b.procs, p.Lane.ID).tally.add(p, ns)
		}
		b.noteKept(p)
	}
}

// Mark implements record.Sink.
func (b *Book) Mark(m *record.Mark) {
	switch m.Kind {
	case record.MarkRegion:
		b.endRegion(m)
	case record.MarkTask:
		b.endTask(m)
	case record.MarkThrottle:
		if len(b.throttled) < maxMarks {
			b.throttled = append(b.throttled, *m)
		}
		if g := b.goroutines[m.G]; g != nil && g.group != nil {
			b.victims[m.G] = g.group.name
		}
	case record.MarkStop:
		if b.scope.touch(m.Start, m.End) {
			b.stopCount++
			if len(b.stops) < maxMarks {
				b.stops = append(b.stops, *m)
			}
		}
	case record.MarkGC:
		if b.scope.touch(m.Start, m.End) && m.Name == "GC concurrent mark phase" {
			b.gcCycles++
			b.gcTotal += b.scope.overlap(m.Start, m.End)
			if len(b.phases) < maxMarks {
				b.phases = append(b.phases, *m)
			}
		}
	case record.MarkWake:
		switch {
		case !b.scope.touch(m.End, m.End):
		case m.G != 0:
			b.wakes.add(m, int64(m.Proc))
		default:
			b.threadW.add(m, int64(m.CPU))
		}
	}
}

// Begin is told of regions and tasks when they begin.
func (b *Book) Begin(m *record.Mark) {
	switch m.Kind {
	case record.MarkRegion:
		b.beginRegion(m)
	case record.MarkTask:
		b.beginTask(m)
	}
}

// Ended is told of lanes when they end.
func (b *Book) Ended(l record.Lane) {
	if l.Kind == record.LaneGoroutine {
		delete(b.goroutines, l.ID)
	}
}

// Sample is told of the kernel's counters.
func (b *Book) Sample(e *record.KernelEvent) { b.samples.add(e, b.scope) }

// maxMarks is how many throttled stretches, and how many stop-the-worlds, are
// kept to be told one by one; the rest are counted.
const maxMarks = 100_000
