package scene

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// marks are the weightiest marks so far.
type marks struct {
	limit int
	kept  []mark
}

// mark is what a scene needs of a event.Mark.
type mark struct {
	kind       record.MarkKind
	start, end int64
	name       string
	lane       int64
}

// priority has the kinds of marks that are drawn. Where there is no room for all
// marks, those of a lower number stay.
var priority = map[record.MarkKind]int{
	record.MarkThrottle: 0,
	record.MarkStop:     0,
	record.MarkGC:       1,
	record.MarkTask:     2,
	record.MarkRegion:   2,
	record.MarkRequest:  2,
	record.MarkRefill:   3,
	record.MarkLog:      3,
}

func (m *marks) add(start, end int64, from *event.Mark) {
	one := mark{from.Kind, start, end, from.Name, -1}
	if from.Kind == record.MarkThrottle {
		one.lane = int64(from.TID)
	}
	m.kept = append(m.kept, one)
	if len(m.kept) > 2*m.limit {
		m.cut()
	}
}

// cut keeps the longest ones, and among moments, which have no length, some from
// everywhere: a multiplication shuffles their times.
func (m *marks) cut() {
	if len(m.kept) <= m.limit {
		return
	}
	shuffled := func(m mark) uint64 { return uint64(m.start) * 0x9e3779b97f4a7c15 }
	slices.SortFunc(m.kept, func(x, y mark) int {
		return cmp.Or(cmp.Compare(priority[x.kind], priority[y.kind]), cmp.Compare(y.end-y.start, x.end-x.start),
			cmp.Compare(shuffled(x), shuffled(y)))
	})
	m.kept = m.kept[:m.limit]
}
