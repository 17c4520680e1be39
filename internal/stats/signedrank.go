package stats

import "math"

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

// signedRankExact returns k ↦ P(W < k) for k up to the middle of the
// distribution. W is the sum of those ranks 1…n whose fair coin shows heads, so
// that each rank mixes the distribution with a copy of itself moved by the
// rank. All probabilities are multiples of 2⁻ⁿ: exact up to n = 53.
func signedRankExact(n int) func(k int) float64 {
	p := make([]float64, n*(n+1)/4+2)
	p[0] = 1
	for rank := 1; rank <= n; rank++ {
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
