package noise

import (
	"math"
	"slices"

	"tare/internal/record"
)

// latencyBounds returns classes that double from 1 µs to about 1 s, in ns.
func latencyBounds() []float64 {
	var bounds []float64
	for b := 1e3; b < 1.1e9; b *= 2 {
		bounds = append(bounds, b)
	}
	return bounds
}

// steadyBounds returns 20 classes from the least value up, each of 2 %.
func steadyBounds(least float64) []float64 {
	bounds := make([]float64, 20)
	for i := range bounds {
		bounds[i] = least * math.Pow(1.02, float64(i))
	}
	return bounds
}

// histogram counts values, which it sorts, in the classes. None may lie below
// the first; there must be one at least.
func histogram(values, bounds []float64) record.Histogram {
	slices.Sort(values)
	h := record.Histogram{
		Status: record.Measured,
		Bounds: bounds,
		Counts: make([]int, len(bounds)),
		N:      len(values),
		Min:    values[0],
		Median: quantile(values, 0.5),
		P99:    quantile(values, 0.99),
		Max:    values[len(values)-1],
	}
	for _, v := range values {
		class, exact := slices.BinarySearch(bounds, v)
		if !exact {
			class--
		}
		h.Counts[class]++
	}
	return h
}

// none is the histogram of what has no values, for the reason that r gives.
func none(r record.Reading) record.Histogram {
	return record.Histogram{Status: r.Status, Why: r.Why}
}

// quantile returns the nearest-rank quantile, 0 < q ≤ 1: the least value with at
// least that share of all values up to and including it.
func quantile(sorted []float64, q float64) float64 {
	return sorted[int(math.Ceil(q*float64(len(sorted))))-1]
}

// median is the nearest-rank median of values in any order.
func median(values []float64) float64 {
	return quantile(slices.Sorted(slices.Values(values)), 0.5)
}
