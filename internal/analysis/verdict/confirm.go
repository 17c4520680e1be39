package verdict

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// small is the change, a fraction of one, below which where the linker puts code
// may be all there is to it.
const small = 0.05

// The number of link orders and of rounds in each that a confirmation has at least.
const (
	leastOrders   = 8
	leastPerOrder = 2
)

// Doubts reports whether change c, by a unit of time, may come from where its code
// lies alone. Counts, which do not depend on it, may not.
func Doubts(c record.Change, metric string) bool {
	timed := strings.HasSuffix(metric, "ns/op") || largerIsBetter(metric)
	return timed && (c.Verdict == record.Slower || c.Verdict == record.Faster) && c.Ratio.N > 0
}

// Small reports whether the interval of c does not lie wholly beyond what link
// orders do.
func Small(c record.Change) bool { return c.Ratio.Lo <= 1+small && c.Ratio.Hi >= 1-small }

// SameCode takes back what was called slower or faster, because both sides run the
// same machine code, or even the same file.
func SameCode(c *record.Change, identical bool) {
	c.Verdict, c.Why = record.SameCode, "same machine code on both sides: only its place in the program differs"
	if identical {
		c.Why = "the same program on both sides: any difference is measurement error"
	}
}

// Orders returns how many link orders so many comparisons take to confirm any of
// them, as one look at the signs of as many differences can tell.
func (r Rules) Orders(comparisons int) int {
	one := r
	one.Plan.Looks, one.Plan.Kept = make([]int, 1), 0
	return max(leastOrders, one.test(0).Fewest(comparisons))
}

// PerOrder returns in how many rounds of each order to confirm what took so many
// rounds to find: as many in all, which is what the noise between rounds asks for,
// but no more than the plan has.
func (r Rules) PerOrder(rounds, orders int) int {
	most := r.Plan.Looks[len(r.Plan.Looks)-1]
	return max(leastPerOrder, (min(rounds, most)+orders-1)/orders)
}

// Doubt is a change with the trials that are to confirm it, of benchmarks linked
// in so many other orders, through which their rounds went in turn.
type Doubt struct {
	Change  *record.Change
	Metric  string
	Orders  int
	Variant int            // of the trials; the base is 0
	Trials  []record.Trial // in time order
	Err     error          // why there are none
}

// Confirm upholds changes that are found in other link orders, too, and takes back
// the others. Trials of the first comparison play no part, so that the error rate
// of what it found is at most that of the confirmation, for all of them together.
func (r Rules) Confirm(doubts []Doubt) {
	ps := make([]float64, len(doubts))
	for i, d := range doubts {
		d.Change.Confirmation = r.confirmation(d)
		ps[i] = d.Change.Confirmation.P
	}
	for i, p := range holm(ps) {
		c := doubts[i].Change
		c.Confirmation.Adjusted = p
		r.uphold(c, doubts[i].Err)
	}
}

// confirmation estimates the change over the link orders, each of which counts
// once.
func (r Rules) confirmation(d Doubt) *record.Confirmation {
	if len(d.Trials) == 0 {
		return &record.Confirmation{P: 1}
	}
	rounds := d.Trials[len(d.Trials)-1].Round
	r.Plan.Layouts, r.Plan.Looks, r.Plan.Kept, r.Sessions = d.Orders, []int{rounds}, 0, nil
	found := r.change(d.Variant, d.Trials, d.Metric, rounds)
	return &record.Confirmation{Layouts: found.Ratio.N, Rounds: rounds, Ratio: found.Ratio, P: found.P,
		Share: betweenOrders(found.Logs, d.Orders), Logs: found.Logs}
}

// betweenOrders returns the standard deviation of the change between link orders,
// without what the noise of their rounds adds: the method of moments for a random
// effect, with a robust variance within orders (1.4826 times the median deviation)
// and π/2 times its n-th part for a median of n.
func betweenOrders(logs []record.PairLog, orders int) float64 {
	byOrder := make([][]float64, orders)
	for _, l := range logs {
		if l.Clean {
			i := (l.Round - 1) % orders
			byOrder[i] = append(byOrder[i], l.Log)
		}
	}
	var medians, apart []float64
	inverse := 0.0 // sum of 1/n
	for _, of := range byOrder {
		if len(of) < 2 {
			continue
		}
		m := stats.Median(of)
		medians = append(medians, m)
		inverse += 1 / float64(len(of))
		for _, l := range of {
			// The median of n follows the values by about 1/n of their variance.
			apart = append(apart, math.Abs(l-m)*math.Sqrt(float64(len(of))/float64(len(of)-1)))
		}
	}
	k := float64(len(medians))
	if k < 2 {
		return 0
	}
	mean, squares := stats.Mean(medians), 0.0
	for _, m := range medians {
		squares += (m - mean) * (m - mean)
	}
	noise := 1.4826 * stats.Median(apart)
	return math.Sqrt(max(0, squares/(k-1)-math.Pi/2*noise*noise*inverse/k))
}

// uphold gives c its verdict after the confirmation.
func (r Rules) uphold(c *record.Change, err error) {
	if err != nil {
		c.Verdict = record.Inconclusive
		Unconfirmed(c, err.Error())
		return
	}
	e, f := c.Ratio, c.Confirmation
	found := f.Ratio
	f.Confirmed = found.Confidence > 0 && f.Adjusted <= r.Plan.Alpha && (found.Center > 1) == (e.Center > 1)
	over := fmt.Sprintf("%s over %d orders", signed(found.Center-1), f.Layouts)
	if found.Confidence > 0 {
		over = fmt.Sprintf("%s [%s, %s] over %d orders", signed(found.Center-1), signed(found.Lo-1), signed(found.Hi-1), f.Layouts)
	}
	if f.Confirmed {
		c.Why = joined(c.Why, fmt.Sprintf("confirmed in other link orders: %s; layouts account for ±%s", over, unit.Percent(f.Share, 1)))
		return
	}
	c.Verdict = record.Inconclusive
	if found.Confidence > 0 && found.Lo >= 1-r.Plan.Margin && found.Hi <= 1+r.Plan.Margin {
		c.Verdict = record.Equivalent
	}
	c.Why = joined(c.Why, fmt.Sprintf("not the same in other link orders: %s as linked, %s; layouts account for ±%s",
		signed(e.Center-1), over, unit.Percent(f.Share, 1)))
}

// Unconfirmed says of c why it was not measured in other link orders.
func Unconfirmed(c *record.Change, why string) {
	c.Why = joined(c.Why, "not confirmed in other link orders: "+why)
}

// joined is two sentences in one, without the first where there is none.
func joined(first, second string) string {
	if first == "" {
		return second
	}
	return first + "; " + second
}

// signed is a change in percent, with its sign.
func signed(fraction float64) string {
	text := unit.Percent(fraction, 1)
	if fraction > 0 {
		return "+" + text
	}
	return text
}
