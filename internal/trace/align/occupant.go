package align

import (
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// cpu is what is known of a CPU that threads wait for.
type cpu struct {
	id       int32
	occupant occupant
	since    int64     // its open piece begins
	waiting  []*thread // that could go on and are in its queue
}

// occupant is who has a CPU.
type occupant struct {
	who  who
	tid  int32  // of a thread of the process
	name string // of a foreign thread; empty when that is not known
}

// who has a CPU.
type who uint8

const (
	unseen who = iota // nothing was recorded
	nobody            // it idles
	own               // a thread of the process
	other             // a thread of another one
)

// occupantOf is who comes instead of a thread that is taken off, or is told to have
// a CPU.
func occupantOf(e *event.KernelEvent) occupant {
	switch {
	case e.Own:
		return occupant{who: own, tid: e.Other}
	case e.Other == 0:
		return occupant{who: nobody}
	}
	return occupant{who: other, name: e.Name}
}

// occupy notes who has a CPU from now on. What threads have waited for it up to
// now, they have waited for the one before.
func (j *joiner) occupy(number int32, now occupant, at int64) {
	c := j.cpu(number)
	if c == nil || c.occupant == now {
		return
	}
	for _, t := range c.waiting {
		if t.why != event.OffThrottled || j.turn(t) != 0 {
			j.closeAll(t, at)
		}
	}
	j.closeCPU(c, at)
	c.occupant = now
}

// closeCPU emits who had a CPU since its last piece, up to at.
func (j *joiner) closeCPU(c *cpu, at int64) {
	from := c.since
	if c.since = at; c.occupant.who == unseen {
		return
	}
	p := j.begun(record.LaneCPU, int64(c.id), from, at)
	p.CPU, p.TID = c.id, c.occupant.tid
	switch c.occupant.who {
	case own:
		p.Item = record.ItemRunning
	case other:
		p.Item, p.Detail, p.Sure = record.ItemPreempted, c.occupant.name, j.sure[record.FactPreempter]
	default:
		p.Item = record.ItemIdle
	}
	j.emit(p)
}

// cpu returns the CPU with a number; nil when the number is not known.
func (j *joiner) cpu(number int32) *cpu {
	if number < 0 {
		return nil
	}
	c := j.cpus[number]
	if c == nil {
		c = &cpu{id: number}
		j.cpus[number] = c
	}
	return c
}

// line puts a thread that can go on into the queue of its CPU.
func (j *joiner) line(t *thread) {
	if c := j.cpu(t.cpu); c != nil && t.queue == nil {
		t.queue = c
		c.waiting = append(c.waiting, t)
	}
}

// leave takes a thread out of the queue that it is in.
func (j *joiner) leave(t *thread, at int64) {
	c := t.queue
	if c == nil {
		return
	}
	i := slices.Index(c.waiting, t)
	c.waiting = slices.Delete(c.waiting, i, i+1)
	t.queue = nil
	j.lookAway(c.id, at)
}

// lookAway is for a CPU that may have got of no interest: nobody waits for it, and who
// comes after others is not told.
func (j *joiner) lookAway(number int32, at int64) {
	if c := j.cpu(number); c != nil && len(c.waiting) == 0 && c.occupant.who != own {
		j.occupy(number, occupant{}, at)
	}
}

// move is for a thread that waits for another CPU from now on.
func (j *joiner) move(e *event.KernelEvent) {
	t := j.thread(e.TID)
	j.closeAll(t, e.Time)
	lines := t.queue != nil
	j.leave(t, e.Time)
	if t.cpu = e.CPU; lines {
		j.line(t)
	}
}

// blame makes whoever has the CPU that a thread waits for the reason why a lane of
// its has to wait.
func (j *joiner) blame(p *event.Piece, t *thread) {
	now := occupant{}
	if t.queue != nil {
		now = t.queue.occupant
	}
	switch {
	case now.who == own:
		p.Item, p.Sure = record.ItemCrowded, j.sure[record.FactPreempter]
	case now.who == other && (now.name != "" || t.why == event.OffPreempted):
		p.Item, p.Detail, p.Sure = record.ItemPreempted, now.name, j.sure[record.FactPreempter]
	default:
		p.Item, p.Detail = t.waits(p.Lane.Kind, false)
		if t.why == event.OffPreempted {
			p.Sure = j.sure[record.FactPreempter] // it may have been throttled
		}
	}
}
