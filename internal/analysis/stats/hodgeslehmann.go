package stats

import (
	"slices"

	"tare/internal/record"
)

// HodgesLehmann returns the pseudo-median of values, the median of all Walsh
// averages (vᵢ+vⱼ)/2 with i ≤ j, and the interval that inverting Wilcoxon's
// signed-rank test gives: the k-th smallest and the k-th largest of them
// (Hodges & Lehmann 1963; Hollander, Wolfe & Chicken, Nonparametric Statistical
// Methods, 3rd ed., section 3.3). For independent values whose distribution is
// symmetric, the interval covers the median with exactly the probability that
// is returned as Confidence: the smallest one that can be had at or above the
// confidence asked for (in (0, 1)).
//
// Too few values for that confidence (fewer than 6 for 0.95) return Confidence
// 0, with Lo and Hi the smallest and the largest value. Time and memory grow
// with the square of the number of values.
func HodgesLehmann(values []float64, confidence float64) record.Estimate {
	n := len(values)
	if n == 0 {
		return record.Estimate{}
	}
	walsh := walshAverages(values)
	e := record.Estimate{Center: middle(walsh), Lo: walsh[0], Hi: walsh[len(walsh)-1], N: n}
	k, reached := signedRankCut(n, confidence)
	if k > 0 {
		e.Lo, e.Hi, e.Confidence = walsh[k-1], walsh[len(walsh)-k], reached
	}
	return e
}

// Interval is HodgesLehmann for values that may depend on their predecessors:
// with the interval widened by their own autocorrelation.
func Interval(values []float64, confidence float64) record.Estimate {
	return Widen(HodgesLehmann(values, confidence), Lag1(values))
}

// walshAverages returns the n(n+1)/2 averages in ascending order.
func walshAverages(values []float64) []float64 {
	n := len(values)
	averages := make([]float64, 0, n*(n+1)/2)
	for i, a := range values {
		for _, b := range values[i:] {
			averages = append(averages, (a+b)/2)
		}
	}
	slices.Sort(averages)
	return averages
}
