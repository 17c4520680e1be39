package main

import "sync/atomic"

// mail is what message passing goes through. Its parts are on lines of their own, so that one
// may arrive before the other.
type mail struct {
	_    [128]byte
	data uint64
	_    [128]byte
	flag uint64
	_    [128]byte
}

// batch is how many trials there are between two looks at the clock.
const batch = 1000

// pass has a goroutine write rising numbers, data before flag, while this one reads the flag
// before the data: data that are older than the flag are out of order. A trial counts if it
// saw a flag that the one before did not: otherwise the writer was not running.
func pass(write func(m *mail, n uint64), read func(m *mail) (flag, data uint64)) (trials, seen int) {
	m := new(mail)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := uint64(1); !stop.Load(); {
			for range batch {
				write(m, n)
				n++
			}
		}
	}()
	last := uint64(0)
	for !over(trials) {
		for range batch {
			flag, data := read(m)
			if data < flag {
				seen++
			}
			if flag != last {
				trials++
			}
			last = flag
		}
	}
	stop.Store(true)
	<-done
	return trials, seen
}

// Go's atomic operations keep what is around them in order, for the compiler and for the CPU.
// The plain ones are left to both; that they are not inlined makes the machine code short
// enough to be looked at.

//go:noinline
func publish(m *mail, n uint64) {
	m.data = n
	atomic.StoreUint64(&m.flag, n)
}

//go:noinline
func observe(m *mail) (flag, data uint64) {
	flag = atomic.LoadUint64(&m.flag)
	return flag, m.data
}

//go:noinline
func publishPlain(m *mail, n uint64) {
	m.data = n
	m.flag = n
}

//go:noinline
func observePlain(m *mail) (flag, data uint64) {
	flag = m.flag
	return flag, m.data
}
