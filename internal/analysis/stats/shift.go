package stats

import (
	"math"
	"slices"

	"tare/internal/record"
)

// Shift returns by how much the values of one sample exceed those of another,
// separate one: the median of all differences bⱼ−aᵢ, with the interval that
// inverting the Mann–Whitney test gives, from the k-th smallest to the k-th
// largest of them (Hodges & Lehmann 1963; Hollander, Wolfe & Chicken,
// Nonparametric Statistical Methods, 3rd ed., section 4.3). For independent values
// whose distributions differ by a shift only, the interval covers it with the
// probability that is returned as Confidence, or a larger one when there are
// ties: the smallest that can be had at or above the confidence asked for (in (0,
// 1)). N counts the values of both samples.
//
// Too few values for that confidence (fewer than 4 in each for 0.95, 5 for 0.99)
// return Confidence 0, with Lo and Hi the smallest and the largest difference.
// Time and memory grow with the product of the sizes.
func Shift(a, b []float64, confidence float64) record.Estimate {
	if len(a) == 0 || len(b) == 0 {
		return record.Estimate{}
	}
	differences := make([]float64, 0, len(a)*len(b))
	for _, from := range a {
		for _, to := range b {
			differences = append(differences, to-from)
		}
	}
	slices.Sort(differences)
	last := len(differences) - 1
	e := record.Estimate{Center: middle(differences), Lo: differences[0], Hi: differences[last], N: len(a) + len(b)}
	if k, reached := mannWhitneyCut(len(a), len(b), confidence); k > 0 {
		e.Lo, e.Hi, e.Confidence = differences[k-1], differences[last-(k-1)], reached
	}
	return e
}

// mannWhitneyCut is signedRankCut for Mann and Whitney's U of samples of n and m
// values without ties: the number of pairs, one of each, in which the second
// value is the smaller.
func mannWhitneyCut(n, m int, confidence float64) (k int, reached float64) {
	tail := (1 - confidence) / 2
	below := mannWhitneyNormal(n, m)
	if countable(n, m) {
		below = mannWhitneyExact(min(n, m), max(n, m))
	}
	for k < n*m/2 && below(k+1) <= tail {
		k++
	}
	return k, 1 - 2*below(k)
}

// mannWhitneyExact returns k ↦ P(U < k) by counting: with ranks from 0 on, the n
// smallest sum to n(n−1)/2, and U is what a sample's rank sum has beyond that.
func mannWhitneyExact(n, m int) func(k int) float64 {
	ranks := make([]int, n+m)
	for i := range ranks {
		ranks[i] = i
	}
	ways := splits(ranks, n)[n*(n-1)/2:]
	return func(k int) float64 { return share(ways, func(u int) bool { return u < k }) }
}

// mannWhitneyNormal approximates k ↦ P(U < k) by the normal distribution with
// U's mean nm/2 and variance nm(n+m+1)/12, continuity corrected.
func mannWhitneyNormal(n, m int) func(k int) float64 {
	pairs, all := float64(n)*float64(m), float64(n+m)
	sd := math.Sqrt(pairs * (all + 1) / 12)
	return func(k int) float64 {
		return normalBelow((float64(k) - 0.5 - pairs/2) / sd)
	}
}
