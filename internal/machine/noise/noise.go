// Package noise measures what reading a machine's settings cannot tell: how late
// threads wake up, what switching between them costs, how often and for how long
// a thread that only computes is kept from it, and how steady its speed is.
//
// The result holds what the whole way from the hypervisor to this process does.
// One contributor is the Go runtime's own monitor thread, which wakes up every
// 10 ms, as it does in every Go program.
package noise

import (
	"context"
	"io/fs"
	"runtime/debug"
	"time"

	"tare/internal/record"
)

// System is what Measure needs of the machine; the real one is clock.System.
type System interface {
	// Now is the monotonic clock in ns since some moment.
	Now() int64
	// Raw returns Now and the same clock without NTP's corrections.
	Raw() (monotonic, raw int64, err error)
	// On runs f on a thread of its own, pinned to the CPUs unless there are none.
	On(cpus []int, f func()) error
	// Sleep blocks the calling thread.
	Sleep(d time.Duration) error
	// PingPong has two threads on one CPU pass a byte to and fro.
	PingPong(cpu, rounds int) (time.Duration, error)
	// Work does as many multiply-adds, each of which waits for the one before.
	Work(steps int)
}

// Options say what to measure on.
type Options struct {
	System System
	// Root is the root directory, for /proc/stat and the cpu.stat of tare's own
	// control group and its ancestors; nil where there is no /proc.
	Root fs.FS
	// CPUs are those that this process may run on. When none is given, or none
	// can be pinned to, threads run where the system puts them.
	CPUs []int
	// Quota is how many CPUs' worth of time control groups grant, 0 for no
	// limit. Below the number of CPUs, only one thread spins at a time: several
	// would measure the quota instead of the machine.
	Quota float64
	// Budget is how long to measure; 0 is defaultBudget. It takes longer where
	// threads wait for their CPUs, so that there is something to report.
	Budget time.Duration
	// Progress, if any, is told before each stage what comes, and must be done
	// when it returns: whatever runs meanwhile is measured as noise.
	Progress func(stage string)
}

// defaultBudget is how long Measure takes unless told otherwise.
const defaultBudget = 1200 * time.Millisecond

// The parts of the budget after which a stage stops even if it has not got all of
// its samples. Spinning takes all that the others leave, and that much at least.
const (
	wakeupsShare  = 0.35
	switchesShare = 0.15
	spinShare     = 0.4
)

// Measure measures the machine. When the context ends it returns within a few
// ms, and what it could not measure says so. Garbage collection is off
// meanwhile in the whole process.
func Measure(ctx context.Context, o Options) record.Noise {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	s := newSession(ctx, o)
	before := s.account()

	s.stage("clock")
	n := record.Noise{CPUs: s.cpus, Clock: s.readClock()}
	s.stage("wake-ups")
	n.Wakeup = s.wakeups()
	s.stage("thread switches")
	n.Switch = s.switches()
	s.stage("gaps")
	s.spin(&n)

	after := s.account()
	n.Elapsed = time.Duration(after.at - s.start)
	n.Skew, n.Steal = skew(before, after), steal(before, after)
	n.Throttled = grown(before.throttled, after.throttled)
	return n
}
