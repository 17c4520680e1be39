package page

import (
	"math"
	"slices"
)

// scale maps the values lo…hi onto 0…1.
type scale struct{ lo, hi float64 }

// at returns where v lies on the scale, clamped to its ends.
func (s scale) at(v float64) float64 {
	return min(max((v-s.lo)/s.span(), 0), 1)
}

// beyond returns −1 when v lies below the scale, 1 when above, and 0 on it.
func (s scale) beyond(v float64) int {
	switch {
	case v < s.lo:
		return -1
	case v > s.hi:
		return 1
	}
	return 0
}

func (s scale) span() float64 { return s.hi - s.lo }

// ticks returns about n round values on the scale, n at most doubled, and the
// step between them: 1, 2 or 5 times a power of ten.
func (s scale) ticks(n int) (values []float64, step float64) {
	step = niceStep(s.span() / float64(n))
	const slack = 1e-9 // of a step, for ends that are round numbers but for rounding
	for i := math.Ceil(s.lo/step - slack); i*step <= s.hi+slack*step && len(values) <= 2*n; i++ {
		values = append(values, i*step+0) // −0 + 0 is 0
	}
	return values, step
}

// niceStep returns the smallest 1, 2 or 5 times a power of ten that is at
// least raw.
func niceStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 5} {
		// The slack keeps 0.1+0.2 from counting as more than 0.3.
		if f*power >= raw*(1-1e-9) {
			return f * power
		}
	}
	return 10 * power
}

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

// fit returns a scale on which the core values can be told apart and which
// always includes those in must. Of all values it takes in what does not
// squeeze the core; charts draw the others at the edge and say so. Values
// must be finite.
func fit(core, all []float64, must ...float64) scale {
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
		return scale{0, 1}
	}
	tight := padded(slices.Min(near), slices.Max(near))
	full := slices.Concat(near, all)
	if wide := padded(slices.Min(full), slices.Max(full)); wide.span() <= farFits*tight.span() {
		return wide
	}
	return tight
}

// spread returns the median and how far from it the fence stands.
func spread(values []float64) (center, reach float64) {
	center = median(values)
	away := make([]float64, len(values))
	for i, v := range values {
		away[i] = math.Abs(v - center)
	}
	return center, fence * max(median(away), leastMAD*math.Abs(center))
}

// padded leaves room around lo…hi for the marks at the ends. It stays above
// zero when the values do: no time is negative.
func padded(lo, hi float64) scale {
	pad := 0.06 * (hi - lo)
	if least := leastSpan * max(math.Abs(lo), math.Abs(hi)); hi-lo < least {
		pad = (least - (hi - lo)) / 2
	}
	if pad == 0 {
		pad = 1 // all values are zero
	}
	s := scale{lo - pad, hi + pad}
	if lo >= 0 {
		s.lo = max(s.lo, 0)
	}
	return s
}

// median returns the middle value; values must not be empty.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return sorted[mid-1]/2 + sorted[mid]/2
}
