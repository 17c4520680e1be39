package recorder

import (
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
