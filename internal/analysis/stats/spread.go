package stats

import (
	"math"
	"slices"
)

// Median returns the middle value, or the mean of the middle two. The median
// of no values is NaN.
func Median(values []float64) float64 {
	return middle(slices.Sorted(slices.Values(values)))
}

// middle is Median for values in ascending order.
func middle(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Mean returns the arithmetic mean, NaN of no values.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// CV returns the coefficient of variation, a fraction of one: the standard
// deviation (with n−1 below the fraction) over the mean's size. There is none
// for fewer than two values, nor for a mean of zero.
func CV(values []float64) (cv float64, ok bool) {
	if len(values) < 2 {
		return 0, false
	}
	m := Mean(values)
	if m == 0 {
		return 0, false
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - m) * (v - m)
	}
	return math.Sqrt(squares/float64(len(values)-1)) / math.Abs(m), true
}

// What makes an outlier. A modified z-score is the distance from the median in
// units of the median absolute deviation, which is normalMAD standard
// deviations for normal values; Iglewicz & Hoaglin (How to Detect and Handle
// Outliers, 1993) label what exceeds maxZ.
const (
	normalMAD = 0.6745
	maxZ      = 3.5
	// leastDistance is what an outlier must be away from the median at least,
	// as a fraction of it. In a very tight sample, 3.5 deviations are nothing
	// to draw anybody's attention to; ties can even make the deviation zero.
	leastDistance = 0.02
)

// Outliers returns the indices, in ascending order, of the values whose
// modified z-score is beyond 3.5 and that lie more than 2 % from the median.
func Outliers(values []float64) []int {
	center := Median(values)
	away := make([]float64, len(values))
	for i, v := range values {
		away[i] = math.Abs(v - center)
	}
	limit := max(maxZ/normalMAD*Median(away), leastDistance*math.Abs(center))
	var found []int
	for i, d := range away {
		if d > limit {
			found = append(found, i)
		}
	}
	return found
}
