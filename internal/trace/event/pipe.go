package event

import "sync"

const (
	batch = 1024 // values that are handed over at once
	onWay = 4    // batches
)

// Pipe hands events, or what is made of them, from one goroutine to another, many at once, in
// memory that is used again and again: a channel of single ones would take longer than what
// is done with them. It leads from one giver to one taker.
type Pipe[T any] struct {
	full, empty chan []T
	stop        chan struct{} // closed when no more are wanted
	stopped     sync.Once
	in          []T // of the giver: to be handed over
	out         []T // of the taker: handed over
	taken       int // of out
}

// NewPipe returns a pipe with nothing in it.
func NewPipe[T any]() *Pipe[T] {
	p := &Pipe[T]{full: make(chan []T, onWay), empty: make(chan []T, onWay), stop: make(chan struct{})}
	for range onWay {
		p.empty <- make([]T, 0, batch)
	}
	return p
}

// Slot returns a place for the giver's next value, which Give hands over. It has a value of
// before in it, and is nil when no more are wanted.
func (p *Pipe[T]) Slot() *T {
	n := len(p.in)
	if n == cap(p.in) {
		if !p.turn() {
			return nil
		}
		n = 0
	}
	return &p.in[:n+1][n]
}

// Give hands the slot's value over, together with those that come next.
func (p *Pipe[T]) Give() { p.in = p.in[:len(p.in)+1] }

// End hands over what there is, the last of all.
func (p *Pipe[T]) End() {
	p.flush()
	close(p.full)
}

// turn hands over what there is, and gets an empty batch. It reports whether more
// are wanted.
func (p *Pipe[T]) turn() bool {
	if !p.flush() {
		return false
	}
	select {
	case p.in = <-p.empty:
		return true
	case <-p.stop:
		return false
	}
}

func (p *Pipe[T]) flush() bool {
	if len(p.in) == 0 {
		return true
	}
	select {
	case p.full <- p.in:
		p.in = nil
		return true
	case <-p.stop:
		return false
	}
}

// Take returns the taker's next value, which is valid until the next call; nil when there
// is none, or when no more were wanted.
func (p *Pipe[T]) Take() *T {
	if p.taken == len(p.out) && !p.next() {
		return nil
	}
	p.taken++
	return &p.out[p.taken-1]
}

func (p *Pipe[T]) next() bool {
	if p.out != nil {
		p.empty <- p.out[:0] // has room for all batches
	}
	p.out, p.taken = nil, 0
	if p.Stopped() {
		return false
	}
	select {
	case p.out = <-p.full:
		return p.out != nil
	case <-p.stop:
		return false
	}
}

// Stop says that no more are wanted. Anybody may call it, at any time.
func (p *Pipe[T]) Stop() { p.stopped.Do(func() { close(p.stop) }) }

// Stopped reports whether no more are wanted.
func (p *Pipe[T]) Stopped() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}
