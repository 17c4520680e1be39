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
	"tare/internal/trace/event"
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
	// Hit, if any, is what a flight recorder has waited for.
	Hit *Hit
	// Kernel describes the kernel recording; nil without one.
	Kernel *event.KernelHeader
	// Stack resolves stacks; nil without any.
	Stack func(record.StackID) []record.Call
}

// Scope is what counts: stretches of time in order, which do not overlap; none for
// everything.
func (o Options) Scope() []record.Span {
	if o.Range != nil {
		return []record.Span{*o.Range}
	}
	var all []record.Span
	for _, w := range o.Windows {
		all = append(all, w.Spans...)
	}
	return union(all)
}

// Book is a sink that accounts.
type Book struct {
	o     Options
	scope spans // what counts; nil for everything

	goroutines event.ByID[goroutine]
	groups     map[string]*group
	threads    lanes
	procs      lanes

	windows   windows
	lives     lives
	regions   map[string]*lengths
	tasks     map[string]*lengths
	openTasks map[int64]*task
	requests  map[string]*lengths
	spare     []*stretch
	unused    []*goroutine

	hit      hit
	pasts    pasts
	gone     gone
	parts    []waitPart // of the piece that comes
	patterns patterns
	places   map[record.StackID]string // as they are told

	throttles     throttles
	stops         stops
	goroutineWait delays
	threadWait    delays
	samples       samples
}

// New returns a Book.
func New(o Options) *Book {
	b := &Book{
		o: o, groups: map[string]*group{},
		regions: map[string]*lengths{}, tasks: map[string]*lengths{}, requests: map[string]*lengths{},
		openTasks: map[int64]*task{}, places: map[record.StackID]string{},
	}
	b.scope = o.Scope()
	b.hit.Hit = o.Hit
	b.windows = newWindows(o.Windows, b.scope)
	b.lives = lives{wanted: len(o.Windows) == 0 && o.Goroutines == nil, tries: map[int64]*life{}, stack: o.Stack}
	return b
}

// Named implements event.Sink.
func (b *Book) Named(n *event.Named) {
	switch n.Lane.Kind {
	case record.LaneGoroutine:
		b.nameGoroutine(n)
	case record.LaneThread:
		b.threads.of(n.Lane.ID).name = n.Name
	}
}

// Piece implements event.Sink.
func (b *Book) Piece(p *event.Piece) {
	switch p.Lane.Kind {
	case record.LaneGoroutine:
		b.goroutinePiece(p)
	case record.LaneThread:
		b.hit.thread(p)
		one := b.threads.of(p.Lane.ID)
		if ns := b.scope.overlap(p.Start, p.End); ns > 0 {
			one.tally.add(p, ns)
		}
		one.used.add(p)
	case record.LaneProc:
		if ns := b.scope.overlap(p.Start, p.End); ns > 0 {
			b.procs.of(p.Lane.ID).tally.add(p, ns)
			if g := b.groupOf(p.G); g != nil {
				g.onP += ns
			}
		}
		b.hit.proc(b, p)
		b.stops.note(p)
	}
}

// Mark implements event.Sink.
func (b *Book) Mark(m *event.Mark) {
	switch m.Kind {
	case record.MarkRegion:
		b.endRegion(b.regions, m)
	case record.MarkRequest:
		b.endRegion(b.requests, m)
	case record.MarkTask:
		b.endTask(m)
	case record.MarkThrottle:
		b.throttled(*m)
	case record.MarkStop:
		if b.scope.touch(m.Start, m.End) {
			b.stops.add(b, m)
		}
	case record.MarkGC:
		if b.scope.touch(m.Start, m.End) && m.Name == "GC concurrent mark phase" {
			b.stops.addPhase(m, b.scope.overlap(m.Start, m.End))
		}
	case record.MarkWake:
		switch {
		case !b.scope.touch(m.End, m.End):
		case m.G != 0:
			b.goroutineWait.add(m, int64(m.Proc))
		default:
			b.threadWait.add(m, int64(m.CPU))
		}
	}
}

// Begin is told of regions and tasks when they begin.
func (b *Book) Begin(m *event.Mark) {
	switch m.Kind {
	case record.MarkRegion:
		if b.enter(b.goroutine(m.G), m.Task); b.o.Regions == nil || b.o.Regions.MatchString(m.Name) {
			b.beginRegion(m)
		}
	case record.MarkRequest:
		b.beginRegion(m)
	case record.MarkTask:
		b.beginTask(m)
	}
}

// Ended is told of lanes when they end.
func (b *Book) Ended(l record.Lane) {
	switch one := b.threads.all.Get(l.ID); {
	case l.Kind == record.LaneGoroutine:
		b.endGoroutine(l.ID)
	case l.Kind == record.LaneThread && one != nil:
		one.used.ran.end()
		one.used.waited.end()
	}
}

// Sample is told of the kernel's counters.
func (b *Book) Sample(e *event.KernelEvent) {
	if e.Kind == event.KernelRan || e.Kind == event.KernelWaited {
		b.measured(e)
		return
	}
	b.samples.add(e, b.scope)
}

// maxMarks is how many throttled stretches, stop-the-worlds and the like are
// held back until it is clear what they belong to.
const maxMarks = 1 << 14
