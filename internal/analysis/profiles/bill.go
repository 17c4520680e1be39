package profiles

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// onCPU tells the items that are spent on a CPU, for all that is known.
func onCPU(i record.Item) bool {
	switch i {
	case record.ItemRunning, record.ItemAssist, record.ItemSyscallOn, record.ItemGC, record.ItemScheduler, record.ItemSpinning:
		return true
	}
	return false
}

// entry is one line of the bill of stacks.
type entry struct {
	key
	sum
}

// entries returns the bill of some items, always in the same order, and what is
// to be known about it.
func (c *Collector) entries(items []record.Item) (bill []entry, notes []string) {
	pieces, samples := split(c.pieces), split(c.samples)
	for _, item := range items {
		if item >= record.Items {
			continue
		}
		p, s := pieces[item], samples[item]
		if len(p) > 0 && onCPU(item) {
			total, count := add(p), add(s).count
			if count > 0 {
				share(s, total.ns, count)
				p = s
			}
			notes = append(notes, sampled(item, total.ns, count))
		}
		bill = append(bill, p...)
	}
	return bill, notes
}

// split sorts sums by item, and those of an item by what else they are of.
func split(s sums) (of [record.Items][]entry) {
	for k, v := range s {
		of[k.item] = append(of[k.item], entry{k, v})
	}
	for _, es := range of {
		slices.SortFunc(es, func(a, b entry) int {
			return cmp.Or(cmp.Compare(a.detail, b.detail), cmp.Compare(a.root, b.root), cmp.Compare(a.stack, b.stack))
		})
	}
	return of
}

func add(es []entry) (total sum) {
	for _, e := range es {
		total.ns += e.ns
		total.count += e.count
	}
	return total
}

// share gives each of count samples the same part of ns, and all together all of
// it: an entry gets what its last sample has come to, rounded down, less what the
// one before had.
func share(es []entry, ns, count int64) {
	var seen, before int64
	for i := range es {
		seen += es[i].count
		high, low := bits.Mul64(uint64(ns), uint64(seen))
		to, _ := bits.Div64(high, low, uint64(count))
		es[i].ns = int64(to) - before
		before = int64(to)
	}
}

// sampled says how the time of an on-CPU item was billed to stacks.
func sampled(item record.Item, ns, samples int64) string {
	if samples == 0 {
		return fmt.Sprintf("%s: no CPU samples. Its time is billed to the stack of the last event before it, which can be far from where it was spent.", item)
	}
	return fmt.Sprintf("%s: %s by the recorded events, shared out by %d CPU samples: each stands for %s.",
		item, unit.Nanoseconds(float64(ns)), samples, unit.Nanoseconds(float64(ns)/float64(samples)))
}

// calls returns the stack of an entry, innermost call first, from the function
// that its goroutine started with. It has at least one call.
func (c *Collector) calls(e *entry) []record.Call {
	if e.stack == otherStack {
		return []record.Call{{Func: "(other)"}}
	}
	var calls []record.Call
	if e.stack != 0 && c.o.Stack != nil {
		calls = c.o.Stack(e.stack)
	}
	if n := len(calls); e.root != "" && (n == 0 || calls[n-1].Func != e.root) {
		return append(slices.Clip(calls), record.Call{Func: e.root})
	}
	if len(calls) == 0 {
		return []record.Call{{Func: "(no stack)"}}
	}
	return calls
}

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
