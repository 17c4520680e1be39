package verdict

import (
	"fmt"
	"math"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// round is one round of the base and another variant.
type round struct{ base, other *record.Trial }

// rounds pairs the trials of variant v with the base's, in time order. Rounds
// that one of them had no part in, or did not end well in, are left out.
func rounds(trials []record.Trial, v int) []round {
	byRound := map[int]*round{}
	var all []round
	var order []int
	for i := range trials {
		t := &trials[i]
		if t.Variant != 0 && t.Variant != v || t.Outcome != record.OK {
			continue
		}
		if byRound[t.Round] == nil {
			byRound[t.Round] = &round{}
			order = append(order, t.Round)
		}
		if t.Variant == 0 {
			byRound[t.Round].base = t
		} else {
			byRound[t.Round].other = t
		}
	}
	for _, n := range order {
		if p := byRound[n]; p.base != nil && p.other != nil {
			all = append(all, *p)
		}
	}
	return all
}

// clean reports whether both trials count.
func (p round) clean() bool { return p.base.Counts() && p.other.Counts() }

// pairs returns the log ratios of variant v to the base in the unit. Equal values
// have the ratio 1, whatever they are: counts are often 0. When a pair has no
// ratio, all are compared by their differences in the unit, in place of Log.
// A round in which one of them lacks the unit has neither.
func (r Rules) pairs(trials []record.Trial, v int, unit string) (all []record.PairLog, ratios bool) {
	var differences []record.PairLog
	ratios = true
	for _, p := range rounds(trials, v) {
		was, ok1 := r.value(*p.base, unit)
		is, ok2 := r.value(*p.other, unit)
		if !ok1 || !ok2 {
			continue
		}
		d := record.PairLog{Round: p.base.Round, Log: is - was, Clean: p.clean(), First: p.other.Order < p.base.Order}
		differences = append(differences, d)
		switch {
		case was > 0 && is > 0:
			d.Log = math.Log(is / was)
		case was != is:
			ratios = false
		}
		all = append(all, d)
	}
	if !ratios {
		return differences, false
	}
	return all, true
}

// value returns what the trial measured in the unit, and whether it did.
func (r Rules) value(t record.Trial, unit string) (float64, bool) {
	for _, v := range r.Values(t) {
		if v.Unit == unit {
			return v.Value, true
		}
	}
	return 0, false
}

// differences returns the log ratios of the rounds up to last: of clean rounds
// only, or of all. Under layouts, which rounds go through in turn, the unit of
// analysis is the layout, and each contributes the median of its rounds: those
// with the same layout share its luck.
func (r Rules) differences(logs []record.PairLog, last int, dirty bool) []float64 {
	var all []float64
	byLayout := make([][]float64, r.Plan.Layouts)
	for _, l := range logs {
		switch {
		case l.Round > last || !l.Clean && !dirty:
		case r.Plan.Layouts > 0:
			i := (l.Round - 1) % r.Plan.Layouts
			byLayout[i] = append(byLayout[i], l.Log)
		default:
			all = append(all, l.Log)
		}
	}
	for _, logs := range byLayout {
		if len(logs) > 0 {
			all = append(all, stats.Median(logs))
		}
	}
	return all
}

// looks returns the differences as they stood after so many rounds each.
func (r Rules) looks(logs []record.PairLog, at []int, dirty bool) [][]float64 {
	var looks [][]float64
	for _, n := range at {
		looks = append(looks, r.differences(logs, n, dirty))
	}
	return looks
}

// lopsided is the p-value, for all comparisons together, below which the rounds
// that a comparison dropped are held to depend on the variant.
const lopsided = 0.01

// contaminated takes back the verdicts of comparisons that dropped rounds because
// of one variant more often than because of the other. A coin decides which of two
// equal variants runs at which place of a round, and so which of them is hit by what
// pollutes one and not the other: of such rounds each is as likely to be the one's
// as the other's (McNemar's test, exact). Where they are not, what a variant does
// decides what counts, and what is left says nothing about the two.
//
// Benchmarks are those that compared came from; one may have come to several.
func (r Rules) contaminated(compared []record.Compared, benchmarks []Benchmark) {
	type suspect struct {
		change    *record.Change
		base, own int // rounds that one of them polluted alone
	}
	var all []suspect
	var ps []float64
	trials := map[record.Benchmark][]record.Trial{}
	for _, b := range benchmarks {
		trials[b.Name] = b.Trials
	}
	for _, c := range compared {
		for j := range c.Changes {
			s := suspect{change: &c.Changes[j]}
			for _, p := range rounds(trials[c.Benchmark], s.change.Variant) {
				switch base, own := p.base.Counts(), p.other.Counts(); {
				case !base && own:
					s.base++
				case base && !own:
					s.own++
				}
			}
			all, ps = append(all, s), append(ps, signTest(s.base+s.own, max(s.base, s.own)))
		}
	}
	for i, p := range holm(ps) {
		if s := all[i]; p <= lopsided && s.change.Verdict != record.Invalid {
			s.change.Verdict = record.Invalid
			s.change.Why = fmt.Sprintf("contaminated: only %s in %d rounds and only %s in %d, so which rounds were dropped depends on what is compared",
				r.Variants[s.change.Variant].Name, s.own, r.Variants[0].Name, s.base)
		}
	}
}
