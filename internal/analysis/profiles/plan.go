package profiles

import "math"

// Profiled trials are longer than others, because a CPU profile holds 100 samples
// per second of CPU time (runtime/pprof.StartCPUProfile) and a process should
// have many more than its start takes. Sides take turns, like in any round.
const (
	window  = 1e9 // ns of CPU time
	longest = 2e9 // ns of wall time
	period  = 1e7 // ns of CPU time for a sample
	fewest  = 8   // trials of a side, to see how far they differ by themselves
	most    = 60
)

// Plan returns how many windows of each side to profile, and their N, in order to
// find the function behind a change, a fraction of one, given what an op takes in
// ns: CPU time of all threads, and wall time. It is enough when that is one
// function with half of the CPU time: the change is found nearly always (97.5 %),
// so that it also comes before those that differ by chance. Changes of less than
// 3.6 % would take longer than anybody waits, and get the 6000 samples that those
// do; so does what waits more than it runs, in windows that hold fewer.
//
// Of n samples a function with the share s has s·n, with a variance of s·(1−s)·n:
// the timer ticks after 10 ms of CPU time, so chance decides only whom it meets.
// That is n/4 at most. A change of δ·n samples exceeds two standard errors of the
// difference, √(2·n/4) each, nearly always when δ·n = (2 + 1.96)·√(n/2).
func Plan(change, cpu, wall float64) (trials int, n int64) {
	wall = max(wall, 0)
	if !(cpu > 0) {
		cpu = max(wall, 1)
	}
	ops := min(max(1, math.Round(min(window/cpu, longest/wall))), 1e9) // the most that package testing goes to by itself
	samples := math.Pow((sure+power97)/change, 2) / 2
	return int(math.Ceil(min(max(samples*period/(ops*cpu), fewest), most))), int64(ops)
}

const (
	// sure is how many standard errors a change exceeds that is no noise, with many
	// trials.
	sure = 2
	// power97 is the 97.5 % point of the standard normal distribution.
	power97 = 1.9600
)

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
