package perfetto

import (
	"cmp"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// shown says where marks of a kind are shown, and their name where they have none.
type shown struct {
	key     rowKey
	rank    int64
	instant bool
	name    string
}

var marks = map[record.MarkKind]shown{
	record.MarkStop:    {rowKey{groupGC, "stop-the-world"}, 0, false, "stop-the-world"},
	record.MarkGC:      {rowKey{groupGC, "phases"}, 1, false, "GC phase"},
	record.MarkCollect: {rowKey{groupGC, "mark assists"}, 2, false, "mark assist"},
	record.MarkTask:    {rowKey{groupUser, "tasks"}, 0, false, "task"},
	record.MarkRegion:  {rowKey{groupUser, "regions"}, 1, false, "region"},
	record.MarkLog:     {rowKey{groupUser, "logs"}, 2, true, "log"},
	record.MarkRefill:  {rowKey{groupQuota, "refills"}, refillRank, true, "refill"},
}

// The rows of a quota: the counter first, refills, then threads by number.
const (
	counterRank = iota
	refillRank
	threadRank
)

// Mark writes a slice or an instant on a track of its kind. CPU samples are left
// to profiles.
func (w *Writer) Mark(m *event.Mark) {
	switch m.Kind {
	case record.MarkThrottle:
		w.throttle(m)
	case record.MarkWake:
		w.wake(m)
	default:
		if s, known := marks[m.Kind]; known {
			w.mark(m, s)
		}
	}
}

// mark writes m on a row.
func (w *Writer) mark(m *event.Mark, s shown) {
	w.begin(cmp.Or(m.Name, s.name))
	w.say("known", string(m.Sure))
	if m.Doing != record.ItemUnknown {
		w.say("while", m.Doing.String())
	}
	w.count("goroutine", m.G, 1)
	w.say("starts with", w.names.get(record.Lane{Kind: record.LaneGoroutine, ID: m.G}))
	w.count("thread", int64(m.TID), 1)
	if m.Kind == record.MarkThrottle {
		w.count("P", int64(m.Proc), 0)
		w.count("CPU", int64(m.CPU), 0)
	}
	w.count("task", m.Task, 1)
	w.where(m.Stack)
	if s.instant {
		w.instant(s.key, s.rank, m.Start)
		return
	}
	if uuid, ok := w.row(s.key, s.rank, m.Start, m.End); ok {
		w.slice(uuid, m.Start, m.End)
	} else {
		w.dropped++
	}
}

// throttle shows a throttled thread on a row of its own, and counts it.
func (w *Writer) throttle(m *event.Mark) {
	l := record.Lane{Kind: record.LaneThread, ID: int64(m.TID)}
	w.mark(m, shown{rowKey{groupQuota, title(l, "")}, threadRank + l.ID, false, "throttled"})
	if m.End > m.Start {
		w.counts(w.counter.add(m.Start, m.End))
	}
}

// wake shows that a goroutine got the P that it had waited for, on the P's row.
func (w *Writer) wake(m *event.Mark) {
	if w.o.Interest != nil && !w.o.Interest(m.G) {
		return
	}
	w.begin("wake-up")
	w.count("goroutine", m.G, 1)
	w.say("starts with", w.names.get(record.Lane{Kind: record.LaneGoroutine, ID: m.G}))
	w.count("waited ns", m.End-m.Start, 0)
	w.where(m.Stack)
	p := record.Lane{Kind: record.LaneProc, ID: int64(m.Proc)}
	w.instant(rowKey{groupWakes, title(p, "")}, p.ID, m.End)
}
