package profdiff

import (
	"math"
	"time"
)

// Profiled trials are longer than others, because a CPU profile holds 100 samples
// per second of CPU time (runtime/pprof.StartCPUProfile) and a process should
// have many more than its start takes. Sides take turns, like in any round.
const (
	window    = time.Second
	perWindow = 100 // samples
	fewest    = 8   // trials of a side, to see how far they differ by themselves
	most      = 60
)

// Trials returns how many windows of each side to profile in order to find the
// function behind a change, a fraction of one, if that is one function with half
// of the time: nearly always (97.5 %), so that it also comes before those that
// differ by chance. Changes of less than 3.6 % would take longer than anybody
// waits, and get the 6000 samples that those do.
//
// Of n samples a function with the share s has s·n, with a variance of s·(1−s)·n:
// the timer ticks after 10 ms of CPU time, so chance decides only whom it meets.
// That is n/4 at most. A change of δ·n samples exceeds two standard errors of the
// difference, √(2·n/4) each, nearly always when δ·n = (2 + 1.96)·√(n/2).
func Trials(change float64) int {
	n := math.Pow((sure+power97)/change, 2) / 2
	return int(math.Ceil(min(max(n/perWindow, fewest), most)))
}

const (
	// sure is how many standard errors a change exceeds that is no noise, with many
	// trials.
	sure = 2
	// power97 is the 97.5 % point of the standard normal distribution.
	power97 = 1.9600
)

// Iterations returns N for a profiled trial, the same for both sides, given what
// an op of the base takes in ns: wall time or CPU time of all threads, whichever
// is more, so that no window is much longer than a second.
func Iterations(perOp float64) int64 {
	return int64(min(max(1, math.Round(float64(window)/perOp)), 1e9)) // the most that package testing goes to by itself
}
