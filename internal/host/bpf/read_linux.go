//go:build amd64 || arm64

package bpf

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/cilium/ebpf/ringbuf"

	"tare/internal/trace/event"
)

// interval is how often the buffer is emptied. Being woken up by each event would
// disturb what is recorded; the buffer takes about four million events a second.
const interval = 50 * time.Millisecond

// Read delivers events until Close has been called and those left are delivered,
// and then returns nil. They come in about the order of their times: a wakeup
// comes when it has ended and has the time of its beginning, and programs of
// different CPUs may overtake each other. The event and pcs are valid until
// event returns; pcs, innermost first, is the user stack of a KernelOff, or nil.
func (r *Recorder) Read(event func(e *event.KernelEvent, pcs []uint64)) error {
	ring, err := ringbuf.NewReader(r.kernel.Maps[schedMapEvents])
	if err != nil {
		return fmt.Errorf("opening the buffer of kernel events: %w", err)
	}
	defer ring.Close()
	ring.SetDeadline(time.Unix(1, 0)) // long past: reading never waits
	tick := time.NewTicker(interval)
	defer tick.Stop()
	d := &decoder{deliver: event}
	for closed := false; !closed; {
		select {
		case <-r.done:
			closed = true
		case <-tick.C:
			r.tick()
		}
		if err := r.drain(ring, d); err != nil {
			return fmt.Errorf("reading kernel events: %w", err)
		}
	}
	lost, err := r.dropped()
	d.tellLost(lost)
	return err
}

func (r *Recorder) tick() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.attached != nil {
		r.meter.tick()
	}
}

// drain delivers what is in the buffer.
func (r *Recorder) drain(ring *ringbuf.Reader, d *decoder) error {
	if err := r.kernel.Variables[schedVarClockOffset].Get(&d.offset); err != nil {
		return err
	}
	var rec ringbuf.Record
	for {
		switch err := ring.ReadInto(&rec); {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil
		case err != nil:
			return err
		}
		if err := d.decode(rec.RawSample); err != nil {
			return err
		}
	}
}

// Close stops recording and lets Read deliver the rest and return.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.done:
		return nil
	default:
	}
	defer close(r.done)
	if err := r.detach(); err != nil {
		return fmt.Errorf("detaching eBPF programs: %w", err)
	}
	return nil
}
