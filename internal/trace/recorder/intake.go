package recorder

import (
	"cmp"
	"math"
	"slices"
	"time"

	"tare/internal/record"
)

const (
	// window is how far events of a source may be out of order.
	window = 50 * time.Millisecond
	// patience is how long readings wait for events of a source that came before.
	patience = time.Second
)

// take takes an event of the source.
func (r *Recording) take(e *record.KernelEvent, pcs []uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	added := *e
	if len(pcs) > 0 {
		added.Stack = r.stackOf(pcs)
	}
	r.order.source.add(added)
	r.order.release(r.order.source.newest() - int64(window))
}

// stackOf numbers a stack. In flight mode, those of events that are no longer
// kept make room.
func (r *Recording) stackOf(pcs []uint64) record.StackID {
	id := r.stacks.number(pcs)
	if id == 0 && r.memory != nil && r.stacks.refused%(maxStacks/4) == 1 {
		_, used := r.kept()
		r.stacks.forget(used)
		id = r.stacks.number(pcs)
	}
	return id
}

// pollOnce takes the readings that are due, or all of them.
func (r *Recording) pollOnce(all bool) {
	events := r.poll.step(r.offset, all)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range events {
		r.order.polled.add(e)
	}
	before := r.now()
	if r.source != nil {
		before -= int64(patience)
	}
	r.order.release(before)
}

func (r *Recording) keepPolling() {
	defer close(r.ended)
	rhythm := r.poll.rhythm()
	if rhythm == 0 {
		return
	}
	tick, stop := r.machine.ticks(rhythm)
	defer stop()
	for {
		select {
		case <-r.quit:
			return
		case <-tick:
			r.pollOnce(false)
		}
	}
}

// put takes an event whose turn it is.
func (r *Recording) put(e *record.KernelEvent) {
	r.events++
	if r.memory != nil {
		r.memory.put(e)
	} else if err := r.file.Write(e); err != nil && r.err == nil {
		r.err = err
	}
	if r.options.Watch != nil {
		r.options.Watch(e)
	}
}

// maxWaiting bounds how many events wait for their turn.
const maxWaiting = 1 << 17

// order merges the events of a source and readings, each of which come in about
// the order of their times.
type order struct {
	source, polled queue
	last           int64 // time of the last event that was let go
	out            func(e *record.KernelEvent)
}

// release lets go of the events before a time, and of more when there are too
// many. An event that comes too late even so gets the time of the one before:
// the order is kept, its time is not.
func (o *order) release(before int64) {
	for {
		q := &o.source
		if first, other := q.head(), o.polled.head(); first == nil || other != nil && other.Time < first.Time {
			q = &o.polled
		}
		e := q.head()
		if e == nil || e.Time >= before && len(q.events)-q.first <= maxWaiting {
			return
		}
		e.Time = max(e.Time, o.last)
		o.last = e.Time
		o.out(e)
		q.drop()
	}
}

// waiting returns the events whose turn it is not yet, in order.
func (o *order) waiting() []record.KernelEvent {
	all := slices.Concat(o.source.events[o.source.first:], o.polled.events[o.polled.first:])
	slices.SortStableFunc(all, func(a, b record.KernelEvent) int { return cmp.Compare(a.Time, b.Time) })
	for i := range all {
		all[i].Time = max(all[i].Time, o.last)
	}
	return all
}

// flush lets go of everything.
func (o *order) flush() { o.release(math.MaxInt64) }

// queue is sorted by time; what has the same time stays in the order in which it
// came.
type queue struct {
	events []record.KernelEvent
	first  int // those before have been dropped
}

// add puts an event into its place, which is nearly always the last one.
func (q *queue) add(e record.KernelEvent) {
	i := len(q.events)
	q.events = append(q.events, e)
	for ; i > q.first && q.events[i-1].Time > e.Time; i-- {
		q.events[i] = q.events[i-1]
	}
	q.events[i] = e
}

func (q *queue) head() *record.KernelEvent {
	if q.first == len(q.events) {
		return nil
	}
	return &q.events[q.first]
}

// drop drops the head. The events move up when half of the space is unused.
func (q *queue) drop() {
	if q.first++; q.first > 1024 && q.first > len(q.events)/2 {
		q.events = append(q.events[:0], q.events[q.first:]...)
		q.first = 0
	}
}

// newest is the time of the last event.
func (q *queue) newest() int64 { return q.events[len(q.events)-1].Time }
