package lab

import (
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// Zones of a figure's effect, which is our distance from its null as a share of the
// published distance. An interval has to lie within one zone: a run that straddles a
// border is inconclusive, and another one does not say the opposite.
const (
	none  = 0.2 // below, there is nothing to the claim
	least = 0.6 // from here to most, the figure is borne out
	most  = 1.6
)

// Judge makes verdicts of the figures, and one of the claim.
func Judge(figures []Figure, d Data) ([]record.Figure, record.ClaimVerdict) {
	var all []record.Figure
	for _, f := range figures {
		var ours []float64
		for _, round := range d.Rounds {
			if v, ok := f.Of(d.values(round)); ok {
				ours = append(ours, v)
			}
		}
		if f.Occurs {
			all = append(all, f.count(ours))
			continue
		}
		all = append(all, f.judge(f.estimate(ours, d)))
	}
	return all, together(all)
}

// estimate is ours over the undisturbed rounds. Where these are too few for an interval, it
// is over all rounds and has none, so that it is seen and not judged.
func (f Figure) estimate(ours []float64, d Data) record.Estimate {
	all := stats.HodgesLehmann(ours, record.Confidence)
	if f.Undisturbed == nil {
		return all
	}
	var quiet []float64
	for _, round := range d.Rounds {
		if v, ok := f.Of(d.values(round)); ok && f.Undisturbed(d.values(round)) {
			quiet = append(quiet, v)
		}
	}
	if e := stats.HodgesLehmann(quiet, record.Confidence); e.Confidence > 0 {
		return e
	}
	all.Confidence = 0
	return all
}

// count holds the number of events against a claim that there are any.
func (f Figure) count(ours []float64) record.Figure {
	r := record.Figure{Name: f.Name, Unit: f.Unit, Published: f.Published, Ours: record.Estimate{Center: stats.Mean(ours), N: len(ours)}, Says: record.Refuted}
	switch {
	case len(ours) == 0:
		r.Ours, r.Says = record.Estimate{}, record.Unclear
	case r.Ours.Center > 0:
		r.Says = record.Reproduced
	}
	return r
}

func (d Data) values(round map[int]map[string]float64) Values {
	return func(variant, unit string) (float64, bool) {
		v, ok := round[slices.Index(d.Variants, variant)][unit]
		return v, ok
	}
}

// judge holds one figure against what is published.
func (f Figure) judge(ours record.Estimate) record.Figure {
	r := record.Figure{Name: f.Name, Unit: f.Unit, Published: f.Published, Null: f.Null, Ours: ours, Says: record.Unclear}
	if r.Null == 0 && !f.Linear {
		r.Null = 1
	}
	if ours.Confidence == 0 {
		return r
	}
	distance := func(x float64) float64 { return x - r.Null }
	if !f.Linear {
		distance = func(x float64) float64 { return math.Log(x / r.Null) }
	}
	claimed := distance(f.Published)
	a, b := distance(ours.Lo)/claimed, distance(ours.Hi)/claimed
	lo, hi := min(a, b), max(a, b)
	switch {
	case hi < none:
		r.Says = record.Refuted
	case lo >= least && hi <= most:
		r.Says = record.Reproduced
	case lo >= none && (hi <= least || lo >= most):
		r.Says = record.Partly
	}
	return r
}

// together is what figures come to: all of them have to say the same, or the claim holds
// partly.
func together(figures []record.Figure) record.ClaimVerdict {
	said := map[record.ClaimVerdict]bool{}
	for _, f := range figures {
		said[f.Says] = true
	}
	switch {
	case len(figures) == 0 || said[record.Unclear]:
		return record.Unclear
	case len(said) > 1:
		return record.Partly
	}
	return figures[0].Says
}
