package main

import "sync/atomic"

// slot is one variable of store buffering, on lines of its own, and how many trials its
// goroutine is ready for.
type slot struct {
	value uint64
	_     [128]byte
	ready atomic.Uint64
	saw   uint64
	_     [128]byte
}

// buffer has two goroutines write their own slot and read the other's, starting each trial
// together. Both having seen the trial before means that both loads overtook the stores.
func buffer(swap func(own, other *slot, n uint64) uint64) (trials, seen int) {
	var slots [2]slot
	go func() {
		for n := uint64(1); meet(&slots[1], &slots[0], n); n += 2 {
			slots[1].saw = swap(&slots[1], &slots[0], n)
			meet(&slots[1], &slots[0], n+1)
		}
	}()
	for n := uint64(1); !over(trials); n += 2 {
		meet(&slots[0], &slots[1], n)
		saw := swap(&slots[0], &slots[1], n)
		meet(&slots[0], &slots[1], n+1)
		if saw != n && slots[1].saw != n {
			seen++
		}
		trials++
	}
	stop.Store(true)
	return trials, seen
}

// meet waits until the other one is as far as this one; false when it is time to stop.
func meet(own, other *slot, n uint64) bool {
	own.ready.Store(n)
	for other.ready.Load() < n {
		if stop.Load() {
			return false
		}
	}
	return true
}

//go:noinline
func swap(own, other *slot, n uint64) uint64 {
	atomic.StoreUint64(&own.value, n)
	return atomic.LoadUint64(&other.value)
}

//go:noinline
func swapPlain(own, other *slot, n uint64) uint64 {
	own.value = n
	return other.value
}
