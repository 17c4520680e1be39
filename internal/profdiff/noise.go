package profdiff

import (
	"math"

	"tare/internal/record"
)

// sure is how many standard errors a change must exceed to count.
const sure = 2

// Noise returns the standard error of new − old, in ns per op, of any part of
// the program: a function or a stack. Counts of samples are taken as Poisson, so
// a time t that rests on samples worth w each has the variance t·w. That is too
// much for what takes nearly all of the time, and so never too bold.
func Noise(d record.ProfileDiff, old, new float64) float64 {
	return math.Sqrt(old*worth(d.Old, d.Samples[0]) + new*worth(d.New, d.Samples[1]))
}

// worth is the time that one sample stands for, ns per op.
func worth(total float64, samples int64) float64 { return total / float64(max(samples, 1)) }

// Beyond returns how much of the change from old to new, up or down, is more
// than noise: the excess over two standard errors in ns per op, 0 when there is
// none.
func Beyond(d record.ProfileDiff, old, new float64) float64 {
	return max(0, math.Abs(new-old)-sure*Noise(d, old, new))
}
