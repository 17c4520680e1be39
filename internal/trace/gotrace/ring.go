package gotrace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// Ring keeps the last generations of a trace that is written to it, in pieces of
// any size. WriteTo makes a trace of them. It may be used by several goroutines.
type Ring struct {
	keep time.Duration
	size int

	mu     sync.Mutex
	header []byte
	minor  int
	rest   []byte       // the beginning of a batch, or of the header
	whole  []generation // oldest first
	coming generation
	held   int   // bytes of all generations
	err    error // why nothing more can be taken
}

// generation is part of a trace. Its batches are never changed once they are in.
type generation struct {
	number  uint64
	batches [][]byte
	bytes   int
	begin   uint64 // ticks
	second  uint64 // ticks in it; 0 until that is told
	tooBig  bool   // it was given up
}

// NewRing returns a ring that keeps generations that cover at least the last
// keep, unless that takes more than size bytes. Generations take about a second,
// so it may cover a second more. One that has more than size bytes by itself is
// lost.
func NewRing(keep time.Duration, size int) *Ring { return &Ring{keep: keep, size: size} }

// Write takes the next piece of the trace. An error says that this is not a trace
// that can be read, or that it is damaged; what is held stays.
func (r *Ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return 0, r.err
	}
	r.rest = append(r.rest, p...)
	if r.err = r.parse(); r.err != nil {
		return 0, r.err
	}
	return len(p), nil
}

// parse takes all complete batches from rest.
func (r *Ring) parse() error {
	rest := r.rest
	if r.header == nil {
		if len(rest) < headerSize {
			return nil
		}
		var err error
		if r.header, r.minor, err = readHeader(bytes.NewReader(rest)); err != nil {
			return err
		}
		rest = rest[headerSize:]
	}
	for {
		b, n, err := parseBatch(rest)
		if err == errShort {
			r.rest = r.rest[:copy(r.rest, rest)]
			return nil
		}
		if err == nil {
			err = r.add(&b)
		}
		if err != nil {
			return fmt.Errorf("the Go trace is damaged: %w", err)
		}
		rest = rest[n:]
	}
}

// add puts a batch where it belongs.
func (r *Ring) add(b *batch) error {
	g := &r.coming
	if b.kind != evEndOfGeneration && b.generation != g.number {
		if err := r.complete(); err != nil { // until Go 1.25, only this shows that it is
			return err
		}
		g.number, g.begin = b.generation, b.ticks
	}
	if f, ok := b.frequency(); ok {
		g.second = f
	}
	if b.kind != evEndOfGeneration {
		g.begin = min(g.begin, b.ticks)
	}
	if !g.tooBig {
		encoded := b.append(nil)
		g.batches = append(g.batches, encoded)
		g.bytes += len(encoded)
		r.held += len(encoded)
		r.shrink()
	}
	if b.kind == evEndOfGeneration {
		return r.complete()
	}
	return nil
}

// complete moves the coming generation to the whole ones, and drops those that
// are older than has to be kept.
func (r *Ring) complete() error {
	g := r.coming
	r.coming = generation{}
	if len(g.batches) == 0 {
		return nil
	}
	if g.second == 0 {
		return errors.New("a generation does not say how fast its clock ticks")
	}
	r.whole = append(r.whole, g)
	for len(r.whole) > 1 && g.time()-r.whole[1].time() >= int64(r.keep) {
		r.dropOldest()
	}
	return nil
}

// shrink drops generations until no more than size bytes are held, the coming one
// last.
func (r *Ring) shrink() {
	for r.held > r.size && len(r.whole) > 0 {
		r.dropOldest()
	}
	if g := &r.coming; r.held > r.size {
		r.held -= g.bytes
		g.batches, g.bytes, g.tooBig = nil, 0, true
	}
}

func (r *Ring) dropOldest() {
	r.held -= r.whole[0].bytes
	r.whole = slices.Delete(r.whole, 0, 1)
}

// time is when the generation began, in ns of the trace's clock.
func (g *generation) time() int64 { return int64(float64(g.begin) * (1e9 / float64(g.second))) }

// Close says that the trace ended, and with it its last generation. An error says
// that it did not end well; what is held stays.
func (r *Ring) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.err != nil:
		return r.err
	case r.header == nil:
		_, _, err := readHeader(bytes.NewReader(r.rest))
		return err
	case len(r.rest) > 0, len(r.coming.batches) > 0 && (r.minor >= 26 || r.coming.second == 0):
		return errors.New("the Go trace ended in the middle: what was written last, about a second, is lost")
	}
	return r.complete()
}

// Span returns which stretch of time WriteTo writes all events of, in ns of
// CLOCK_MONOTONIC, give or take what changing generations takes, some 0.1 ms. ok
// is false while there is none. What happens now is in it when the next generation
// begins, in a second or so.
func (r *Ring) Span() (from, to int64, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.whole) == 0 {
		return 0, 0, false
	}
	last := r.whole[len(r.whole)-1]
	if next := r.coming; next.begin > last.begin {
		next.second = last.second
		last = next
	}
	return r.whole[0].time(), last.time(), true
}

// WriteTo writes a trace of the generations that are complete.
func (r *Ring) WriteTo(w io.Writer) (int64, error) {
	r.mu.Lock()
	header, whole := r.header, slices.Clone(r.whole)
	r.mu.Unlock()
	if len(whole) == 0 {
		return 0, errors.New("nothing of the Go trace is complete yet: it comes in parts of about a second")
	}
	n, err := w.Write(header)
	written := int64(n)
	for _, g := range whole {
		for _, b := range g.batches {
			if err != nil {
				return written, fmt.Errorf("writing the last part of the Go trace: %w", err)
			}
			n, err = w.Write(b)
			written += int64(n)
		}
	}
	return written, err
}
