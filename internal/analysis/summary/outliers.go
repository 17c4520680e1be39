package summary

import (
	"cmp"
	"slices"
	"strings"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// outliers returns the clean trials whose net lies far from the rest, in time
// order, with what their readings say about it. Ratios need a center above 0.
func outliers(clean []record.Trial, nets []float64, center float64) []record.Outlier {
	if center <= 0 {
		return nil
	}
	var found []record.Outlier
	for _, i := range stats.Outliers(nets) {
		others := slices.Delete(slices.Clone(clean), i, i+1)
		found = append(found, record.Outlier{
			Round: clean[i].Round,
			Value: nets[i],
			Ratio: nets[i] / center,
			Cause: cause(clean[i], others, center),
		})
	}
	return found
}

// least is the share of a deviation that a reading must be able to account for
// to be named as its cause. It is below one half because a disturbance costs
// more than its own time: a benchmark that was interrupted comes back to cold
// caches.
const least = 0.3

// unexplained is the cause of last resort.
const unexplained = "no reading explains it"

// cause names the readings of t that differ from the median of the others in
// the direction in which t's net differs from center, and far enough to account
// for it; the most important first.
func cause(t record.Trial, others []record.Trial, center float64) string {
	type named struct {
		text  string
		share float64
	}
	deviation := t.Bill.Net - center
	var causes []named
	for _, s := range suspects {
		here, usual, ok := compared(s.of, t, others)
		if !ok {
			continue
		}
		effect := s.effect(here-usual, usual, center*float64(t.N))
		if share := effect / (deviation / center); share >= least {
			causes = append(causes, named{s.describe(here-usual, usual), min(share, 1)})
		}
	}
	if len(causes) == 0 {
		return unexplained
	}
	slices.SortStableFunc(causes, func(a, b named) int { return cmp.Compare(b.share, a.share) })
	texts := make([]string, len(causes))
	for i, c := range causes {
		texts[i] = c.text
	}
	return strings.Join(texts, ", ")
}

// compared returns q of t, and the median of q over those others that have it.
func compared(q quantity, t record.Trial, others []record.Trial) (here, usual float64, ok bool) {
	here, ok = q(t)
	var rest []float64
	for _, o := range others {
		if v, measured := q(o); measured {
			rest = append(rest, v)
		}
	}
	if !ok || len(rest) == 0 {
		return 0, 0, false
	}
	return here, stats.Median(rest), true
}
