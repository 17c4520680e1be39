package bench

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"tare/eval/causes/diary"
	"tare/internal/host/clock"
)

var (
	system clock.System
	book   diary.Diary
)

// unit notes one operation, which has lost something.
func unit(b *testing.B, do func() (lost int64)) {
	start := system.Now()
	lost := do()
	book.Unit(start, system.Now(), [diary.Plants]int64{lost})
}

// timed returns how long f takes, in ns.
func timed(f func()) int64 {
	start := system.Now()
	f()
	return system.Now() - start
}

func save(b *testing.B) {
	if err := book.Save(); err != nil {
		b.Error(err)
	}
}

// BenchmarkFiftieth is slow in each fiftieth iteration, which its own variable counts.
func BenchmarkFiftieth(b *testing.B) {
	defer save(b)
	questions := make(chan chan bool)
	defer close(questions)
	go resolver(questions)
	for i := 1; b.Loop(); i++ {
		unit(b, func() int64 {
			system.Work(200_000)
			if i%50 != 0 {
				return 0
			}
			return timed(func() {
				answer := make(chan bool)
				questions <- answer
				<-answer
			})
		})
	}
}

func resolver(questions <-chan chan bool) {
	for q := range questions {
		time.Sleep(12 * time.Millisecond)
		q <- true
	}
}

// BenchmarkHandOff asks a goroutine that is bound to its thread, a hundred times an
// operation: each time the threads have to change.
func BenchmarkHandOff(b *testing.B) {
	defer save(b)
	questions, answers := make(chan int), make(chan int)
	defer close(questions)
	go bound(questions, answers)
	for b.Loop() {
		unit(b, func() int64 {
			return timed(func() {
				for i := range 100 {
					questions <- i
					<-answers
				}
			})
		})
	}
}

func bound(questions <-chan int, answers chan<- int) {
	runtime.LockOSThread()
	for q := range questions {
		answers <- q
	}
}

// BenchmarkKeptLock waits for a lock that another goroutine keeps.
func BenchmarkKeptLock(b *testing.B) {
	defer save(b)
	var mu sync.Mutex
	stop := make(chan bool)
	defer close(stop)
	go keeper(&mu, stop)
	for b.Loop() {
		unit(b, func() int64 {
			system.Work(400_000)
			defer mu.Unlock()
			return timed(mu.Lock)
		})
	}
}

func keeper(mu *sync.Mutex, stop <-chan bool) {
	for {
		mu.Lock()
		time.Sleep(4 * time.Millisecond)
		mu.Unlock()
		select {
		case <-stop:
			return
		case <-time.After(200 * time.Microsecond):
		}
	}
}
