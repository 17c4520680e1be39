package stackprof

import (
	"slices"

	"tare/internal/record"
)

// sample is a CPU profile's sample that waits for the end of the piece that it
// was taken in: only then is it known what that piece is.
type sample struct {
	at    int64
	stack record.StackID
}

// wait keeps a sample until its goroutine's piece ends. Should that not happen
// for too many, none of them counts.
func (c *Collector) wait(m *record.Mark) {
	if c.waits == mostWaiting {
		clear(c.waiting)
		c.stray += int64(c.waits)
		c.waits = 0
	}
	c.waiting[m.G] = append(c.waiting[m.G], sample{m.Start, m.Stack})
	c.waits++
}

// counts reports whether a moment is of the time that counts.
func (c *Collector) counts(t int64) bool {
	_, ns := c.within(t, t+1)
	return ns > 0
}

// settle counts the samples that were taken in a piece of a goroutine, under k.
func (c *Collector) settle(p *record.Piece, k key, wanted bool) {
	all := c.waiting[p.Lane.ID]
	if len(all) == 0 {
		return
	}
	left := slices.DeleteFunc(all, func(s sample) bool {
		switch {
		case s.at >= p.End:
			return false
		case s.at < p.Start || !onCPU(p.Item):
			c.stray++
		case wanted && c.counts(s.at):
			k.stack = s.stack
			c.add(c.samples, k, sum{count: 1})
		}
		return true
	})
	c.waits -= len(all) - len(left)
	if c.waiting[p.Lane.ID] = left; len(left) == 0 {
		delete(c.waiting, p.Lane.ID)
	}
}
