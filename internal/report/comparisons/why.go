package comparisons

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// The two clocks.
const (
	wallUnit = "ns/op"
	netUnit  = "net-ns/op"
)

// explained is what moved together with a change that is known, in short: the part of
// the time that moved most, the same way, and the counts that programmers know. It is
// empty where nothing did.
func explained(b record.Compared, c record.Change) string {
	if !decided(c) {
		return ""
	}
	var parts []string
	of, _ := clock(b, c)
	against := func(u record.UnitChange) bool { return of*u.Diff.Center < 0 }
	if moved := slices.DeleteFunc(timeMoved(b, c), against); len(moved) > 0 {
		parts = append(parts, itemMove(moved[0]))
	}
	counts := slices.DeleteFunc(countsMoved(b, c), func(u record.UnitChange) bool { return slices.Contains(counters, u.Unit) })
	for _, u := range counts[:min(len(counts), 2)] {
		parts = append(parts, moveOf(u))
	}
	return strings.Join(parts, ", ")
}

// why is what moved together with a change that is known, each a sentence: parts of the
// time, and the counts.
func why(b record.Compared, c record.Change) []string {
	var sentences []string
	var items []string
	for i, u := range timeMoved(b, c) {
		text := itemMove(u)
		if of, unit := clock(b, c); i == 0 && of*u.Diff.Center > 0 { // otherwise it is no part of it
			text += " of " + difference(of, wallUnit) + " " + unit
		}
		items = append(items, text)
	}
	var counts []string
	for _, u := range countsMoved(b, c) {
		text := moveOf(u)
		if s := ofUnit(u); s.known && strings.Contains(text, "→") {
			text += fmt.Sprintf(" (%s)", s)
		}
		counts = append(counts, text)
	}
	for _, texts := range [][]string{items, counts} {
		if len(texts) > 0 {
			sentences = append(sentences, strings.Join(texts, ", "))
		}
	}
	return sentences
}

// items maps the unit of each item of the bill to it.
var items = func() map[string]record.BillItem {
	all := make(map[string]record.BillItem)
	for _, item := range (record.Bill{}).Items() {
		all[item.Unit] = item
	}
	return all
}()

func itemMove(u record.UnitChange) string {
	return items[u.Unit].Name + " " + difference(u.Diff.Center, u.Unit)
}

// timeMoved are the items of the bill that moved, the largest change first. Where the
// verdict is about net, those that are no part of it, the container's, come last.
func timeMoved(b record.Compared, c record.Change) []record.UnitChange {
	moved := slices.DeleteFunc(slices.Clone(c.Units), func(u record.UnitChange) bool { return !u.Moved || items[u.Unit].Name == "" })
	beside := func(u record.UnitChange) int {
		if b.Metric == netUnit && items[u.Unit].Container {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(moved, func(a, b record.UnitChange) int {
		return cmp.Or(cmp.Compare(beside(a), beside(b)), cmp.Compare(math.Abs(b.Diff.Center), math.Abs(a.Diff.Center)))
	})
	return moved
}

// clock is by how much the time changed that the bill's items are held against, in ns, and
// which of the two clocks that is: net where the verdict is about it, else wall time. It is
// 0 when that is not known.
func clock(b record.Compared, c record.Change) (ns float64, name string) {
	clock, name := wallUnit, "wall"
	if b.Metric == netUnit {
		clock, name = netUnit, "net"
	}
	if b.Metric == clock {
		if s := ofRatio(c.Ratio); s.known {
			return b.Old.Center * s.center, name
		}
		return 0, name
	}
	u, _ := find(c.Units, clock)
	return u.Diff.Center, name
}

// countsMoved are the other units that moved: those of the code before those that the
// machine moves, too, and the largest relative change first. A time that another unit
// shows as well is left out.
func countsMoved(b record.Compared, c record.Change) []record.UnitChange {
	moved := slices.DeleteFunc(slices.Clone(c.Units), func(u record.UnitChange) bool {
		return !u.Moved || items[u.Unit].Name != "" || repeats(u.Unit, b.Metric)
	})
	byMachine := func(u record.UnitChange) int {
		if slices.Contains(counters, u.Unit) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(moved, func(a, b record.UnitChange) int {
		return cmp.Or(cmp.Compare(byMachine(a), byMachine(b)), cmp.Compare(weight(b), weight(a)))
	})
	return moved
}

// repeats reports whether a unit says what the verdict, which is about another, or a
// further unit says.
func repeats(unit, judged string) bool {
	if isThroughput(unit) {
		return wording.IsTime(judged) || isThroughput(judged)
	}
	return slices.Contains([]string{wallUnit, netUnit, "cpu-ns/op", "exact-B/op", "exact-allocs/op"}, unit)
}

// isThroughput reports whether values in the unit are bytes over time, the inverse of a
// time: MB/s and its like.
func isThroughput(unit string) bool {
	prefix, ok := strings.CutSuffix(unit, "B/s")
	return ok && slices.Contains([]string{"", "k", "K", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"}, prefix)
}

// moveOf is "allocs/op 3 → 5", or "gc/op +12%" where the values are too small to tell them
// apart.
func moveOf(u record.UnitChange) string {
	old, now := wording.Number(u.Old, u.Unit), wording.Number(u.New, u.Unit)
	if old == now {
		return fmt.Sprintf("%s %s", u.Unit, ofUnit(u))
	}
	return fmt.Sprintf("%s %s → %s", u.Unit, old, now)
}

// weight is the relative change of u; what was 0 before weighs the most.
func weight(u record.UnitChange) float64 {
	if s := ofUnit(u); s.known {
		return math.Abs(s.center)
	}
	return math.Inf(1)
}
