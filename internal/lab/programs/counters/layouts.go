package main

import "sync/atomic"

// pair is the published struct before it is padded, and pair7 afterwards. Alignment puts b at
// byte 8 of both: the compiler inserts the 7 bytes that pair7 spells out.
type pair struct {
	a byte
	b atomic.Uint64
}

type pair7 struct {
	a byte
	_ [7]byte
	b atomic.Uint64
}

// apart has its fields on different lines, even where lines have 128 bytes or are fetched
// in twos.
type apart struct {
	a byte
	_ [127]byte
	b atomic.Uint64
}

// line is a counter with a line of its own.
type line struct {
	atomic.Uint64
	_ [120]byte
}

// layouts make the counters of n goroutines, each a function that counts a batch.
var layouts = map[string]func(n int) []func(){
	"pair":  func(int) []func() { p := new(pair); return []func(){bytewise(&p.a), atomically(&p.b)} },
	"pair7": func(int) []func() { p := new(pair7); return []func(){bytewise(&p.a), atomically(&p.b)} },
	"alone": func(int) []func() { p := new(pair); return []func(){atomically(&p.b)} },
	"apart": func(int) []func() { p := new(apart); return []func(){bytewise(&p.a), atomically(&p.b)} },

	"shared": func(n int) []func() {
		c := new(line)
		return each(n, func(int) *atomic.Uint64 { return &c.Uint64 })
	},
	"packed": func(n int) []func() {
		cs := make([]atomic.Uint64, n)
		return each(n, func(i int) *atomic.Uint64 { return &cs[i] })
	},
	"lines": func(n int) []func() {
		cs := make([]line, n)
		return each(n, func(i int) *atomic.Uint64 { return &cs[i].Uint64 })
	},
}

func each(n int, counter func(i int) *atomic.Uint64) (all []func()) {
	for i := range n {
		all = append(all, atomically(counter(i)))
	}
	return all
}

// bytewise counts in a byte. No atomic operation takes a byte, and plain stores wait in the
// CPU's store buffer until many go to the line at once; so each is followed by an atomic
// operation on a line of the goroutine's own, which makes it wait for that store.
func bytewise(p *byte) func() {
	own := new(line)
	return func() {
		for range batch {
			*p++
			own.Add(1)
		}
	}
}

func atomically(p *atomic.Uint64) func() {
	return func() {
		for range batch {
			p.Add(1)
		}
	}
}
