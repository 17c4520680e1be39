// Package align joins a Go execution trace with a recording of the kernel's
// scheduling of the same threads, and tells for every goroutine, thread and P
// what it did with each nanosecond.
//
// Both have the clock CLOCK_MONOTONIC and the same thread ids, so nothing has to
// be fitted: an event of one belongs to the state that the other was in at that
// time. The trace knows which goroutine has which thread, the kernel whether the
// thread has a CPU. A goroutine that runs, says the trace, while its thread is
// off its CPU, is what neither of them shows alone.
//
// Everything streams: memory grows with what lives at one time, not with the
// length of the recording.
package align

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// GoSource is a Go execution trace. Next returns io.EOF at its end and any other
// error once the rest cannot be read.
type GoSource interface {
	Next(*event.GoEvent) error
	String(event.StringID) string
	Stack(record.StackID) []record.Call
}

// KernelSource is a kernel recording, likewise. Its events are in the order of
// their times. It knows of nothing after the last, which is the recorder's last
// reading of the counters.
type KernelSource interface {
	Next(*event.KernelEvent) error
}

// Follower is a Sink that wants to know more: of regions, tasks and GC phases
// when they begin, of lanes when they end, and the kernel's counters as they
// are read.
type Follower interface {
	event.Sink
	Begin(m *event.Mark)
	Ended(l record.Lane)
	Sample(e *event.KernelEvent)
}

// Result is what there was to join.
type Result struct {
	Begin, End   int64 // ns of CLOCK_MONOTONIC: the first and last event
	GoEvents     int64
	KernelEvents int64
	Lost         int64 // kernel events
	Goroutines   int   // seen
	GOMAXPROCS   int   // last told; 0 when never
	// GoError and KernelError say why a source broke off; nil at its regular end.
	GoError, KernelError error
}

// Join reads both sources to their ends and hands the sinks what becomes of
// them. Either may be nil. Sure says how the kernel recording knows what it
// tells. A source that breaks off ends there; what was read of it counts.
func Join(g GoSource, k KernelSource, sure map[record.KernelFact]record.Sure, sinks ...event.Sink) Result {
	j := newJoiner(sure, sinks)
	j.merge(g, infer(k, sure))
	j.finish()
	return j.result
}

func newJoiner(sure map[record.KernelFact]record.Sure, sinks []event.Sink) *joiner {
	j := &joiner{
		sure: sure, sinks: sinks, result: Result{Begin: math.MaxInt64},
		threads: map[int32]*thread{}, procs: map[int32]*proc{}, cpus: map[int32]*cpu{}, naps: map[record.StackID]int64{}, handlers: map[record.StackID]bool{},
		starts: map[record.StackID]string{}, tasks: map[int64]*task{}, gc: map[string]int64{},
	}
	for _, s := range sinks {
		if f, ok := s.(Follower); ok {
			j.followers = append(j.followers, f)
		}
	}
	return j
}

type joiner struct {
	source    GoSource
	sure      map[record.KernelFact]record.Sure
	sinks     []event.Sink
	followers []Follower
	result    Result
	tracing   bool // what threads do is told by the trace

	goroutines event.ByID[goroutine]
	threads    map[int32]*thread
	procs      map[int32]*proc
	cpus       map[int32]*cpu
	naps       map[record.StackID]int64 // ns that are slept at a place
	last       *thread                  // that was asked for: most events have that of the one before
	stop       stop
	stopped    periods          // the world was
	withheld   periods          // a thread that held a P was throttled
	withheldBy int              // such threads now
	refills    int              // of quotas, so far
	refilled   int64            // the last one
	gc         map[string]int64 // phases that are on, with their beginnings
	tasks      map[int64]*task

	handlers map[record.StackID]bool   // stacks of handlers of HTTP requests
	starts   map[record.StackID]string // name of the outermost function
	strings  []string                  // of the source that were asked for

	// What sinks are given, kept here to stay off the heap.
	piece event.Piece
	mark  event.Mark
}

// merge handles the events of both sources in the order of time. At the same
// time the kernel's come first: a thread is put on its CPU before it does
// anything there.
func (j *joiner) merge(g GoSource, k KernelSource) {
	j.source = g
	var ge event.GoEvent
	var ke event.KernelEvent
	goes := g != nil && j.read(g.Next(&ge), &j.result.GoError)
	kernel := k != nil && j.read(k.Next(&ke), &j.result.KernelError)
	for goes || kernel {
		if kernel && (!goes || ke.Time <= ge.Time) {
			j.seen(&ke.Time)
			j.kernelEvent(&ke)
			if kernel = j.read(k.Next(&ke), &j.result.KernelError); !kernel {
				j.forget(j.result.End)
			}
			continue
		}
		j.seen(&ge.Time)
		if !j.tracing {
			j.beginTrace(ge.Time)
		}
		j.goEvent(&ge)
		if goes = j.read(g.Next(&ge), &j.result.GoError); !goes {
			j.endTrace(j.result.End)
		}
	}
}

// read reports whether there was another event.
func (j *joiner) read(err error, broken *error) bool {
	if err != nil && !errors.Is(err, io.EOF) {
		*broken = err
	}
	return err == nil
}

// seen notes the time of an event. Time never goes back, whatever a damaged file
// says.
func (j *joiner) seen(t *int64) {
	*t = max(*t, j.result.End)
	j.result.Begin, j.result.End = min(j.result.Begin, *t), *t
}

// beginTrace is for the time from which on it is known what threads do.
func (j *joiner) beginTrace(at int64) {
	for _, t := range inOrder(j.threads) {
		j.closeThread(t, at)
	}
	j.tracing = true
}

// endTrace closes what the trace tells of: nothing is known after its last event.
func (j *joiner) endTrace(at int64) {
	for _, name := range slices.Sorted(maps.Keys(j.gc)) {
		j.emitMark(event.Mark{Kind: record.MarkGC, Start: j.gc[name], End: at, Name: name, Proc: -1, CPU: -1})
	}
	j.endStop(at)
	for _, g := range j.goroutines.All() {
		j.closeBound(g, at)
		j.detach(g)
		j.endGoroutine(g, at)
	}
	for _, p := range inOrder(j.procs) {
		j.release(p, at)
		j.closeProc(p, at)
	}
	for _, t := range inOrder(j.tasks) {
		j.endTask(t, at)
	}
	for _, t := range inOrder(j.threads) {
		j.closeThread(t, at)
	}
	j.tracing = false
}

// finish closes what is open, at the time of the last event.
func (j *joiner) finish() {
	j.result.Begin = min(j.result.Begin, j.result.End)
	for _, t := range inOrder(j.threads) {
		j.endThrottle(t, j.result.End)
		j.closeThread(t, j.result.End)
	}
	for _, c := range inOrder(j.cpus) {
		j.closeCPU(c, j.result.End)
	}
}

// inOrder returns what m has by number, so that the same recording gives the
// same picture each time.
func inOrder[K cmp.Ordered, V any](m map[K]V) (all []V) {
	for _, id := range slices.Sorted(maps.Keys(m)) {
		all = append(all, m[id])
	}
	return all
}

// begun sets the piece that sinks are given to one of a lane that has done
// nothing yet.
func (j *joiner) begun(kind record.LaneKind, id, start, end int64) *event.Piece {
	p := &j.piece
	*p = event.Piece{} // a literal with fields would be made elsewhere and copied
	p.Lane.Kind, p.Lane.ID, p.Start, p.End, p.Sure, p.Proc, p.CPU = kind, id, start, end, record.Seen, -1, -1
	return p
}

// emit hands a piece to the sinks.
func (j *joiner) emit(p *event.Piece) {
	if p.End <= p.Start {
		return
	}
	for _, s := range j.sinks {
		s.Piece(p)
	}
}

func (j *joiner) emitMark(m event.Mark) {
	j.mark = m
	for _, s := range j.sinks {
		s.Mark(&j.mark)
	}
}

func (j *joiner) begin(m event.Mark) {
	j.mark = m
	for _, f := range j.followers {
		f.Begin(&j.mark)
	}
}

func (j *joiner) ended(l record.Lane) {
	for _, f := range j.followers {
		f.Ended(l)
	}
}

func (j *joiner) named(n event.Named) {
	for _, s := range j.sinks {
		s.Named(&n)
	}
}

// text returns a string of the trace.
func (j *joiner) text(id event.StringID) string {
	if id == 0 {
		return ""
	}
	for int(id) >= len(j.strings) {
		j.strings = append(j.strings, "")
	}
	if j.strings[id] == "" {
		j.strings[id] = j.source.String(id)
	}
	return j.strings[id]
}
