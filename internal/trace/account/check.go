package account

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// meter compares what the pieces of a thread say of one thing with a counter of
// the kernel's, from the counter's first reading to its last.
type meter struct {
	read           bool
	from, to       int64 // first and last reading
	first, last    int64 // what they said
	closed, open   int64 // ns of pieces between the readings, and since the last
	pieces, counts int64 // of a thread that had this number before
}

// reading takes what the counter says. Pieces come when they end, so some of
// those before t are still to come; none of them begins after it.
func (m *meter) reading(t, value int64) {
	if m.read && value < m.last { // another thread has the number
		m.end()
	}
	if !m.read {
		m.read, m.from, m.first, m.closed = true, t, value, 0
	} else {
		m.closed += m.open
	}
	m.to, m.last, m.open = t, value, 0
}

// end is for the end of the thread: another one may get its number.
func (m *meter) end() {
	m.pieces, m.counts = m.sums()
	*m = meter{pieces: m.pieces, counts: m.counts}
}

// add takes a piece.
func (m *meter) add(start, end int64) {
	if !m.read {
		return
	}
	m.closed += max(0, min(end, m.to)-max(start, m.from))
	m.open += max(0, end-max(start, m.to))
}

// sums are ns by the pieces and by the counter.
func (m *meter) sums() (pieces, counts int64) {
	return m.pieces + m.closed, m.counts + m.last - m.first
}

// used are a thread's meters.
type used struct{ ran, waited meter }

// add takes a piece of the thread.
func (u *used) add(p *event.Piece) {
	switch p.Item {
	case record.ItemRunning, record.ItemAssist, record.ItemSyscallOn, record.ItemGC, record.ItemScheduler, record.ItemSpinning,
		record.ItemStopped: // stops the world, for all but a moment on its CPU
		u.ran.add(p.Start, p.End)
	case record.ItemThrottled, record.ItemPreempted, record.ItemCrowded, record.ItemWaking:
		u.waited.add(p.Start, p.End)
	}
}

// measured takes a reading of schedstat.
func (b *Book) measured(e *event.KernelEvent) {
	one := b.threads.of(int64(e.TID))
	if one.id == rest {
		return
	}
	if e.Kind == event.KernelRan {
		one.used.ran.reading(e.Time, e.Value)
	} else {
		one.used.waited.reading(e.Time, e.Value)
	}
}

// check compares the pieces of all threads with schedstat.
func (b *Book) check() record.ThreadCheck {
	c := record.ThreadCheck{}
	var ran, waited int64
	for _, one := range b.threads.all.All() {
		m := &one.used.ran
		pieces, counts := m.sums()
		if counts == 0 && m.to == m.from {
			continue
		}
		c.Threads++
		c.Ran, ran = c.Ran+pieces, ran+counts
		pieces, counts = one.used.waited.sums()
		c.Waited, waited = c.Waited+pieces, waited+counts
	}
	h := b.o.Kernel
	switch {
	case h == nil:
		c.StatRan = record.Missing(record.Undetermined, "there is no kernel recording")
		c.StatWaited = c.StatRan
	case c.Threads == 0:
		c.StatRan = record.Missing(record.Undetermined, "the recording has no two readings of a thread's schedstat")
		c.StatWaited = c.StatRan
	default:
		c.StatRan, c.StatWaited = record.Of(float64(ran)), record.Of(float64(waited))
		if h.Sure[record.FactWakeups] == record.Unknown {
			c.StatWaited = record.Missing(record.Unsupported, "at level "+string(h.Level)+" nothing says when threads are woken")
		}
	}
	return c
}
