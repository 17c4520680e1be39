package main

import (
	"bufio"
	"encoding/binary"
	"io"
	"log"
	"net"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// crowd has thousands of goroutines that work a little, again and again.
func crowd(s *site) {
	s.conns, s.post = 16, true
	s.handle = func(v *visit) { v.lost[0] = s.worker.yields(16, 0) }
	for range 2000 {
		go member(steps / 4)
	}
}

func member(steps int) {
	for {
		system.Work(steps)
		runtime.Gosched()
	}
}

// rawCall has a goroutine wait in system calls that the runtime does not know of, so
// that it keeps its P.
func rawCall(s *site) {
	runtime.GOMAXPROCS(1)
	s.conns, s.post = 2, true
	s.handle = func(v *visit) { v.lost[0] = s.worker.yields(10, 100*time.Microsecond) }
	wait, err := rawWaiter()
	if err != nil {
		log.Fatal(err)
	}
	go blocker(wait)
}

func blocker(wait func(time.Duration)) {
	for {
		wait(8 * time.Millisecond)
		runtime.Gosched()
	}
}

// churn has goroutines make garbage all the time, beside a large heap that the collector
// has to mark and to sweep.
func churn(s *site) {
	s.conns, s.post = 6, true
	s.handle = func(v *visit) { v.lost[0] = s.worker.yields(32, 100*time.Microsecond) }
	heap := grow(2_000_000)
	go churner(heap)
	go churner(heap)
	go churner(heap)
}

// leaf is what a heap consists of that takes long to mark.
type leaf struct {
	other *leaf
	_     [6]uintptr
}

// grow makes a heap that can be marked from many ends.
func grow(n int) []*leaf {
	all := make([]*leaf, n)
	for i := range all {
		all[i] = &leaf{}
	}
	return all
}

func churner(heap []*leaf) {
	for {
		garbage := make([]*leaf, 2000)
		for i := range garbage {
			garbage[i] = &leaf{other: heap[i]}
		}
	}
}

// timerStorm has so many goroutines sleep and work a little, again and again, that timers
// go off all the time.
func timerStorm(s *site) {
	s.conns, s.think, s.post = 8, 50*time.Millisecond, true
	s.handle = func(v *visit) { v.lost[0] = s.worker.yields(20, 0) }
	for range 40 {
		go alarm(s.worker)
	}
}

func alarm(w worker) {
	for {
		time.Sleep(time.Millisecond)
		_ = w.work(60 * time.Microsecond)
	}
}

// lateTimer has one goroutine hold the only P, so that nobody looks at the timers. To be
// run without asynchronous preemption.
func lateTimer(s *site) {
	runtime.GOMAXPROCS(1)
	s.conns, s.think = 1, time.Millisecond
	s.handle = func(v *visit) {
		for range 3 {
			v.lost[0] += oversleep(time.Millisecond)
		}
		_ = s.worker.work(200 * time.Microsecond)
	}
	go hog(s.worker, 15*time.Millisecond, 8)
}

// oversleep sleeps, and returns for how much longer than it wanted to.
func oversleep(d time.Duration) int64 {
	start := now()
	time.Sleep(d)
	return now() - start - int64(d)
}

// hog works without a pause, but for a short one each so many turns.
func hog(w worker, turn time.Duration, turns int) {
	for i := 1; ; i++ {
		_ = w.work(turn)
		runtime.Gosched()
		if i%turns == 0 {
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// netpoll has all Ps compute while answers of others come over the network.
func netpoll(s *site) {
	s.conns, s.post = 2, true
	conns := make(chan net.Conn, s.conns)
	for address := echoServer(0); len(conns) < cap(conns); {
		conns <- dial(address)
	}
	s.handle = func(v *visit) {
		c := <-conns
		defer func() { conns <- c }()
		for range 10 {
			answered := question(c)
			v.lost[0] += now() - answered
		}
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		go cruncher(s.worker)
	}
}

func cruncher(w worker) {
	for {
		_ = w.work(time.Second)
	}
}

// echoServer starts a server that answers after a pause.
func echoServer(pause time.Duration) (address string) {
	return firstLine(speaker("echo", pause.String()))
}

func firstLine(r *bufio.Reader) string {
	line, err := r.ReadString('\n')
	if err != nil {
		log.Fatal(err)
	}
	return strings.TrimSpace(line)
}

func dial(address string) net.Conn {
	c, err := net.Dial("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// question asks the echo server, and returns when it has answered by its own clock. The
// clock is the same for all processes.
func question(c net.Conn) (answered int64) {
	var b [8]byte
	_, err := c.Write(b[:1])
	if err == nil {
		_, err = io.ReadFull(c, b[:])
	}
	if err != nil {
		log.Fatal(err)
	}
	return int64(binary.LittleEndian.Uint64(b[:]))
}

// fewProcs has work for more CPUs than GOMAXPROCS lets it use.
func fewProcs(s *site) {
	runtime.GOMAXPROCS(1)
	s.conns, s.post = 4, true
	s.handle = func(v *visit) { v.lost[0] = s.worker.yields(20, 400*time.Microsecond) }
}

// assist allocates beside a large heap with little room for garbage.
func assist(s *site) {
	s.conns = 1
	a := newAssisted(s, 0)
	s.handle = func(*visit) { _ = a.allocate(40) }
}

// assisted allocates so fast that it has to help the collector.
type assisted struct{ heap []*leaf }

// newAssisted makes the heap, and has a goroutine note how long assists take: the
// runtime only tells of all together, and brings that up to date when a cycle ends.
func newAssisted(s *site, plant int) assisted {
	a := assisted{grow(1_500_000)}
	debug.SetGCPercent(4)
	go countAssists(s, plant)
	return a
}

// allocate makes so much garbage, 500 leaves at a time. It returns how much of that
// took so long that others must have had the CPU.
func (a assisted) allocate(n int) (lost int64) {
	const long = 20e6 // ns
	for range n {
		start := now()
		garbage := make([]*leaf, 500)
		for i := range garbage {
			garbage[i] = &leaf{other: a.heap[i]}
		}
		if took := now() - start; took > long {
			lost += took
		}
	}
	return lost
}
