package profiles

import (
	"fmt"

	"github.com/google/pprof/profile"

	"tare/internal/record"
)

// Profile returns the stacks of some items as a profile for go tool pprof, of
// all that were met without arguments. Its values are events/count (pieces of
// time, or CPU samples) and delay/nanoseconds; labels "item" and "detail" say
// what was done (try -tagfocus item=throttled, or -tagroot item). How time on a
// CPU was billed to stacks is in its comments.
func (c *Collector) Profile(items ...record.Item) *profile.Profile {
	if len(items) == 0 {
		items = c.Items()
	}
	bill, notes := c.entries(items)
	b := newBuilder("events", "delay")
	for _, e := range bill {
		labels := map[string][]string{"item": {e.item.String()}}
		if e.detail != "" {
			labels["detail"] = []string{e.detail}
		}
		b.add(c.calls(&e), e.sum, labels)
	}
	b.p.DurationNanos = c.end - c.begin
	if c.stray > 0 && len(notes) > 0 {
		notes = append(notes, fmt.Sprintf("CPU samples that do not count, because no goroutine was on a CPU there: %d.", c.stray))
	}
	b.p.Comments = append(notes, c.notes()...)
	return b.p
}

// notes say what holds for the profiles of all items.
func (c *Collector) notes() []string {
	var notes []string
	if !c.goroutines && len(c.pieces) > 0 {
		notes = append(notes, "The recording has no Go side: these are the stacks of threads, where the kernel took them off their CPUs.")
	}
	if c.other > 0 {
		notes = append(notes, fmt.Sprintf("(other): %d pieces or samples, whose stacks came after the first %d.", c.other, c.o.Stacks))
	}
	return notes
}

// builder makes a pprof profile. Its locations are lines: there are no addresses.
type builder struct {
	p         *profile.Profile
	locations map[record.Call]*profile.Location
	functions map[record.Call]*profile.Function // without lines
}

// newBuilder starts a profile whose samples have a count and a time, called so.
func newBuilder(count, time string) *builder {
	return &builder{
		p: &profile.Profile{
			SampleType:        []*profile.ValueType{{Type: count, Unit: "count"}, {Type: time, Unit: "nanoseconds"}},
			DefaultSampleType: time,
		},
		locations: map[record.Call]*profile.Location{},
		functions: map[record.Call]*profile.Function{},
	}
}

// add adds a sample of a stack, innermost call first.
func (b *builder) add(calls []record.Call, s sum, labels map[string][]string) {
	sample := &profile.Sample{Value: []int64{s.count, s.ns}, Label: labels}
	for _, c := range calls {
		sample.Location = append(sample.Location, b.location(c))
	}
	b.p.Sample = append(b.p.Sample, sample)
}

func (b *builder) location(c record.Call) *profile.Location {
	l := b.locations[c]
	if l == nil {
		l = &profile.Location{ID: uint64(len(b.locations) + 1), Line: []profile.Line{{Function: b.function(c), Line: int64(c.Line)}}}
		b.locations[c] = l
		b.p.Location = append(b.p.Location, l)
	}
	return l
}

func (b *builder) function(c record.Call) *profile.Function {
	c.Line = 0
	f := b.functions[c]
	if f == nil {
		f = &profile.Function{ID: uint64(len(b.functions) + 1), Name: c.Func, SystemName: c.Func, Filename: c.File}
		b.functions[c] = f
		b.p.Function = append(b.p.Function, f)
	}
	return f
}
