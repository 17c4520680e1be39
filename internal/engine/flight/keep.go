package flight

import (
	"context"
	"errors"
	"io"
	"math"
	"time"

	"tare/internal/engine/recording"
	"tare/internal/record"
)

// keep waits for what follows a hit, and writes what is kept to a folder.
func (f *flight) keep(ctx context.Context, h recording.Hit) (r recording.Files, err error) {
	const step = 100 * time.Millisecond
	f.sink.Stage(h.What + ": recording what follows")
	for waited := time.Duration(0); ctx.Err() == nil && (waited < aftermath || waited < recording.TraceGrace && f.lacks(h)); waited += step {
		select {
		case <-time.After(step):
		case <-ctx.Done():
		}
	}
	dir, err := recording.Numbered(f.q.Dir)
	if err != nil {
		return r, err
	}
	f.sink.Hit(h, dir)
	r, err = f.write(dir)
	err = errors.Join(err, h.Save(dir))
	for len(f.hits) > 0 {
		<-f.hits // it happened in what was just written
	}
	return r, err
}

// lacks reports whether a trace is coming that does not have a hit yet.
func (f *flight) lacks(h recording.Hit) bool { return f.until() < h.To }

// until is up to when a recording can be written. While a trace is coming, that is
// where its last complete part ends: the kernel's side alone would show goroutines
// that do nothing.
func (f *flight) until() int64 {
	select {
	case <-f.traced:
		return math.MaxInt64
	default:
	}
	if !f.q.HasTrace() {
		return math.MaxInt64
	}
	_, to, _ := f.trace.Span()
	return to
}

// write writes what is kept to a folder.
func (f *flight) write(dir string) (recording.Files, error) {
	var kernel, trace func(io.Writer) error
	until := f.until()
	if f.kernel.Header().Level != record.KernelNone {
		kernel = func(w io.Writer) error { return f.kernel.Snapshot(w, until) }
	}
	if _, _, ok := f.trace.Span(); ok {
		trace = func(w io.Writer) error { _, err := f.trace.WriteTo(w); return err }
	}
	return recording.Save(dir, trace, kernel)
}
