package profdiff

import "math"

// noise returns by how many ns per op the own time of a function may differ from
// one side to the other by chance. It is the larger of two figures. One is from
// how far trials differ by themselves, which has all that a machine does; the
// other from the number of samples, for what was hardly ever met.
func noise(c *cost, sides [2]*Side, totals [2]float64) float64 {
	variance := 0.0
	for i, s := range sides {
		if s.samples == 0 {
			continue
		}
		n, t := float64(s.samples), c.flat[i]
		worth := totals[i] / n // of a sample
		variance += max(0, t*(totals[i]-t))/n + worth*worth
	}
	return max(sure*math.Sqrt(variance), spread(c.trials[0], c.trials[1]))
}

// fewestPairs is from how many rounds on the spread of their differences counts.
const fewestPairs = 4

// spread is half of the 95 % interval (Student's t) of the mean difference
// between trials of the same round: so what a round did to both is no noise. It
// is 0 where there are too few of them.
func spread(old, new []float64) float64 {
	n := len(old)
	if n != len(new) || n < fewestPairs {
		return 0
	}
	var sum, squares float64
	for i := range old {
		sum += new[i] - old[i]
	}
	mean := sum / float64(n)
	for i := range old {
		squares += math.Pow(new[i]-old[i]-mean, 2)
	}
	return student(float64(n-1)) * math.Sqrt(squares/float64(n-1)/float64(n))
}

// student is the 97.5 % point of Student's t distribution, by the expansion in
// Abramowitz and Stegun, 26.7.5; 2 % too low with three degrees of freedom, and
// better with more.
func student(freedom float64) float64 {
	const z = power97
	z3, z5 := math.Pow(z, 3), math.Pow(z, 5)
	z7 := math.Pow(z, 7)
	return z + (z3+z)/(4*freedom) + (5*z5+16*z3+3*z)/(96*freedom*freedom) +
		(3*z7+19*z5+17*z3-15*z)/(384*math.Pow(freedom, 3))
}
