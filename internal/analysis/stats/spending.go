package stats

import "math"

// Kept is the share of the error rate that a comparison keeps back, to be able to
// go on after its planned looks. At nine looks it moves the critical value from
// 2.77 to 2.81, and so costs 2 % of the rounds; the first look after them then has
// a critical value of 3.02.
const Kept = 0.1

// Level returns the error rate of the look in place i, counted from 0: the planned
// looks share (1 − Kept)·Alpha equally, and the j-th after them, j = 1, 2, …, has
// Kept·Alpha/2ʲ. It is 0 where nothing was kept back.
//
// The levels of all looks, of which there may be any number, sum to Alpha: by the
// union bound, that is the chance that any of them ever rejects a true hypothesis.
// Nothing else is assumed, so a comparison may stop and go on as often as anybody
// likes and for whatever reason, the results included: that only picks some of
// these looks. They must not be moved with an eye on the results; see LooksAt.
//
// Spending an error rate over looks is Lan & DeMets, Discrete Sequential Boundaries
// for Clinical Trials, 1983; a geometric series leaves something for every look and
// most for the next ones. An e-process would need no plan of looks; in replays it
// took 15 % longer than planned looks and found less, because it pays for a look at
// every round.
func (p Plan) Level(i int) float64 {
	if i < p.Looks {
		return (1 - p.Kept) * p.Alpha / float64(p.Looks)
	}
	return p.Kept * p.Alpha * math.Pow(0.5, float64(i-p.Looks+1))
}

// Rounds returns the number of rounds after which to take the look in place i,
// counted from 0: that of the planned looks, and each after them with half as many
// rounds again as the one before.
func Rounds(planned []int, i int) int {
	if i < len(planned) {
		return planned[i]
	}
	n := planned[len(planned)-1]
	for range i - len(planned) + 1 {
		n = int(math.Ceil(growth * float64(n)))
	}
	return n
}

// LooksAt returns the rounds after which looks were taken, in their places, the last
// of them now or before. The first session ended after so many rounds, or is still
// the only one and ends now. Where it ends it is looked at, planned or not, for
// nobody has seen any difference by then; such a look takes the place of the next
// planned one, with its error rate, unless it comes too early to tell anything. Who
// ends a later session knows what came out before, so that there only planned looks
// are taken.
func (p Plan) LooksAt(planned []int, first, now int) []int {
	var at []int
	until := func(n int) {
		for next := Rounds(planned, len(at)); next <= n; next = Rounds(planned, len(at)) {
			at = append(at, next)
		}
	}
	until(first)
	p.Taken = len(at)
	if planned := len(at) > 0 && at[len(at)-1] == first; !planned && (first == now || first >= p.Fewest(1)) {
		at = append(at, first)
	}
	if until(now); len(at) == 0 {
		return []int{first} // too early, too
	}
	return at
}
