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
	"errors"
	"io"
	"math"

	"tare/internal/record"
)

// GoSource is a Go execution trace. Next returns io.EOF at its end and any other
// error once the rest cannot be read.
type GoSource interface {
	Next(*record.GoEvent) error
	String(record.StringID) string
	Stack(record.StackID) []record.Call
}

// KernelSource is a kernel recording, likewise. Its events are in the order of
// their times. It knows of nothing after the last, which is the recorder's last
// reading of the counters.
type KernelSource interface {
	Next(*record.KernelEvent) error
}

// Follower is a Sink that wants to know more: of regions, tasks and GC phases
// when they begin, of lanes when they end, and the kernel's counters as they
// are read.
type Follower interface {
	record.Sink
	Begin(m *record.Mark)
	Ended(l record.Lane)
	Sample(e *record.KernelEvent)
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
func Join(g GoSource, k KernelSource, sure map[record.KernelFact]record.Sure, sinks ...record.Sink) Result {
	j := &joiner{
		sure: sure, sinks: sinks,
		goroutines: map[int64]*goroutine{}, threads: map[int32]*thread{}, procs: map[int32]*proc{},
		starts: map[record.StackID]string{}, tasks: map[int64]record.Mark{},
		gc: map[string]int64{},
	}
	for _, s := range sinks {
		if f, ok := s.(Follower); ok {
			j.followers = append(j.followers, f)
		}
	}
	j.result.Begin = math.MaxInt64
	j.merge(g, infer(k, sure))
	j.finish()
	return j.result
}

type joiner struct {
	source    GoSource
	sure      map[record.KernelFact]record.Sure
	sinks     []record.Sink
	followers []Follower
	result    Result

	goroutines map[int64]*goroutine
	threads    map[int32]*thread
	procs      map[int32]*proc
	stops      stops
	gc         map[string]int64      // phases that are on, with their beginnings
	tasks      map[int64]record.Mark // that have begun

	starts  map[record.StackID]string // name of the outermost function
	strings []string // of the source that were asked for

	// What sinks are given, kept here to stay off the heap.
	piece record.Piece
	mark  record.Mark
}

// merge handles the events of both sources in the order of time. At the same
// time the kernel's come first: a thread is put on its CPU before it does
// anything there.
func (j *joiner) merge(g GoSource, k KernelSource) {
	j.source = g
	var ge record.GoEvent
	var ke record.KernelEvent
	goes := g != nil && j.read(g.Next(&ge), &j.result.GoError)
	kernel := k != nil && j.read(k.Next(&ke), &j.result.KernelError)
	for goes || kernel {
		if kernel && (!goes || ke.Time <= ge.Time) {
			j.kernelEvent(&ke)
			if kernel = j.read(k.Next(&ke), &j.result.KernelError); !kernel {
				j.forget(j.result.End)
			}
			continue
		}
		j.goEvent(&ge)
		goes = j.read(g.Next(&ge), &j.result.GoError)
	}
}

// read reports whether there was another event.
func (j *joiner) read(err error, broken *error) bool {
	if err != nil && !errors.Is(err, io.EOF) {
		*broken = err
	}
	return err == nil
}

func (j *joiner) seen(t int64) {
	j.result.Begin = min(j.result.Begin, t)
	j.result.End = max(j.result.End, t)
}

// finish closes what is open, at the time of the last event.
func (j *joiner) finish() {
	end := j.result.End
	if j.result.Begin > end {
		j.result.Begin = end
	}
	for _, t := range j.threads {
		j.endThrottle(t, end)
	}
	for name, start := range j.gc {
		j.emitMark(record.Mark{Kind: record.MarkGC, Start: start, End: end, Name: name, Proc: -1, CPU: -1})
	}
	j.endStop(end)
	for _, g := range j.goroutines {
		j.closeGoroutine(g, end)
		j.endGoroutine(g, end)
	}
	for _, t := range j.threads {
		j.closeThread(t, end)
	}
	for _, p := range j.procs {
		j.closeProc(p, end)
	}
	for id, m := range j.tasks {
		m.End = end
		delete(j.tasks, id)
		j.emitMark(m)
	}
}

// emit hands a piece to the sinks.
func (j *joiner) emit(p record.Piece) {
	if p.End <= p.Start {
		return
	}
	j.piece = p
	for _, s := range j.sinks {
		s.Piece(&j.piece)
	}
}

func (j *joiner) emitMark(m record.Mark) {
	j.mark = m
	for _, s := range j.sinks {
		s.Mark(&j.mark)
	}
}

func (j *joiner) begin(m record.Mark) {
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

func (j *joiner) named(n record.Named) {
	for _, s := range j.sinks {
		s.Named(&n)
	}
}

// text returns a string of the trace.
func (j *joiner) text(id record.StringID) string {
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
