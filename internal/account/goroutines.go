package account

import (
	"tare/internal/record"
)

// goroutine is one that lives.
type goroutine struct {
	id    int64
	group *group
	bench bool       // package testing started it to run a benchmark, or part of one
	open  []*stretch // regions and tasks that it is in
	names []string   // of them
}

func (b *Book) goroutine(id int64) *goroutine {
	g := b.goroutines[id]
	if g == nil {
		g = &goroutine{id: id}
		b.goroutines[id] = g
	}
	return g
}

func (b *Book) goroutinePiece(p *record.Piece) {
	g := b.goroutine(p.Lane.ID)
	for _, s := range g.open {
		if from := max(p.Start, s.from); from < p.End {
			s.tally.add(p, p.End-from)
		}
	}
	ns := b.scope.overlap(p.Start, p.End)
	if ns == 0 {
		return
	}
	if g.group == nil {
		g.group = b.group("")
		g.group.count++
	}
	g.group.tally.add(p, ns)
	if g.bench {
		b.windows.add(g, p)
	}
}

// beginRegion opens a stretch, which gets the goroutine's pieces from now on.
func (b *Book) beginRegion(m *record.Mark) {
	if b.o.Regions != nil && !b.o.Regions.MatchString(m.Name) {
		return
	}
	g := b.goroutine(m.G)
	g.open = append(g.open, &stretch{from: m.Start, g: m.G, task: m.Task})
	g.names = append(g.names, m.Name)
}

// endRegion closes the innermost stretch of that name. Of one that was cut off by
// the end of the recording, what there is counts.
func (b *Book) endRegion(m *record.Mark) {
	g := b.goroutines[m.G]
	if g == nil {
		return
	}
	for i := len(g.open) - 1; i >= 0; i-- {
		if s := g.open[i]; g.names[i] == m.Name && s.task == m.Task && s.from == m.Start {
			g.open = append(g.open[:i], g.open[i+1:]...)
			g.names = append(g.names[:i], g.names[i+1:]...)
			b.finish(b.regions, m, s)
			return
		}
	}
}

// beginTask opens a stretch of the goroutine that begins the task.
func (b *Book) beginTask(m *record.Mark) {
	if b.o.Tasks != nil && !b.o.Tasks.MatchString(m.Name) {
		return
	}
	g := b.goroutine(m.G)
	s := &stretch{from: m.Start, g: m.G}
	g.open = append(g.open, s)
	g.names = append(g.names, "")
	b.openTasks[m.Task] = s
}

func (b *Book) endTask(m *record.Mark) {
	s := b.openTasks[m.Task]
	if s == nil {
		return
	}
	delete(b.openTasks, m.Task)
	if g := b.goroutines[s.g]; g != nil {
		for i := range g.open {
			if g.open[i] == s {
				g.open = append(g.open[:i], g.open[i+1:]...)
				g.names = append(g.names[:i], g.names[i+1:]...)
				break
			}
		}
	}
	b.finish(b.tasks, m, s)
}

// finish adds a stretch that has ended to those of its name.
func (b *Book) finish(all map[string]*lengths, m *record.Mark, s *stretch) {
	if !b.scope.touch(m.Start, m.End) {
		return
	}
	s.to, s.length, s.total = m.End, m.End-m.Start, m.End-m.Start
	if all[m.Name] == nil {
		if len(all) >= maxNames {
			return
		}
		all[m.Name] = &lengths{}
	}
	all[m.Name].add(s)
}

// maxNames is how many regions, and how many tasks, are told apart by name.
const maxNames = 256
