package bench

import (
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/eval/explain/truth"
	"tare/internal/record"
)

// BenchmarkNanosleep sleeps for 2 ms in the kernel, with its thread.
func BenchmarkNanosleep(b *testing.B) {
	const k = 2 * time.Millisecond
	var w watch
	var slept sum
	for w.loop(b) {
		start := now()
		pause(b, int64(k))
		slept.since(start)
	}
	asleep := float64(k) * float64(b.N)
	w.tell(b,
		truth.Items(asleep, slept.float(), record.ItemSyscallOff),
		kept(0, slept.float()-asleep, record.ItemSyscallOn),
	)
}

// BenchmarkPipe reads from a pipe into which another thread writes every 2 ms. Its
// ends block the thread: those of package os would be polled.
func BenchmarkPipe(b *testing.B) {
	const k = int64(2 * time.Millisecond)
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
		b.Fatal(err)
	}
	defer unix.Close(fds[0])
	written := make(chan int64, 100) // never full: it is not to block the writer
	stop := beside(func() {
		pause(b, k)
		written <- now()
		if _, err := unix.Write(fds[1], []byte{1}); err != nil {
			b.Error(err)
		}
	})
	var w watch
	var blocked, away sum
	buf := make([]byte, 1)
	for w.loop(b) {
		start := now()
		if n, err := unix.Read(fds[0], buf); n != 1 || err != nil {
			b.Fatal(n, err)
		}
		away.since(start)
		blocked.between(start, <-written)
	}
	w.tell(b,
		truth.Items(blocked.float(), away.float(), record.ItemSyscallOff),
		kept(0, away.float()-blocked.float(), record.ItemSyscallOn),
	)
	stop()
	unix.Close(fds[1])
}

// BenchmarkGetrandom spends its time in the kernel, on a CPU.
func BenchmarkGetrandom(b *testing.B) {
	calls, buf := 0, make([]byte, 32<<10)
	s := newWorker(func() {
		for rest := buf; len(rest) > 0; calls++ { // signals end it early
			// (unix.Getrandom would not go to the kernel.)
			n, _, err := unix.Syscall(unix.SYS_GETRANDOM, uintptr(unsafe.Pointer(&rest[0])), uintptr(len(rest)), 0)
			if err != 0 {
				b.Fatal(err)
			}
			rest = rest[n:]
		}
	})
	var w watch
	for w.loop(b) {
		s.spin(5 * time.Millisecond)
	}
	counted := truth.Of(truth.Syscalls, float64(calls), float64(calls)+20)
	counted.Detail = "getrandom"
	w.tell(b, counted,
		truth.Items(float64(s.cpu), float64(s.cpu), record.ItemSyscallOn, record.ItemRunning),
		kept(float64(s.off), float64(s.off), record.ItemSyscallOff),
	)
}
