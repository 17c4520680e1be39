package verdict

import (
	"errors"
	"math"
	"strings"
	"testing"

	"tare/internal/record"
)

// called is a change that was called slower by a few percent.
func called(by float64) *record.Change {
	return &record.Change{Variant: 1, Verdict: record.Slower, Adjusted: 0.01,
		Ratio: record.Estimate{N: 30, Center: 1 + by, Lo: 1 + by/2, Hi: 1 + 1.5*by, Confidence: 0.95}}
}

// orders makes trials in link orders, each of which has an effect of its own.
func orders(seed uint64, effect float64, luck func(order int) float64, n, perOrder int) []record.Trial {
	m := newMachine(seed)
	var trials []record.Trial
	for round := range n * perOrder {
		trials = m.round(trials, bench(0), map[int]float64{0: 0, 1: effect + luck(round%n)})
	}
	return trials
}

func alternating(size float64) func(int) float64 {
	return func(order int) float64 { return size * float64(1-2*(order%2)) }
}

func TestConfirm(t *testing.T) {
	r := rules(200)
	for _, c := range []struct {
		name    string
		trials  []record.Trial
		err     error
		verdict record.Verdict
		why     string
	}{
		{"in all orders", orders(1, 0.03, alternating(0), 8, 4), nil, record.Slower, "confirmed in other link orders: +"},
		{"luck of the first order", orders(2, 0, alternating(0.03), 8, 4), nil, record.Inconclusive, "not the same in other link orders: +3.0% as linked, "},
		{"nothing in the others", orders(3, 0, alternating(0), 8, 40), nil, record.Equivalent, "not the same in other link orders: +3.0% as linked, "},
		{"the other way", orders(4, -0.05, alternating(0), 8, 4), nil, record.Inconclusive, "over 8 orders; layouts account for ±"},
		{"no trials", nil, errors.New("linking failed"), record.Inconclusive, "not confirmed in other link orders: linking failed"},
	} {
		change := called(0.03)
		r.Confirm([]Doubt{{Change: change, Metric: "net-ns/op", Orders: 8, Variant: 1, Trials: c.trials, Err: c.err}})
		if change.Verdict != c.verdict || !strings.Contains(change.Why, c.why) || change.Confirmation.Confirmed != (c.verdict == record.Slower) {
			t.Errorf("%s: %s, %q, %+v", c.name, change.Verdict, change.Why, change.Confirmation.Ratio)
		}
		if n := change.Confirmation.Layouts; c.err == nil && n != 8 {
			t.Errorf("%s: %d layouts", c.name, n)
		}
	}
}

// Each order has one say, however many rounds it has: what is in every round of
// the orders that are slower is their luck.
func TestConfirmationGoesByOrder(t *testing.T) {
	change := called(0.02)
	mostly := func(order int) float64 { return []float64{0.03, 0.03, 0.03, 0.03, 0.03, -0.03, -0.03, -0.03}[order] }
	rules(200).Confirm([]Doubt{{Change: change, Metric: "net-ns/op", Orders: 8, Variant: 1, Trials: orders(5, 0, mostly, 8, 25)}})
	if c := change.Confirmation; c.Confirmed || c.P < 0.05 || math.Abs(c.Share-0.031) > 0.008 {
		t.Errorf("p %.3g, share %.3g of 3.1%%: %s", c.P, c.Share, change.Why)
	}
}

// Holm's correction is for those that were doubted.
func TestConfirmMany(t *testing.T) {
	r := rules(200)
	if one, ten, hundred := r.Orders(1), r.Orders(10), r.Orders(100); one != 8 || ten != 9 || hundred != 12 {
		t.Errorf("%d, %d and %d orders for 1, 10 and 100", one, ten, hundred)
	}
	var doubts []Doubt
	for i := range 10 {
		doubts = append(doubts, Doubt{Change: called(0.03), Metric: "net-ns/op", Orders: 8, Variant: 1, Trials: orders(uint64(10+i), 0.03, alternating(0), 8, 4)})
	}
	r.Confirm(doubts) // 8 orders cannot tell among 10
	for _, d := range doubts {
		if d.Change.Verdict == record.Slower || d.Change.Confirmation.P > 0.05 || d.Change.Confirmation.Adjusted <= 0.05 {
			t.Errorf("%s: %+v", d.Change.Verdict, d.Change.Confirmation)
		}
	}
}

func TestDoubts(t *testing.T) {
	large, equal := called(0.2), called(0.03)
	equal.Verdict = record.Equivalent
	if !Small(*called(0.03)) || Small(*large) || !Doubts(*large, "ns/op") || Doubts(*equal, "ns/op") || Doubts(*large, "B/op") || !Doubts(*large, "MB/s") {
		t.Error("the wrong changes are doubted")
	}
	if r := rules(200); r.PerOrder(9, 8) != 2 || r.PerOrder(32, 8) != 4 || r.PerOrder(200, 8) != 25 {
		t.Error("the number of rounds for each order is wrong")
	}
}

func TestSameCode(t *testing.T) {
	for identical, why := range map[bool]string{false: "same machine code", true: "the same program"} {
		c := called(0.2)
		if SameCode(c, identical); c.Verdict != record.SameCode || !strings.HasPrefix(c.Why, why) {
			t.Errorf("%s: %s", c.Verdict, c.Why)
		}
	}
}
