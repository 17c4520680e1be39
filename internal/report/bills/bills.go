// Package bills shows bills as stacks and tables, in the looks and words that reports of
// runs and of comparisons share.
package bills

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// classes are the looks of items by their units, in drawing order: what belongs to the code
// first, so that net is one stretch from the left. Cool colours are the goods, warm ones
// the container.
var classes = []struct{ unit, class string }{
	{"oncpu-ns/op", "oncpu"},
	{"gcpause-ns/op", "gcpause"},
	{"blocked-ns/op", "blocked"},
	{"residual-ns/op", "residual"},
	{"throttled-ns/op", "throttled"},
	{"runq-ns/op", "waiting"},
	{"stolen-ns/op", "stolen"},
}

// rank is the place of a unit in drawing order; one without a look of its own is last.
func rank(unit string) int {
	for i, c := range classes {
		if c.unit == unit {
			return i
		}
	}
	return len(classes)
}

// Class is the look of an item. One without a look of its own looks like the residual.
func Class(item record.BillItem) string {
	if i := rank(item.Unit); i < len(classes) {
		return classes[i].class
	}
	return "residual"
}

// Items are those of b in drawing order.
func Items(b record.Bill) []record.BillItem {
	return slices.SortedStableFunc(slices.Values(b.Items()), func(x, y record.BillItem) int {
		return cmp.Compare(rank(x.Unit), rank(y.Unit))
	})
}

// Made reports whether b was made out: a window takes time.
func Made(b record.Bill) bool { return b.Wall > 0 && wording.Finite(b.Wall) }

// Stack draws b, which was made out. All of the plot stands for width ns per op, or for more
// when b needs it. A small one is for the cell of a table.
func Stack(b record.Bill, width float64, small bool) chart.Stack {
	whole := max(Width(b), width)
	s := chart.Stack{Small: small, Mark: mark(b, whole)}
	var said []string
	for _, item := range Items(b) {
		if !(item.Ns > 0) || !wording.Finite(item.Ns) {
			continue
		}
		text := fmt.Sprintf("%s %s (%s)", item.Name, wording.Ns(item.Ns), wording.Share(item.Ns/b.Wall, 0))
		said = append(said, text)
		s.Parts = append(s.Parts, chart.Part{Class: Class(item), Name: item.Name, Width: item.Ns / whole, Tip: text})
	}
	s.Label = fmt.Sprintf("wall %s: %s; net %s", wording.Ns(b.Wall), strings.Join(said, ", "), wording.Ns(b.Net))
	return s
}

func mark(b record.Bill, whole float64) *chart.Mark {
	if !wording.Finite(b.Net) {
		return &chart.Mark{Text: "net unknown"}
	}
	m := &chart.Mark{At: b.Net / whole, Known: true, Text: fmt.Sprintf("net %s · %s of wall", wording.Ns(b.Net), wording.Share(b.Net/b.Wall, 0))}
	if b.NetStatus != record.Measured {
		m.Text = fmt.Sprintf("net ≈ %s · at best", wording.Ns(b.Net))
	}
	return m
}

// Width is what the stack of b needs, in ns per op: its wall time, or the sum of its items
// when they claim more than that.
func Width(b record.Bill) float64 {
	sum := 0.0
	for _, item := range b.Items() {
		if item.Ns > 0 && wording.Finite(item.Ns) {
			sum += item.Ns
		}
	}
	if !wording.Finite(b.Wall) {
		return sum
	}
	return max(b.Wall, sum)
}

// Note explains a stack that cannot be taken at its word; nil for the others.
func Note(b record.Bill) []model.Text {
	var notes []string
	if b.NetStatus != record.Measured {
		notes = append(notes, "Net is "+wording.Because(b.NetStatus, b.NetWhy)+".")
	}
	if b.Residual < 0 {
		notes = append(notes, wording.NegativeResidual)
	}
	if len(notes) == 0 {
		return nil
	}
	return []model.Text{model.Lit(model.Plain, strings.Join(notes, " "))}
}

// Key names the items that occur in any of all bills.
func Key(all []record.Bill) []model.Key {
	occurs := map[string]bool{}
	for _, b := range all {
		for _, item := range b.Items() {
			occurs[item.Unit] = occurs[item.Unit] || item.Ns > 0
		}
	}
	var key []model.Key
	for _, item := range Items(record.Bill{}) {
		if occurs[item.Unit] {
			key = append(key, model.Key{Class: Class(item), Text: item.Name})
		}
	}
	return append(key, model.Key{Class: "upright", Text: "net"})
}

// Whose says whom an item's time belongs to.
func Whose(item record.BillItem) string {
	if item.Container {
		return "container"
	}
	return "net"
}
