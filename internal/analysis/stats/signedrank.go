package stats

import (
	"math"
	"slices"

	"tare/internal/record"
)

// maxExact is the largest sample for which null distributions are counted out.
// Beyond it, the normal approximation understates the confidence of an interval
// by less than 0.002, and of one near 0.95 by 0.0006.
const maxExact = 60

// signedRankCut returns the largest k for which P(W < k) ≤ (1−confidence)/2,
// where W is the signed-rank statistic of n values under the null hypothesis,
// and the confidence 1 − 2·P(W < k) that this k reaches. k is 0 when no k ≥ 1
// does.
func signedRankCut(n int, confidence float64) (k int, reached float64) {
	tail := (1 - confidence) / 2
	below := signedRankNormal(n)
	if n <= maxExact {
		below = signedRankExact(n)
	}
	for k <= n*(n+1)/4 && below(k+1) <= tail {
		k++
	}
	return k, 1 - 2*below(k)
}

// SignedRank returns the two-sided p-value of Wilcoxon's signed-rank test of
// values against the hypothesis that, whatever their sizes, each sign is an
// independent fair coin. Equal sizes share the mean of their ranks, and zeros keep
// theirs without taking part (Pratt 1959). It is exact up to 60 values; beyond,
// it is the normal approximation with the variance that the ranks have,
// continuity corrected. No values give 1.
func SignedRank(values []float64) float64 {
	var up, total, squares int
	var taking []int // twice the ranks, which are whole
	for i, rank := range absoluteRanks(values) {
		if values[i] == 0 {
			continue
		}
		if values[i] > 0 {
			up += rank
		}
		total += rank
		squares += rank * rank
		taking = append(taking, rank)
	}
	fewer := min(up, total-up)
	switch {
	case len(taking) == 0:
		return 1
	case len(values) <= maxExact:
		return min(1, 2*rankSums(taking)(fewer+1))
	}
	return min(1, 2*normalBelow((float64(fewer)+1-float64(total)/2)/(math.Sqrt(float64(squares))/2)))
}

// absoluteRanks returns twice the rank of each value's size.
func absoluteRanks(values []float64) []int {
	sizes := make([]float64, len(values))
	for i, v := range values {
		sizes[i] = math.Abs(v)
	}
	return doubledRanks(sizes)
}

// signedRankExact is rankSums for the ranks 1…n.
func signedRankExact(n int) func(k int) float64 {
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = i + 1
	}
	return rankSums(ranks)
}

// rankSums returns k ↦ P(W < k) for k up to the middle of the distribution. W is
// the sum of those ranks whose fair coin shows heads, so that each rank mixes the
// distribution with a copy of itself moved by the rank. All probabilities are
// multiples of 2⁻ⁿ for n ranks: exact up to n = 53.
func rankSums(ranks []int) func(k int) float64 {
	total := 0
	for _, rank := range ranks {
		total += rank
	}
	p := make([]float64, total/2+2)
	p[0] = 1
	for _, rank := range ranks {
		for w := len(p) - 1; w >= 0; w-- {
			p[w] /= 2
			if w >= rank {
				p[w] += p[w-rank] / 2
			}
		}
	}
	below := make([]float64, len(p)+1)
	for w, pw := range p {
		below[w+1] = below[w] + pw
	}
	return func(k int) float64 { return below[k] }
}

// signedRankNormal approximates k ↦ P(W < k) by the normal distribution with
// W's mean n(n+1)/4 and variance n(n+1)(2n+1)/24, continuity corrected.
func signedRankNormal(n int) func(k int) float64 {
	size := float64(n)
	mean := size * (size + 1) / 4
	sd := math.Sqrt(size * (size + 1) * (2*size + 1) / 24)
	return func(k int) float64 {
		return normalBelow((float64(k) - 0.5 - mean) / sd)
	}
}

// normalBelow is the standard normal distribution function.
func normalBelow(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

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
	return widen(HodgesLehmann(values, confidence), Lag1(values))
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
