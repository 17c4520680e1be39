package chart

import "math"

// Scale maps the values Lo…Hi onto 0…1.
type Scale struct{ Lo, Hi float64 }

// At returns where v lies on the scale, clamped to its ends.
func (s Scale) At(v float64) float64 {
	return min(max((v-s.Lo)/s.Span(), 0), 1)
}

// Beyond returns −1 when v lies below the scale, 1 when above, and 0 on it.
func (s Scale) Beyond(v float64) int {
	switch {
	case v < s.Lo:
		return -1
	case v > s.Hi:
		return 1
	}
	return 0
}

// Span is the width of the scale.
func (s Scale) Span() float64 { return s.Hi - s.Lo }

// Values returns about n round values on the scale, n at most doubled, and the
// step between them: 1, 2 or 5 times a power of ten.
func (s Scale) Values(n int) (values []float64, step float64) {
	step = niceStep(s.Span() / float64(n))
	const slack = 1e-9 // of a step, for ends that are round numbers but for rounding
	for i := math.Ceil(s.Lo/step - slack); i*step <= s.Hi+slack*step && len(values) <= 2*n; i++ {
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
