package profiles

import (
	"bytes"
	"fmt"
	"slices"

	"tare/internal/record"
)

// Kind is what a flame graph is of.
type Kind uint8

// The kinds of flame graphs. Off-CPU stacks end in what was waited for, such as
// "[throttled]": all items count that are not spent on a CPU for sure, except
// idle threads and what nothing was recorded about.
const (
	OnCPU Kind = iota
	OffCPU
)

// has tells whether graphs of a kind show an item.
func (k Kind) has(i record.Item) bool {
	if k == OnCPU {
		return onCPU(i)
	}
	return !onCPU(i) && i != record.ItemIdle && i != record.ItemUnknown
}

// Tree returns the stacks as a tree, New in ns per stretch, like
// Compare: without package testing's own calls, without twigs. Less than
// one stretch counts as one.
func (c *Collector) Tree(k Kind, stretches int64) (record.Frame, error) {
	d, err := CompareRecordings(k, NewCollector(Options{}), c, 1, stretches)
	return d.Root, err
}

// CompareRecordings returns what changed from one recording to another, in ns per stretch
// (op, window, instance of a region), so that recordings of different length
// compare. Samples are CPU samples, or pieces of time.
func CompareRecordings(k Kind, old, new *Collector, oldStretches, newStretches int64) (record.ProfileDiff, error) {
	var sides [2]Side
	for i, c := range []*Collector{old, new} {
		stretches := max(1, []int64{oldStretches, newStretches}[i])
		if err := c.fill(&sides[i], k, stretches); err != nil {
			return record.ProfileDiff{}, fmt.Errorf("sum up stacks: %w", err)
		}
	}
	return Compare(&sides[0], &sides[1]), nil
}

// fill gives a side the stacks of a kind, in the form that it takes: that of a
// CPU profile.
func (c *Collector) fill(side *Side, k Kind, stretches int64) error {
	b := newBuilder("samples", "cpu")
	bill, _ := c.entries(slices.DeleteFunc(c.Items(), func(i record.Item) bool { return !k.has(i) }))
	for _, e := range bill {
		calls := c.calls(&e)
		if k == OffCPU {
			calls = slices.Insert(slices.Clone(calls), 0, record.Call{Func: leaf(&e)})
		}
		b.add(calls, e.sum, nil)
	}
	var encoded bytes.Buffer
	if err := b.p.WriteUncompressed(&encoded); err != nil {
		return err
	}
	return side.Add(&encoded, stretches)
}

// leaf names what an off-CPU stack ends in.
func leaf(e *entry) string {
	if e.detail == "" {
		return "[" + e.item.String() + "]"
	}
	return "[" + e.item.String() + ": " + e.detail + "]"
}
