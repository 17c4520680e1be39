package noise

import (
	"sync"
	"time"
)

// Costs of the fake machine, in ns.
const (
	readCost   = 200
	stepCost   = 2
	switchCost = 1500
)

// fake is a machine whose clock goes on only when it is used. Threads run one
// after the other, but each from the moment at which the first was started, as
// if they had run at once.
type fake struct {
	coarse   bool                   // the clock stands still between most readings
	pinErr   error                  // what pinning fails with
	sleepErr error                  // what sleeping fails with
	pingErr  error                  // what passing a byte fails with
	rawErr   error                  // what the uncorrected clock fails with
	ppm      float64                // by which the clock runs fast
	late     func(n int) int64      // ns by which the nth sleep is late, from 0
	jump     func(cpu, n int) int64 // ns by which the clock jumps before the nth spinning read of a CPU
	onRead   func(now int64)
	start    int64 // ns until a thread runs

	thread   sync.Mutex // held by the thread that runs
	inThread bool
	cpu      int
	main     int64 // the clock outside threads
	local    int64 // in the thread that runs
	end      int64 // of the threads so far
	working  bool  // the thread has worked: it spins
	reads    map[int]int
	sleeps   int
	all      int // readings
}

func (f *fake) Now() int64 {
	f.all++
	cost := int64(readCost)
	if f.coarse {
		cost = 0
		if f.all%100 == 0 {
			cost = 500_000
		}
	}
	if !f.inThread {
		f.main = max(f.main, f.end) + cost
		return f.main
	}
	if f.working && f.jump != nil {
		f.local += f.jump(f.cpu, f.reads[f.cpu])
		f.reads[f.cpu]++
	}
	f.local += cost
	if f.onRead != nil {
		f.onRead(f.local)
	}
	return f.local
}

func (f *fake) Raw() (monotonic, raw int64, err error) {
	now := f.Now()
	return now, now - int64(float64(now)*f.ppm/1e6), f.rawErr
}

func (f *fake) On(cpus []int, run func()) error {
	if f.pinErr != nil && len(cpus) > 0 {
		return f.pinErr
	}
	f.thread.Lock()
	defer f.thread.Unlock()
	if f.reads == nil {
		f.reads = map[int]int{}
	}
	f.cpu = -1
	if len(cpus) > 0 {
		f.cpu = cpus[0]
	}
	f.inThread, f.local = true, f.main+f.start
	run()
	f.inThread, f.working, f.end = false, false, max(f.end, f.local)
	return nil
}

func (f *fake) Sleep(d time.Duration) error {
	if f.sleepErr != nil {
		return f.sleepErr
	}
	f.local += int64(d)
	if f.late != nil {
		f.local += f.late(f.sleeps)
	}
	f.sleeps++
	return nil
}

func (f *fake) PingPong(_, rounds int) (time.Duration, error) {
	if f.pingErr != nil {
		return 0, f.pingErr
	}
	took := int64(2 * rounds * switchCost)
	f.main += took
	return time.Duration(took), nil
}

func (f *fake) Work(steps int) {
	f.working = true
	f.local += int64(steps) * stepCost
}

// every jumps once in so many readings.
func every(period int, jump int64) func(cpu, n int) int64 {
	return func(_, n int) int64 {
		if n%period == period-1 {
			return jump
		}
		return 0
	}
}

func sum(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}
