// Package clock reads the machine's clocks and times its threads: what package
// noise needs of the system.
package clock

import (
	_ "unsafe" // for go:linkname
)

// System is the machine that tare runs on. Its methods may be called from
// several goroutines at once.
type System struct{}

// Now returns the monotonic clock in ns since some moment: CLOCK_MONOTONIC on
// Linux. It is what time.Now and package testing read.
//
// It has no preemption point, and neither has an interface call of it: a loop
// on a thread of On that calls nothing else is never asked by the Go scheduler
// to give way. (time.Since would be as quick, but it has one.)
//
//go:nosplit
func (*System) Now() int64 { return nanotime() }

//go:linkname nanotime runtime.nanotime
//go:noescape
func nanotime() int64

// Work does the given number of multiply-adds, each of which needs the result
// of the one before: its time follows the CPU's frequency and nothing else.
func (*System) Work(steps int) { _ = chain(steps) }

// chain is the linear congruential generator of Knuth's MMIX. It is not inlined,
// or the compiler would see that nobody wants the result.
//
//go:noinline
func chain(steps int) uint64 {
	x := uint64(1)
	for range steps {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return x
}
