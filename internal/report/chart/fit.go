package chart

import (
	"math"
	"slices"
)

// Limits of a fitted scale.
const (
	// fence is how many median absolute deviations from the median a value
	// may lie to count as near the others.
	fence = 8
	// fenceFrom is the fewest values for which that is more than a guess.
	fenceFrom = 5
	// farFits is how many times wider than the near values a scale may be to
	// take in the far ones too.
	farFits = 3
	// leastMAD and leastSpan, relative to the values, keep rounds that are all
	// alike from turning rounding errors into a landscape.
	leastMAD, leastSpan = 0.005, 0.002
)

// Fit returns a scale on which the core values can be told apart and which
// always includes those in must. Of all values it takes in what does not
// squeeze the core; charts draw the others at the edge and say so. Values
// must be finite.
func Fit(core, all []float64, must ...float64) Scale {
	near := slices.Clone(core)
	if len(core) >= fenceFrom {
		center, reach := spread(core)
		near = slices.DeleteFunc(near, func(v float64) bool { return math.Abs(v-center) > reach })
	}
	near = append(near, must...)
	if len(near) == 0 {
		near = all
	}
	if len(near) == 0 {
		return Scale{Lo: 0, Hi: 1}
	}
	tight := padded(slices.Min(near), slices.Max(near))
	full := slices.Concat(near, all)
	if wide := padded(slices.Min(full), slices.Max(full)); wide.Span() <= farFits*tight.Span() {
		return wide
	}
	return tight
}

// spread returns the median and how far from it the fence stands.
func spread(values []float64) (center, reach float64) {
	center = Median(values)
	away := make([]float64, len(values))
	for i, v := range values {
		away[i] = math.Abs(v - center)
	}
	return center, fence * max(Median(away), leastMAD*math.Abs(center))
}

// padded leaves room around lo…hi for the marks at the ends. It stays above
// zero when the values do: no time is negative.
func padded(lo, hi float64) Scale {
	pad := 0.06 * (hi - lo)
	if least := leastSpan * max(math.Abs(lo), math.Abs(hi)); hi-lo < least {
		pad = (least - (hi - lo)) / 2
	}
	if pad == 0 {
		pad = 1 // all values are zero
	}
	s := Scale{Lo: lo - pad, Hi: hi + pad}
	if lo >= 0 {
		s.Lo = max(s.Lo, 0)
	}
	return s
}

// Median returns the middle value; values must not be empty.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return sorted[mid-1]/2 + sorted[mid]/2
}
