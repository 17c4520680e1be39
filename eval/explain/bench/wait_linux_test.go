package bench

import (
	"sync"
	"testing"
	"time"

	"tare/eval/explain/truth"
	"tare/internal/record"
)

// BenchmarkPingPong passes a number to and fro; whoever has it works for 50 µs. To
// be run with one P: then each pass wakes exactly one goroutine. When the runtime
// takes the P from one in the middle of its turn, the other waits for the P
// afterwards and not for the channel.
func BenchmarkPingPong(b *testing.B) {
	const work = 50 * time.Microsecond
	ping, pong := make(chan int), make(chan int)
	var w watch
	var theirs, away sum
	go func() {
		s := newSpinner()
		for v := range ping {
			start := now()
			s.spin(work)
			theirs.since(start)
			pong <- v
		}
	}()
	s := newSpinner()
	for w.loop(b) {
		s.spin(work)
		start := now()
		ping <- 1
		<-pong
		away.since(start)
	}
	close(ping)
	passes := 2 * float64(b.N)
	w.tell(b,
		truth.Of(truth.Wakeups, passes, passes+1000),
		truth.Items(float64(s.cpu), float64(s.cpu)+away.float()-theirs.float(), record.ItemRunning),
		kept(theirs.float()+float64(s.off), float64(s.off)+away.float(), record.ItemBlocked),
	)
}

// hold is how long the benchmarks below wait, about.
const hold = 3 * time.Millisecond

// BenchmarkMutex waits for a lock that another goroutine holds.
func BenchmarkMutex(b *testing.B) {
	var mu sync.Mutex
	var released int64
	held := make(chan bool)
	waits(b, "sync", func() {
		go func() {
			mu.Lock()
			held <- true
			time.Sleep(hold)
			released = now()
			mu.Unlock()
		}()
		<-held
	}, func() int64 {
		mu.Lock()
		defer mu.Unlock()
		return released
	})
}

// BenchmarkWaitGroup waits for the end of two other goroutines.
func BenchmarkWaitGroup(b *testing.B) {
	var wg sync.WaitGroup
	var released int64
	waits(b, "sync", func() {
		wg.Go(func() { time.Sleep(hold / 2) })
		wg.Go(func() {
			time.Sleep(hold)
			released = now()
		})
	}, func() int64 {
		wg.Wait()
		return released
	})
}

// BenchmarkCond waits for a condition.
func BenchmarkCond(b *testing.B) {
	c := sync.NewCond(new(sync.Mutex))
	var released int64
	waits(b, "cond", func() {
		released = 0
		go func() {
			time.Sleep(hold)
			c.L.Lock()
			defer c.L.Unlock()
			released = now()
			c.Signal()
		}()
	}, func() int64 {
		c.L.Lock()
		defer c.L.Unlock()
		for released == 0 {
			c.Wait()
		}
		return released
	})
}

// BenchmarkSelect waits for one of two channels.
func BenchmarkSelect(b *testing.B) {
	first, second := make(chan int64), make(chan int64)
	waits(b, "select", func() {
		go func() {
			time.Sleep(hold)
			second <- now()
		}()
	}, func() int64 {
		select {
		case at := <-first:
			return at
		case at := <-second:
			return at
		}
	})
}

// BenchmarkSend waits for somebody who receives.
func BenchmarkSend(b *testing.B) {
	c, released := make(chan int), make(chan int64, 1)
	waits(b, "chan send", func() {
		go func() {
			time.Sleep(hold)
			released <- now()
			<-c
		}()
	}, func() int64 {
		c <- 1
		return <-released
	})
}

// waits has the benchmark wait, in each op, for what prepare has begun. Wait
// returns when it was over, by the clock of whoever ended it.
func waits(b *testing.B, reason string, prepare func(), wait func() (over int64)) {
	var w watch
	var blocked, away sum
	for w.loop(b) {
		prepare()
		start := now()
		over := wait()
		blocked.between(start, over)
		away.since(start)
	}
	others := float64(w.end-w.begin) - blocked.float()
	w.tell(b, truth.Blocked(reason, blocked.float(), away.float()), kept(0, others, record.ItemRunning))
}
