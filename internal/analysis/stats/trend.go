package stats

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/record"
)

// TheilSen returns the median slope over all pairs of values, in units per step
// (Theil 1950, Sen 1968): a fitted trend that up to 29 % of outliers cannot
// move at will. It is 0 for fewer than two values.
func TheilSen(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	var slopes []float64
	for i, a := range values {
		for j := i + 1; j < len(values); j++ {
			slopes = append(slopes, (values[j]-a)/float64(j-i))
		}
	}
	return Median(slopes)
}

// Kendall returns the two-sided p-value of Kendall's tau between values and
// their positions against no trend (Mann 1945): how often values in random
// order would show a trend at least as clear. It is exact for up to 60 values
// without ties; otherwise it uses the normal approximation with the variance
// corrected for ties and for continuity (Kendall, Rank Correlation Methods, 4th
// ed., 1970). The values are taken to be independent: autocorrelation
// makes it too small.
func Kendall(values []float64) float64 {
	n := len(values)
	score := 0
	for i, a := range values {
		for _, b := range values[i+1:] {
			score += cmp.Compare(b, a)
		}
	}
	ties := tieCorrection(values)
	if n <= maxExact && ties == 0 {
		return kendallExact(n, score)
	}
	size := float64(n)
	variance := (size*(size-1)*(2*size+5) - ties) / 18
	if variance <= 0 { // all values are the same
		return 1
	}
	z := max(0, math.Abs(float64(score))-1) / math.Sqrt(variance)
	return min(1, 2*normalBelow(-z))
}

// tieCorrection returns Σ t(t−1)(2t+5) over the groups of t equal values.
func tieCorrection(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	sum := 0.0
	for len(sorted) > 0 {
		group := 1
		for group < len(sorted) && sorted[group] == sorted[0] {
			group++
		}
		t := float64(group)
		sum += t * (t - 1) * (2*t + 5)
		sorted = sorted[group:]
	}
	return sum
}

// kendallExact returns P(|S| ≥ |score|) for n values in random order. With D
// pairs in descending order, S = n(n−1)/2 − 2D. A further value placed at
// random adds 0…i such pairs, each number as likely as the other.
func kendallExact(n, score int) float64 {
	pairs := n * (n - 1) / 2
	p := []float64{1} // p[d] = P(D = d) for the values placed so far
	for i := 1; i < n; i++ {
		next := make([]float64, len(p)+i)
		for d, pd := range p {
			for more := 0; more <= i; more++ {
				next[d+more] += pd / float64(i+1)
			}
		}
		p = next
	}
	fewest := (pairs - max(score, -score)) / 2
	sum := 0.0
	for _, pd := range p[:fewest+1] {
		sum += pd
	}
	return min(1, 2*sum)
}

// Autocorrelation says how much values resemble their predecessors.
type Autocorrelation struct {
	Rho  float64 // at lag 1, in (−1, 1); 0 for constant or fewer than three values
	Band float64 // half-width of the 95 % band around 0 of independent values
}

// Significant reports whether Rho lies beyond the band, on either side.
func (a Autocorrelation) Significant() bool { return math.Abs(a.Rho) > a.Band }

// Lag1 returns the sample autocorrelation at lag 1, Σ(vᵢ−m)(vᵢ₊₁−m) ÷ Σ(vᵢ−m)²,
// with the band ±1.96/√n (Bartlett 1946). A trend counts as resemblance.
func Lag1(values []float64) Autocorrelation {
	n := len(values)
	if n < 3 {
		return Autocorrelation{Band: 1}
	}
	m := Mean(values)
	var squares, products float64
	for i, v := range values {
		squares += (v - m) * (v - m)
		if i > 0 {
			products += (v - m) * (values[i-1] - m)
		}
	}
	a := Autocorrelation{Band: min(1, 1.96/math.Sqrt(float64(n)))}
	if squares > 0 {
		a.Rho = products / squares
	}
	return a
}

// widen returns e with an interval that allows for autocorrelation a, when that
// is positive and significant. n values of a first-order autoregressive process
// tell as much about its mean as n(1−ρ)/(1+ρ) independent ones (Bayley &
// Hammersley 1946; Priestley, Spectral Analysis and Time Series, chapter 5),
// so both arms of the interval grow by √((1+ρ)/(1−ρ)), and no more than if all
// values were but one. Negative ρ would narrow the interval: no claim rests on
// that.
//
// This mends, it does not cure: ρ itself is estimated, and too low in short
// series. At ρ = 0.6, simulated 95 % intervals cover 91 % of the time with 60
// values, 85 % with 30 and 72 % with 12, instead of 67 to 69 %.
func widen(e record.Estimate, a Autocorrelation) record.Estimate {
	if e.Confidence == 0 || a.Rho <= 0 || !a.Significant() {
		return e
	}
	worth := max(1, float64(e.N)*(1-a.Rho)/(1+a.Rho))
	factor := math.Sqrt(float64(e.N) / worth)
	e.Lo = e.Center - factor*(e.Center-e.Lo)
	e.Hi = e.Center + factor*(e.Hi-e.Center)
	return e
}
