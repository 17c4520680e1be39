package main

import (
	"bufio"
	"log"
	"runtime"
	"sync"
	"time"
)

// mutexIO has a goroutine hold a lock while it reads from a pipe.
func mutexIO(s *site) {
	s.conns, s.think = 3, 500*time.Microsecond
	var mu sync.Mutex
	s.handle = func(v *visit) {
		v.waits(0, mu.Lock)
		defer mu.Unlock()
		_ = s.worker.work(100 * time.Microsecond)
	}
	go flusher(&mu, speaker("metronome", "8ms"))
}

// flusher holds the lock until there is something to read.
func flusher(mu *sync.Mutex, in *bufio.Reader) {
	for buf := make([]byte, 64); ; {
		mu.Lock()
		_, err := in.Read(buf)
		mu.Unlock()
		if err != nil {
			log.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// rwMutex has readers keep a lock for long, for which writers wait.
func rwMutex(s *site) {
	s.conns = 1 // more would wait for each other
	var mu sync.RWMutex
	s.handle = func(v *visit) {
		v.waits(0, mu.Lock)
		defer mu.Unlock()
		_ = s.worker.work(100 * time.Microsecond)
	}
	go scanner(&mu)
	go scanner(&mu)
}

func scanner(mu *sync.RWMutex) {
	for {
		mu.RLock()
		time.Sleep(10 * time.Millisecond)
		mu.RUnlock()
		time.Sleep(time.Millisecond)
	}
}

// call asks for an answer over a channel.
type call chan bool

// link answers when the next one has answered it.
func link(in <-chan call, next chan<- call) {
	for c := range in {
		mine := make(call)
		next <- mine
		<-mine
		c <- true
	}
}

func first(in <-chan call, next chan<- call)  { link(in, next) }
func second(in <-chan call, next chan<- call) { link(in, next) }

// third answers when it has done something.
func third(in <-chan call, do func()) {
	for c := range in {
		do()
		c <- true
	}
}

// chained starts the three and returns what asks the first.
func chained(do func()) (ask func()) {
	a, b, c := make(chan call), make(chan call), make(chan call)
	go first(a, b)
	go second(b, c)
	go third(c, do)
	return func() {
		mine := make(call)
		a <- mine
		<-mine
	}
}

// chain has each request wait for three goroutines, of which the last one works.
func chain(s *site) {
	s.conns = 1
	ask := chained(func() { _ = s.worker.work(5 * time.Millisecond) })
	s.handle = func(v *visit) {
		_ = s.worker.work(200 * time.Microsecond)
		v.waits(0, ask)
	}
}

// straggler has one of eight goroutines take longer than the others.
func straggler(s *site) {
	s.conns = 2
	s.handle = func(v *visit) {
		var wg sync.WaitGroup
		wg.Add(8)
		for range 7 {
			go part(&wg, s.worker)
		}
		go lastPart(&wg)
		v.waits(0, wg.Wait)
	}
}

func part(wg *sync.WaitGroup, w worker) {
	defer wg.Done()
	_ = w.work(100 * time.Microsecond)
}

func lastPart(wg *sync.WaitGroup) {
	defer wg.Done()
	time.Sleep(10 * time.Millisecond)
}

// slowCond has requests wait for tickets that come slowly. Clients make no pause, so that
// a request can be there before its connection's goroutine looks for it.
func slowCond(s *site) {
	s.conns, s.think = 2, 0
	c, tickets := sync.NewCond(new(sync.Mutex)), 0
	s.handle = func(v *visit) {
		v.waits(0, func() {
			c.L.Lock()
			defer c.L.Unlock()
			for tickets == 0 {
				c.Wait()
			}
			tickets--
		})
		_ = s.worker.work(200 * time.Microsecond)
	}
	go signaller(c, &tickets)
}

func signaller(c *sync.Cond, tickets *int) {
	for {
		time.Sleep(4 * time.Millisecond)
		c.L.Lock()
		*tickets = 1
		c.L.Unlock()
		c.Signal()
	}
}

// slowSelect has requests wait for a producer.
func slowSelect(s *site) {
	s.conns = 2
	results, never := make(chan int), make(chan int)
	s.handle = func(v *visit) {
		v.waits(0, func() { either(results, never) })
		_ = s.worker.work(200 * time.Microsecond)
	}
	go producer(results, 5*time.Millisecond)
}

func either(a, b <-chan int) {
	select {
	case <-a:
	case <-b:
	}
}

func producer(results chan<- int, pause time.Duration) {
	for i := 0; ; i++ {
		time.Sleep(pause)
		results <- i
	}
}

// finalizers has requests wait for buffers that slow finalizers give back.
func finalizers(s *site) {
	s.conns = 4
	free := make(chan *buffer, 4)
	for range cap(free) {
		free <- newBuffer(free)
	}
	s.handle = func(v *visit) {
		var b *buffer
		v.waits(0, func() { b = <-free })
		b.data[0]++
		_ = s.worker.work(200 * time.Microsecond)
	}
	go collects()
}

type buffer struct {
	data [4096]byte
	free chan *buffer
}

func newBuffer(free chan *buffer) *buffer {
	b := &buffer{free: free}
	runtime.SetFinalizer(b, giveBack)
	return b
}

// giveBack is run by the only goroutine for finalizers.
func giveBack(b *buffer) {
	time.Sleep(2 * time.Millisecond)
	b.free <- newBuffer(b.free)
}

func collects() {
	for {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}

// lookup is slow once in fifty requests.
func lookup(s *site) {
	s.conns = 2
	questions := make(chan call)
	s.handle = func(v *visit) {
		_ = s.worker.work(time.Millisecond)
		if v.number%50 == 0 {
			v.waits(0, func() {
				answer := make(call)
				questions <- answer
				<-answer
			})
		}
	}
	go resolver(questions)
}

func resolver(questions <-chan call) {
	for q := range questions {
		time.Sleep(25 * time.Millisecond)
		q <- true
	}
}

// stall has somebody hold a lock for 12 ms, once in a while.
func stall(s *site) {
	s.conns, s.think = 2, time.Millisecond
	var mu sync.Mutex
	s.handle = func(v *visit) {
		v.waits(0, mu.Lock)
		mu.Unlock()
		_ = s.worker.work(500 * time.Microsecond)
	}
	go locksmith(&mu)
}

func locksmith(mu *sync.Mutex) {
	for {
		time.Sleep(1300 * time.Millisecond)
		mu.Lock()
		time.Sleep(12 * time.Millisecond)
		mu.Unlock()
	}
}
