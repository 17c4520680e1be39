package main

import (
	"net"
	"runtime"
	"sync"
	"time"

	"tare/eval/causes/programs/ccall"
)

// keeper holds a lock most of the time.
func keeper(mu *sync.Mutex, held, free time.Duration) {
	for {
		mu.Lock()
		time.Sleep(held)
		mu.Unlock()
		time.Sleep(free)
	}
}

// locked waits for the lock first and works afterwards.
func locked(s *site, mu *sync.Mutex, work time.Duration) func(*visit) {
	return func(v *visit) {
		v.waits(0, mu.Lock)
		mu.Unlock()
		v.lost[1] = s.worker.work(work)
	}
}

// lockAndWork waits for a lock, and works on a CPU that somebody else wants.
func lockAndWork(s *site) {
	s.conns = 1
	var mu sync.Mutex
	s.handle = locked(s, &mu, 2500*time.Microsecond)
	go keeper(&mu, 15*time.Millisecond, 100*time.Microsecond)
}

// lockAndDumps waits for a lock, and works in a world that often stands still.
func lockAndDumps(s *site) {
	s.conns, s.think = 1, 5*time.Millisecond // or the next request is there when the world goes on
	var mu sync.Mutex
	s.handle = locked(s, &mu, 3*time.Millisecond)
	go keeper(&mu, 20*time.Millisecond, 100*time.Microsecond)
	parkMany(400)
	go dumper(s, 1, 1)
}

// chainAndTimer waits for three goroutines, and for a timer that nobody looks at. To be
// run without asynchronous preemption.
func chainAndTimer(s *site) {
	runtime.GOMAXPROCS(1)
	s.conns, s.think = 1, time.Millisecond
	ask := chained(func() { inKernel(40 * time.Millisecond) })
	s.handle = func(v *visit) {
		v.waits(0, ask)
		for range 2 {
			v.lost[1] += oversleep(time.Millisecond)
		}
	}
	go hog(s.worker, 3*time.Millisecond, 8)
}

// downstreamAndCrowd waits for another process, and for a P.
func downstreamAndCrowd(s *site) {
	s.conns, s.post = 2, true
	conns := make(chan net.Conn, s.conns)
	for address := echoServer(25 * time.Millisecond); len(conns) < cap(conns); {
		conns <- dial(address)
	}
	s.handle = func(v *visit) {
		c := <-conns
		v.waits(0, func() { question(c) })
		conns <- c
		v.lost[1] = s.worker.yields(5, 0)
	}
	for range 3 {
		go member(50 * steps)
	}
}

// selectAndC waits for a producer, and computes in C.
func selectAndC(s *site) {
	s.conns = 1
	results, never := make(chan int), make(chan int)
	s.handle = func(v *visit) {
		v.waits(0, func() { either(results, never) })
		v.waits(1, func() { ccall.Work(3 * time.Millisecond) })
	}
	// It sleeps while the request computes.
	go producer(results, 13*time.Millisecond)
}

// quotaAndAssist allocates beside a large heap, to be run under a quota.
func quotaAndAssist(s *site) {
	s.conns = 1
	a := newAssisted(s, 1)
	s.handle = func(v *visit) { v.lost[0] = a.allocate(40) }
}
