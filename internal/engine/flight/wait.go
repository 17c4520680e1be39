package flight

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/engine/recording"
)

// wait writes out what is kept whenever a condition comes true, until that has been
// often enough or over ends, which end ends.
func (f *flight) wait(ctx, over context.Context, end func(), ended <-chan struct{}) (all []recording.Files, err error) {
	gone := f.kernel.Ended()
	go func() {
		defer end()
		select {
		case <-ended:
		case <-gone:
		case <-f.traced:
		case <-over.Done():
		}
	}()
	for len(all) < f.Hits {
		f.sink.Stage("waiting for " + f.String())
		h, ok := f.next(ctx, over)
		if !ok {
			return all, f.cutOff(all, ended, gone)
		}
		r, err := f.keep(ctx, h)
		if err != nil {
			return all, err
		}
		all = append(all, r)
	}
	return all, nil
}

// next waits for a condition to come true. What happened just before everything is
// over is told after that.
func (f *flight) next(ctx, over context.Context) (recording.Hit, bool) {
	select {
	case h := <-f.hits:
		return h, true
	case <-over.Done():
	}
	patience := aftermath
	if errors.Is(over.Err(), context.DeadlineExceeded) {
		patience = lastWord
	}
	select {
	case h := <-f.hits:
		return h, true
	case <-time.After(patience):
	case <-ctx.Done():
	}
	return recording.Hit{}, false
}

// cutOff says that the trace has ended, and the workload has not.
func (f *flight) cutOff(all []recording.Files, ends ...<-chan struct{}) error {
	select {
	case <-f.traced:
	default:
		return nil
	}
	if refused := (*exit.Error)(nil); errors.As(f.broken, &refused) && len(all) == 0 {
		return refused // there never was a trace
	}
	for _, end := range ends {
		select {
		case <-end:
			return nil
		default:
		}
	}
	switch {
	case f.broken == nil:
		return nil
	case len(all) > 0:
		f.trouble = append(f.trouble, fmt.Sprintf("Watching ended with the Go execution trace: %v.", f.broken))
		return nil
	}
	return exit.Errorf(exit.Broken, "", "watching the Go execution trace: %w", f.broken)
}
