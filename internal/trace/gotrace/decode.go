package gotrace

import (
	"fmt"
	"io"
	"time"

	"golang.org/x/exp/trace"

	"tare/internal/trace/event"
)

// decoder is the goroutine that reads ahead for a Reader.
type decoder struct {
	*Reader
	source      *stream
	first, last int64 // times of events
}

func (d *decoder) run() {
	defer d.events.End()
	err := d.guarded()
	if err != io.EOF {
		why, source := d.source.why(err)
		err = &Broken{Offset: d.source.offset, Time: d.last, Good: time.Duration(d.last - d.first), Why: why, Err: source}
	}
	doubts := d.source.doubts.texts(d.first)
	d.doubts.Store(&doubts)
	d.end = err
}

// guarded makes errors of the panics with which package trace meets some
// contradictions.
func (d *decoder) guarded() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return d.decode()
}

func (d *decoder) decode() error {
	events, err := trace.NewReader(d.source)
	if err != nil {
		return err
	}
	var begin *trace.Event // of a generation, until it turns out to have events
	for {
		e, err := events.ReadEvent()
		if err != nil {
			return err
		}
		if e.Kind() == trace.EventSync {
			sync := e
			begin = &sync
			d.source.doubts.generation(d.last)
			continue
		}
		if begin != nil {
			d.table.newGeneration()
			d.noteClocks(begin)
			if !d.give(begin) {
				return errClosed
			}
			begin = nil
		}
		if !d.give(&e) {
			return errClosed
		}
	}
}

// give converts an event and hands it over. It reports whether more are wanted.
func (d *decoder) give(e *trace.Event) bool {
	slot := d.events.Slot()
	if slot == nil {
		return false
	}
	d.table.convert(e, slot)
	if slot.Kind == event.GoNothing {
		return true
	}
	if d.first == 0 {
		d.first = slot.Time
	}
	d.last = slot.Time
	d.events.Give()
	return true
}

// noteClocks compares the clocks that a generation tells, and keeps the first.
func (d *decoder) noteClocks(e *trace.Event) {
	c := e.Sync().ClockSnapshot
	if c == nil {
		return
	}
	clocks := &Clocks{Trace: int64(c.Trace), Monotonic: int64(c.Mono), Wall: c.Wall}
	d.source.doubts.clocks(clocks)
	d.clocks.CompareAndSwap(nil, clocks)
}
