package main

import (
	"runtime"
	"sync/atomic"
	"time"
)

// plainWork does nothing but compute: whoever runs it plants something beside it.
func plainWork(s *site) {
	s.conns = 1
	s.handle = func(v *visit) { v.lost[0] = s.worker.work(4 * time.Millisecond) }
}

// plainCrowd is plainWork for many clients, to be run with many Ps.
func plainCrowd(s *site) {
	plainWork(s)
	s.conns = 8
}

// dumps has the stacks of all goroutines written down again and again: the world stands
// still meanwhile.
func dumps(s *site) {
	s.conns = 1
	s.handle = func(v *visit) { v.lost[0] = s.worker.work(12 * time.Millisecond) }
	parkMany(3000)
	go dumper(s, 0, 0.5)
}

// parkMany makes goroutines that never go on.
func parkMany(n int) {
	forever := make(chan bool)
	for range n {
		go parked(forever)
	}
}

func parked(c chan bool) { <-c }

// dumper rests after each dump, for a part of the time that it took.
func dumper(s *site, plant int, rest float64) {
	for buf := make([]byte, 4<<20); ; {
		start := now()
		runtime.Stack(buf, true)
		end := now()
		s.diary.Loss(plant, start, end, end-start)
		time.Sleep(time.Duration(rest * float64(end-start)))
	}
}

// copies are so large that copying takes long, and nothing stops a goroutine that
// copies.
type copies struct {
	from, to []byte
	until    atomic.Int64 // 0, or it is copying: about until when
}

func newCopies() *copies {
	c := &copies{from: make([]byte, 384<<20), to: make([]byte, 384<<20)}
	copy(c.from, "something")
	for i := 0; i < len(c.from); i += 4096 { // no page faults later on
		c.from[i], c.to[i] = 1, 1
	}
	return c
}

// copier copies all of it at once, now and then.
func copier(c *copies, pause time.Duration) {
	for {
		time.Sleep(pause)
		c.until.Store(1)
		copy(c.to, c.from)
		c.until.Store(0)
	}
}

// longStop has one goroutine stop the world for a moment every few ms, and another one
// that does not stop for long, now and then. There are Ps to spare: the first has to be
// woken while others work.
func longStop(s *site) {
	runtime.GOMAXPROCS(4)
	s.conns = 1
	s.handle = func(v *visit) { v.lost[0] = s.worker.work(8 * time.Millisecond) }
	go copier(newCopies(), 250*time.Millisecond)
	go statistician(s)
}

func statistician(s *site) {
	for m := new(runtime.MemStats); ; {
		start := now()
		runtime.ReadMemStats(m)
		end := now()
		s.diary.Loss(0, start, end, end-start)
		time.Sleep(3 * time.Millisecond)
	}
}

// gcPause begins a collection while the copier copies, now and then: the collector waits
// for it.
func gcPause(s *site) {
	runtime.GOMAXPROCS(4)
	s.conns = 1
	s.handle = func(v *visit) { v.lost[0] = s.worker.work(3 * time.Millisecond) }
	c := newCopies()
	go copier(c, 1500*time.Millisecond)
	go collector(s, c)
}

func collector(s *site, c *copies) {
	for {
		time.Sleep(time.Millisecond)
		if c.until.Load() == 0 {
			continue
		}
		start := now()
		go watchCopies(s, c, start)
		runtime.GC()
		time.Sleep(200 * time.Millisecond)
	}
}

// watchCopies notes when the copier was ready, and so the world could stop.
func watchCopies(s *site, c *copies, start int64) {
	for c.until.Load() != 0 {
		runtime.Gosched()
	}
	end := now()
	s.diary.Loss(0, start, end, end-start)
}
