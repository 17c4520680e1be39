package clock

import (
	"fmt"
	"math"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/host/proc"
)

// On runs f on a thread of its own that is pinned to the CPUs (an empty list
// pins to none), and returns when f has returned. The thread wakes up as
// precisely as it can, and the Go scheduler's signals do not interrupt it. It
// ends with f, so that nothing of this stays behind.
//
// While f neither calls nor blocks, other goroutines have to do with one thread
// less, and a garbage collection has to wait.
func (*System) On(cpus []int, f func()) error {
	var err error
	proc.OnOwnThread(func() {
		if err = proc.Pin(cpus); err != nil {
			return
		}
		if err = refusePreemption(); err != nil {
			return
		}
		// A sandbox that refuses this leaves the default of 50 µs.
		_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
		f()
	})
	return err
}

// CPUs lists those that this process may run on, in ascending order.
func CPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(unix.Getpid(), &set); err != nil {
		return nil, fmt.Errorf("reading the CPU affinity: %w", err)
	}
	cpus := make([]int, 0, set.Count())
	for cpu := 0; len(cpus) < cap(cpus); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

// refusePreemption blocks SIGURG on the calling thread. With it the runtime
// interrupts, every 10 ms, what does not give way by itself; a locked thread
// then waits for two others before it may go on.
func refusePreemption() error {
	var set unix.Sigset_t
	set.Val[0] = 1 << (unix.SIGURG - 1)
	if err := unix.PthreadSigmask(unix.SIG_BLOCK, &set, nil); err != nil {
		return fmt.Errorf("blocking SIGURG: %w", err)
	}
	return nil
}

// Sleep blocks the calling thread with clock_nanosleep(2), not the Go runtime's
// timers.
func (s *System) Sleep(d time.Duration) error {
	until := unix.NsecToTimespec(s.Now() + int64(d))
	for {
		err := unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &until, nil)
		if err != unix.EINTR {
			return err
		}
	}
}

// pairs is how many readings Raw chooses from.
const pairs = 32

// Raw returns Now and CLOCK_MONOTONIC_RAW of one moment, in ns: the clock as
// NTP has corrected it, and as the hardware counts it. They belong together to
// within half of the time that reading the second takes, a few hundred ns.
func (s *System) Raw() (monotonic, raw int64, err error) {
	narrowest := int64(math.MaxInt64)
	for range pairs {
		var ts unix.Timespec
		before := s.Now()
		if err := unix.ClockGettime(unix.CLOCK_MONOTONIC_RAW, &ts); err != nil {
			return 0, 0, fmt.Errorf("reading CLOCK_MONOTONIC_RAW: %w", err)
		}
		if width := s.Now() - before; width < narrowest {
			narrowest, monotonic, raw = width, before+width/2, ts.Nano()
		}
	}
	return monotonic, raw, nil
}
