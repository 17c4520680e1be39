package account

import (
	"tare/internal/record"
)

// goroutine is one that lives.
type goroutine struct {
	id      int64
	group   *group
	counted bool       // by the group
	role    role       // in a benchmark
	born    int64      // when it was made, if that was told
	life    *life      // of the benchmark that it runs, or a worker of it
	window  *inWindow  // the last one that it was in
	open    []*stretch // regions that it is in
	sum     tally      // since the first of these began
	tasks   []*membership
	past    past
}

func (b *Book) goroutine(id int64) *goroutine {
	g := b.goroutines.Get(id)
	if g == nil {
		g = b.newGoroutine()
		g.id = id
		b.goroutines.Put(id, g)
	}
	return g
}

func (b *Book) nameGoroutine(n *record.Named) {
	g := b.goroutine(n.Lane.ID)
	if g.counted {
		g.group.count-- // of those without a name
		g.counted = false
	}
	g.group = b.group(n.Name)
	g.role = roleOf(n.Name)
	if n.Creator != 0 {
		g.past.bear(n.Creator, n.At)
	}
	b.lives.named(g, n, b.goroutines.Get(n.Creator))
}

func (b *Book) goroutinePiece(p *record.Piece) {
	g := b.goroutine(p.Lane.ID)
	parts := b.waitsOf(g, p)
	g.past.add(p, &b.pasts)
	b.hit.goroutine(p, parts)
	if len(g.open) > 0 {
		g.sum.add(p, p.End-p.Start)
		g.sum.waits.addParts(parts, 1, 1)
	}
	for _, m := range g.tasks {
		m.add(p, parts)
	}
	ns := b.scope.overlap(p.Start, p.End)
	if ns == 0 {
		return
	}
	if g.group == nil {
		g.group = b.group("")
	}
	if !g.counted {
		g.counted = true
		g.group.count++
	}
	g.group.tally.add(p, ns)
	g.group.tally.waits.addParts(parts, ns, p.Duration())
	if g.role != bystander {
		b.windows.add(g, p, parts)
		b.lives.add(g, p, parts, ns)
	}
}

func (b *Book) endGoroutine(id int64) {
	if g := b.goroutines.Get(id); g != nil {
		b.lives.ended(g)
		if old := b.gone.add(g); old != nil {
			b.pasts.forget(&old.past)
			b.reuse(old)
		}
		b.goroutines.Delete(id)
	}
}

// newGoroutine returns one that has done nothing, if possible the memory of one that is
// forgotten: a server makes some for each request.
func (b *Book) newGoroutine() *goroutine {
	n := len(b.unused)
	if n == 0 {
		return &goroutine{}
	}
	g := b.unused[n-1]
	b.unused = b.unused[:n-1]
	return g
}

// maxUnused bounds what those take that are to be used again.
const maxUnused = 256

// reuse keeps the memory of a goroutine that is forgotten.
func (b *Book) reuse(g *goroutine) {
	if len(b.unused) == maxUnused {
		return
	}
	g.sum.reset()
	*g = goroutine{open: g.open[:0], sum: g.sum, past: g.past}
	b.unused = append(b.unused, g)
}

// beginRegion opens a stretch of a region or request, which gets the goroutine's
// pieces from now on.
func (b *Book) beginRegion(m *record.Mark) {
	g := b.goroutine(m.G)
	s := b.newStretch()
	s.kind, s.name, s.from, s.g, s.task = m.Kind, m.Name, m.Start, m.G, m.Task
	if len(g.open) == 0 {
		g.sum.reset()
	}
	s.tally.set(&g.sum)
	g.open = append(g.open, s)
}

// endRegion closes the innermost stretch of that name. Of one that was cut off by
// the end of the recording, what there is counts. What turns out to be no request has
// no name.
func (b *Book) endRegion(all map[string]*lengths, m *record.Mark) {
	g := b.goroutines.Get(m.G)
	if g == nil {
		return
	}
	if m.Kind == record.MarkRegion {
		b.leave(g, m.Task)
	}
	for i := len(g.open) - 1; i >= 0; i-- {
		s := g.open[i]
		if s.kind == m.Kind && s.from == m.Start && s.task == m.Task && (s.name == m.Name || m.Name == "") {
			g.open = append(g.open[:i], g.open[i+1:]...)
			s.tally.since(&g.sum)
			if m.Name != "" {
				b.finish(all, m, s)
			}
			b.spare = append(b.spare, s)
			return
		}
	}
}

// newStretch returns one, if possible one that is no longer needed: there may be
// millions of regions.
func (b *Book) newStretch() *stretch {
	n := len(b.spare)
	if n == 0 {
		return &stretch{}
	}
	s := b.spare[n-1]
	b.spare = b.spare[:n-1]
	return s
}

// finish adds a stretch that has ended to those of its name.
func (b *Book) finish(all map[string]*lengths, m *record.Mark, s *stretch) {
	if !b.scope.touch(m.Start, m.End) {
		return
	}
	s.to, s.length, s.total = m.End, m.End-m.Start, m.End-m.Start
	l := all[m.Name]
	if l == nil {
		if len(all) >= maxNames {
			return
		}
		l = &lengths{}
		all[m.Name] = l
	}
	l.add(s)
}

// maxNames is how many regions, and how many tasks, are told apart by name.
const maxNames = 256
