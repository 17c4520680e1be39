//go:build !linux

package clock

import (
	"errors"
	"fmt"
	"runtime"
	"time"
)

// Raw is for systems whose clock comes in two forms.
func (*System) Raw() (monotonic, raw int64, err error) {
	return 0, 0, unsupported("a clock without corrections")
}

// On runs f on a thread that no other goroutine uses meanwhile, and returns
// when f has returned. The list of CPUs must be empty.
func (*System) On(cpus []int, f func()) error {
	if len(cpus) > 0 {
		return unsupported("pinning threads to CPUs")
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		f()
	}()
	<-done
	return nil
}

// CPUs is for systems where threads can be pinned.
func CPUs() ([]int, error) { return nil, unsupported("reading the CPU affinity") }

// Sleep is for systems where a thread can sleep without the Go runtime's timers.
func (*System) Sleep(time.Duration) error { return unsupported("timing wake-ups") }

// PingPong is for systems where threads can be pinned.
func (*System) PingPong(cpu, rounds int) (time.Duration, error) {
	return 0, unsupported("pinning threads to CPUs")
}

func unsupported(what string) error {
	return fmt.Errorf("%s: %w on %s", what, errors.ErrUnsupported, runtime.GOOS)
}
