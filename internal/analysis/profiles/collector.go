package profiles

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/record"
)

const (
	mostStacks  = 200_000 // sums, some 30 MB
	mostNames   = 200_000 // goroutines whose first function is remembered
	mostWaiting = 1 << 16 // samples whose piece has not ended yet
)

// Options say what to collect.
type Options struct {
	// Wanted tells which pieces count: those of some goroutines. Without it, all do.
	Wanted func(p *record.Piece) bool
	// Spans are the stretches of time that count, in order and apart. Of a piece
	// that only reaches into them, the part does that lies there. None stands for all
	// time.
	Spans []record.Span
	// Stack looks up a stack, innermost call first. It is called once everything
	// was collected.
	Stack func(record.StackID) []record.Call
	// Stacks is how many sums are kept apart; 0 stands for 200 000. What comes
	// later is billed to "(other)".
	Stacks int
}

// Collector is a record.Sink that sums up pieces of goroutines. In a recording
// without a Go side, those of threads take their place.
type Collector struct {
	o          Options
	goroutines bool // a goroutine was seen
	names      map[int64]string
	pieces     sums
	samples    sums // of on-CPU items; they count, and have no time of their own
	waiting    map[int64][]sample
	waits      int   // samples in waiting
	other      int64 // pieces and samples billed to "(other)"
	stray      int64 // samples that belong to no piece on a CPU
	begin, end int64 // of what was collected
}

// key is what is summed up apart.
type key struct {
	item   record.Item
	detail string
	root   string // the function that the goroutine starts with, or the thread's name
	stack  record.StackID
}

// sum is ns, and the number of pieces or samples.
type sum struct{ ns, count int64 }

type sums map[key]sum

// otherStack stands for all stacks that came too late to be kept apart.
const otherStack record.StackID = math.MinInt32

// NewCollector returns a collector that has seen nothing.
func NewCollector(o Options) *Collector {
	if o.Stacks == 0 {
		o.Stacks = mostStacks
	}
	return &Collector{o: o, names: map[int64]string{}, pieces: sums{}, samples: sums{}, waiting: map[int64][]sample{}}
}

// Named remembers what a goroutine starts with: stacks that do not go back that
// far get it as their root.
func (c *Collector) Named(n *record.Named) {
	if _, known := c.names[n.Lane.ID]; n.Lane.Kind == record.LaneGoroutine && (known || len(c.names) < mostNames) {
		c.names[n.Lane.ID] = n.Name
	}
}

// Piece adds a piece to its stack's sum.
func (c *Collector) Piece(p *record.Piece) {
	goroutine := p.Lane.Kind == record.LaneGoroutine
	if goroutine && !c.goroutines {
		c.goroutines = true
		clear(c.pieces) // of threads
		c.begin, c.end, c.other = 0, 0, 0
	}
	if p.Lane.Kind != record.LaneThread && !goroutine || !goroutine && c.goroutines {
		return
	}
	part, ns := c.within(p.Start, p.End)
	wanted := ns > 0 && (c.o.Wanted == nil || c.o.Wanted(p))
	k := key{item: p.Item, detail: p.Detail}
	if goroutine {
		k.root = c.names[p.Lane.ID]
		c.settle(p, k, wanted)
	}
	if !wanted {
		return
	}
	if c.end == 0 {
		c.begin = part.From
	}
	c.begin, c.end = min(c.begin, part.From), max(c.end, part.To)
	k.stack = p.Stack
	c.add(c.pieces, k, sum{ns, 1})
}

// within returns how many ns of from to to count, and between which moments.
func (c *Collector) within(from, to int64) (part record.Span, ns int64) {
	if len(c.o.Spans) == 0 {
		return record.Span{From: from, To: to}, to - from
	}
	first, _ := slices.BinarySearchFunc(c.o.Spans, from+1, func(s record.Span, t int64) int { return cmp.Compare(s.To, t) })
	for _, s := range c.o.Spans[first:] {
		if s.From >= to {
			break
		}
		if ns == 0 {
			part.From = max(from, s.From)
		}
		part.To = min(to, s.To)
		ns += part.To - max(from, s.From)
	}
	return part, ns
}

// Mark keeps CPU samples.
func (c *Collector) Mark(m *record.Mark) {
	if m.Kind == record.MarkSample {
		c.wait(m)
	}
}

// add adds s to a sum, or to that of the item's other stacks.
func (c *Collector) add(to sums, k key, s sum) {
	if _, known := to[k]; !known && len(c.pieces)+len(c.samples) >= c.o.Stacks {
		k = key{item: k.item, stack: otherStack}
		c.other++
	}
	to[k] = sum{to[k].ns + s.ns, to[k].count + s.count}
}

// Other returns how many pieces and samples were billed to "(other)", because
// there were more stacks than are kept apart.
func (c *Collector) Other() int64 { return c.other }

// Items returns the items that were met, in their order.
func (c *Collector) Items() []record.Item {
	var met [record.Items]bool
	for k := range c.pieces {
		met[k.item] = true
	}
	var items []record.Item
	for i, met := range met {
		if met {
			items = append(items, record.Item(i))
		}
	}
	return items
}
