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
	fewest    = 5   // trials of a side
	most      = 30
)

// sure is how many standard errors a change must exceed to count
// (record.ProfileDiff.Beyond).
const sure = 2

// Trials returns how many windows of each side to profile in order to find the
// function behind a change, a fraction of one: 80 % power at two standard errors
// even if that function takes all the time. Changes of less than 7.3 % would take
// longer than anybody waits, and get the 3000 samples that those do.
//
// A share δ more of n samples is δ·n samples, with a standard error of about
// √(2n). It exceeds two of them four times in five when δ·n = 2.84·√(2n).
func Trials(change float64) int {
	n := 2 * math.Pow((sure+power80)/change, 2)
	return int(math.Ceil(min(max(n/perWindow, fewest), most)))
}

// power80 is the 80 % point of the standard normal distribution.
const power80 = 0.8416

// Iterations returns N for a profiled trial, the same for both sides, given what
// an op of the base takes in ns: wall time or CPU time of all threads, whichever
// is more, so that no window is much longer than a second.
func Iterations(perOp float64) int64 {
	return int64(min(max(1, math.Round(float64(window)/perOp)), 1e9)) // the most that package testing goes to by itself
}
