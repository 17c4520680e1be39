package account

import (
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// task is a user task that goes on. Several goroutines may be at work for it: the
// one that began it, and those that are in a region of it. What it does at a
// moment is what the most active of them does, so that its items sum to its time.
type task struct {
	stretch
	shared bool // another goroutine than the one that began it has taken it up
	over   bool
	// segments are in time and do not overlap. They are not certain yet: that
	// somebody waited all the while is known only when that is over.
	segments []segment
	scratch  []segment
	folded   int64 // what was before is in the tally
	gap      int64 // ns of that in which nothing was known
}

type segment struct {
	record.Span
	item   record.Item
	sure   record.Sure
	detail string
	whole  int64      // ns of the piece that it is of
	waits  []waitPart // of that
}

// maxSegments is how many of them a task holds back.
const maxSegments = 512

// membership is that of a goroutine in a task: as often as it is in regions of
// it, and once more if it began it.
type membership struct {
	task *task
	g    int64
	n    int
}

// maxMemberships is how many tasks a goroutine is in at the same time, at most.
const maxMemberships = 64

// beginTask opens a stretch of the goroutine that begins the task.
func (b *Book) beginTask(m *event.Mark) {
	if b.o.Tasks != nil && !b.o.Tasks.MatchString(m.Name) {
		return
	}
	b.openTasks[m.Task] = &task{stretch: stretch{name: m.Name, from: m.Start, g: m.G}, folded: m.Start}
	b.enter(b.goroutine(m.G), m.Task)
}

func (b *Book) enter(g *goroutine, id int64) {
	t := b.openTasks[id]
	if t == nil {
		return
	}
	t.shared = t.shared || g.id != t.g
	for _, m := range g.tasks {
		if m.task == t {
			m.n++
			return
		}
	}
	g.tasks = slices.DeleteFunc(g.tasks, func(m *membership) bool { return m.task.over })
	if len(g.tasks) == maxMemberships {
		g.tasks = slices.Delete(g.tasks, 0, 1)
	}
	g.tasks = append(g.tasks, &membership{t, g.id, 1})
}

func (b *Book) leave(g *goroutine, id int64) {
	t := b.openTasks[id]
	g.tasks = slices.DeleteFunc(g.tasks, func(m *membership) bool {
		if m.task == t {
			m.n--
		}
		return m.n == 0
	})
}

func (b *Book) endTask(m *event.Mark) {
	if t := b.openTasks[m.Task]; t != nil {
		delete(b.openTasks, m.Task)
		t.fold(len(t.segments))
		t.over = true
		b.finish(b.tasks, m, &t.stretch)
	}
}

// add counts a piece of the goroutine for the task. One that began a task which
// others have taken up may have gone on to something else: only its waiting
// counts.
func (m *membership) add(p *event.Piece, parts []waitPart) {
	t := m.task
	if t.over || t.shared && m.g == t.g && m.n == 1 && activity(p.Item) < activity(record.ItemSyscallOff) {
		return
	}
	one := segment{record.Span{From: p.Start, To: p.End}, p.Item, p.Sure, p.Detail, p.Duration(), parts}
	if !t.shared { // nobody can turn out to have been more active meanwhile
		t.add(one)
		t.fold(len(t.segments))
		return
	}
	one.waits = slices.Clone(parts)
	if t.add(one); len(t.segments) > maxSegments {
		t.fold(maxSegments / 2)
	}
}

// activity is the less, the more a goroutine gets done that does this.
func activity(i record.Item) int {
	switch i {
	case record.ItemRunning, record.ItemAssist, record.ItemSyscallOn, record.ItemGC:
		return 0
	case record.ItemUnknown:
		return int(record.Items)
	}
	return int(i)
}

// add puts a segment where nobody was as active.
func (t *task) add(n segment) {
	if n.From < t.folded {
		until := min(n.To, t.folded)
		filled := min(t.gap, until-n.From)
		t.gap -= filled
		t.count(n, filled)
		n.From = until
	}
	i := len(t.segments)
	for i > 0 && t.segments[i-1].To > n.From {
		i--
	}
	old := append(t.scratch[:0], t.segments[i:]...)
	t.scratch, t.segments = old, t.segments[:i]
	for _, o := range old {
		t.push(o, o.From, min(o.To, n.From))
		t.push(n, n.From, min(n.To, o.From))
		better := o
		if activity(n.item) < activity(o.item) {
			better = n
		}
		t.push(better, max(o.From, n.From), min(o.To, n.To))
		t.push(o, max(o.From, n.To), o.To)
		n.From = max(n.From, min(n.To, o.To))
	}
	t.push(n, n.From, n.To)
}

// push appends the part of a segment from from to to.
func (t *task) push(s segment, from, to int64) {
	if from >= to {
		return
	}
	s.Span = record.Span{From: from, To: to}
	if n := len(t.segments); n > 0 {
		if last := &t.segments[n-1]; last.To == from && last.item == s.item && last.sure == s.sure && last.detail == s.detail && len(last.waits)+len(s.waits) == 0 {
			last.To = to
			return
		}
	}
	t.segments = append(t.segments, s)
}

// fold counts the first n segments.
func (t *task) fold(n int) {
	for _, s := range t.segments[:n] {
		t.gap += s.From - t.folded
		t.folded = s.To
		t.count(s, s.To-s.From)
	}
	t.segments = slices.Delete(t.segments, 0, n)
}

func (t *task) count(s segment, ns int64) {
	if ns > 0 {
		t.tally.add(&event.Piece{Item: s.item, Sure: s.sure, Detail: s.detail}, ns)
		t.tally.waits.addParts(s.waits, ns, s.whole)
	}
}
