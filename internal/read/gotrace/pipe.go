package gotrace

import "tare/internal/record"

const (
	batchEvents = 1024 // handed over at once
	batches     = 4    // on the way
)

// pipe hands events from one goroutine to another, many at once, in memory that
// is used again and again.
type pipe struct {
	full, empty chan []record.GoEvent
	stop        chan struct{}    // closed when no more are wanted
	in          []record.GoEvent // of the giver: to be handed over
	out         []record.GoEvent // of the taker: handed over
	taken       int              // of out
}

func newPipe() *pipe {
	p := &pipe{
		full:  make(chan []record.GoEvent, batches),
		empty: make(chan []record.GoEvent, batches),
		stop:  make(chan struct{}),
	}
	for range batches {
		p.empty <- make([]record.GoEvent, 0, batchEvents)
	}
	return p
}

// slot returns a place for the next event, which give hands over. It is nil when
// no more are wanted.
func (p *pipe) slot() *record.GoEvent {
	n := len(p.in)
	if n == cap(p.in) {
		if !p.turn() {
			return nil
		}
		n = 0
	}
	return &p.in[:n+1][n]
}

// give hands the slot's event over, together with those that come next.
func (p *pipe) give() { p.in = p.in[:len(p.in)+1] }

// turn hands over what there is, and gets an empty batch. It reports whether more
// are wanted.
func (p *pipe) turn() bool {
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

func (p *pipe) flush() bool {
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

// end hands over what there is, the last of all.
func (p *pipe) end() {
	p.flush()
	close(p.full)
}

// take returns the next event, which is valid until the next call; nil when there
// is none, or when no more were wanted.
func (p *pipe) take() *record.GoEvent {
	if p.taken == len(p.out) && !p.next() {
		return nil
	}
	p.taken++
	return &p.out[p.taken-1]
}

func (p *pipe) next() bool {
	if p.out != nil {
		p.empty <- p.out[:0] // has room for all batches
	}
	p.out, p.taken = nil, 0
	select {
	case <-p.stop:
		return false
	default:
	}
	select {
	case p.out = <-p.full:
		return p.out != nil
	case <-p.stop:
		return false
	}
}
