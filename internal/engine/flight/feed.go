package flight

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"tare/internal/engine/recording"
	"tare/internal/record"
	"tare/internal/trace/align"
	"tare/internal/trace/event"
	"tare/internal/trace/gotrace"
)

// watch is a sink for what comes in.
func (f *flight) watch() *watch {
	return &watch{conditions: f.On, throttled: map[int32]int64{}, hit: func(h recording.Hit) {
		select {
		case f.hits <- h:
		default: // one is enough at a time
		}
	}}
}

// watchKernel looks at the kernel's events.
func (f *flight) watchKernel() {
	sure := f.kernel.Header().Sure
	w := f.watch()
	w.readings = sure[record.FactThrottled] == record.Bounded
	align.Join(nil, f.events.queue, sure, w)
}

// readTrace keeps what comes of the trace, and looks at it as well if that tells of
// a condition, until ctx ends.
func (f *flight) readTrace(ctx context.Context, in io.Reader) {
	defer close(f.traced)
	to := io.Writer(f.trace)
	var looking sync.WaitGroup
	if slices.ContainsFunc(f.On, func(c Condition) bool { return c.about.trace }) {
		queue := newBacklog(backlogBytes)
		defer context.AfterFunc(ctx, queue.drop)()
		defer looking.Wait()
		defer queue.Close()
		to = io.MultiWriter(f.trace, queue)
		looking.Go(func() {
			r, err := gotrace.NewReader(queue)
			if err == nil {
				err = errors.Join(align.Join(r, nil, nil, f.watch()).GoError, r.Close())
			}
			if errors.Is(err, errBehind) {
				f.sink.Note(fmt.Sprintf("%v: conditions in it go unnoticed from now on", err))
			}
		})
	}
	_, err := io.Copy(to, in)
	if f.broken = f.trace.Close(); err != nil {
		f.broken = err
	}
}

// events hands events to who looks at them. What is kept does not depend on it, so
// they are looked at in spare time, and lost when there is none.
type events struct {
	queue queue
	lost  int32
}

func (s *events) add(e *event.KernelEvent) {
	if s.lost > 0 {
		select {
		case s.queue <- event.KernelEvent{Time: e.Time, Kind: event.KernelLost, CPU: -1, Number: s.lost}:
			s.lost = 0
		default:
		}
	}
	if s.lost == 0 {
		select {
		case s.queue <- *e:
			return
		default:
		}
	}
	s.lost++
}

// queue is a KernelSource of events as they come.
type queue chan event.KernelEvent

// Next implements align.KernelSource.
func (q queue) Next(e *event.KernelEvent) error {
	var ok bool
	if *e, ok = <-q; !ok {
		return io.EOF
	}
	return nil
}
