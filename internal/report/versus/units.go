package versus

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/report/wording"
)

// otherUnits are the units that verdicts are not about.
type otherUnits struct {
	tables []unitTable // with the rows in which something moved
	equal  []string    // units that are the same on both sides everywhere
	still  []string    // units that vary, but did not move
}

// unitTable is the rows in which a unit moved.
type unitTable struct {
	table
	rest  int  // changes without a row
	equal bool // in those, both sides have the same value
}

// others says what the rows leave out.
func (t unitTable) others() string {
	switch {
	case t.rest == 0:
		return ""
	case t.equal:
		return fmt.Sprintf("the other %d: all equal", t.rest)
	}
	return fmt.Sprintf("the other %d: no change found", t.rest)
}

// counters are the units of readings. What moves them is the machine as well as
// the code: they show as reasons only.
var counters = []string{
	"gc/op", "gc-assist-ns/op", "voluntary-switches/op", "involuntary-switches/op", "migrations/op",
	"minor-faults/op", "major-faults/op", "cycles/op", "instructions/op", "cache-misses/op", "dtlb-misses/op",
	"exact-B/op", "exact-allocs/op",
}

// otherUnits sorts the units of all benchmarks out, in order of first appearance.
func (v view) otherUnits() otherUnits {
	var o otherUnits
	for _, name := range v.unitNames() {
		t := v.unitTable(name)
		switch {
		case len(t.rows) > 0:
			o.tables = append(o.tables, t)
		case t.equal:
			o.equal = append(o.equal, name)
		default:
			o.still = append(o.still, name)
		}
	}
	return o
}

// remarks say how sure the tables are, which units have none, and why.
func (o otherUnits) remarks() []string {
	var texts []string
	if len(o.tables) > 0 {
		texts = append(texts, "of every hundred such rows in which nothing changed, one looks as if it had")
	}
	if len(o.equal) > 0 {
		texts = append(texts, "all equal: "+strings.Join(o.equal, ", "))
	}
	if len(o.still) > 0 {
		texts = append(texts, "no change found: "+strings.Join(o.still, ", "))
	}
	return texts
}

func (v view) unitNames() []string {
	var names []string
	for _, b := range v.each() {
		for _, c := range b.Changes {
			for _, u := range c.Units {
				if items[u.Unit] == "" && !v.judged(b.Benchmark, u.Unit) && !slices.Contains(counters, u.Unit) && !slices.Contains(names, u.Unit) {
					names = append(names, u.Unit)
				}
			}
		}
	}
	return names
}

func (v view) unitTable(name string) unitTable {
	t := unitTable{table: table{unit: name}, equal: true}
	for _, b := range v.each() {
		for _, c := range b.Changes {
			u, ok := find(c.Units, name)
			switch {
			case !ok || v.judged(b.Benchmark, name):
			case !u.Moved:
				t.rest++
				t.equal = t.equal && u.Old == u.New
			default:
				s := ofUnit(u)
				size := s.String()
				if !s.known && u.Diff.N > 0 { // it was 0
					size = difference(u.Diff.Center, name)
				}
				t.rows = append(t.rows, row{
					name: v.full(b.Benchmark), variant: v.variant(c.Variant),
					old: wording.Number(u.Old, name), new: wording.Number(u.New, name),
					change: size, interval: s.interval(),
				})
			}
		}
	}
	return t
}
