package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"tare/internal/host/invoker"
	"tare/internal/record"
)

// keep waits for what follows a hit, and writes what is kept to a folder.
func (f *flightRecorder) keep(ctx context.Context, h hit) (r recording, err error) {
	const step = 100 * time.Millisecond
	f.s.out.Progress.Stage(h.What + ": recording what follows")
	for waited := time.Duration(0); ctx.Err() == nil && (waited < aftermath || waited < traceGrace && f.lacks(h)); waited += step {
		select {
		case <-time.After(step):
		case <-ctx.Done():
		}
	}
	dir, err := numbered(f.s.dir)
	if err != nil {
		return r, err
	}
	f.s.out.Progress.Note(fmt.Sprintf("%s: %s, kept in %s", h.What, time.Duration(h.To-h.From), dir))
	r, err = f.write(dir)
	err = errors.Join(err, h.save(dir))
	for len(f.hits) > 0 {
		<-f.hits // it happened in what was just written
	}
	return r, err
}

// lacks reports whether a trace is coming that does not have a hit yet.
func (f *flightRecorder) lacks(h hit) bool { return f.until() < h.To }

// until is up to when a recording can be written. While a trace is coming, that is
// where its last complete part ends: the kernel's side alone would show goroutines
// that do nothing.
func (f *flightRecorder) until() int64 {
	select {
	case <-f.traced:
		return math.MaxInt64
	default:
	}
	if !f.s.hasTrace() {
		return math.MaxInt64
	}
	_, to, _ := f.trace.Span()
	return to
}

// numbered makes a folder in dir with the first number that is not taken.
func numbered(dir string) (string, error) {
	if err := invoker.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		name := filepath.Join(dir, strconv.Itoa(n))
		if err := invoker.Mkdir(name, 0o777); !errors.Is(err, os.ErrExist) {
			return name, err
		}
	}
}

// write writes what is kept to a folder.
func (f *flightRecorder) write(dir string) (r recording, err error) {
	save := func(name string, write func(io.Writer) error) (path string) {
		if err != nil {
			return ""
		}
		path = filepath.Join(dir, name)
		var out *os.File
		if out, err = invoker.Create(path); err == nil {
			err = errors.Join(write(out), out.Close())
		}
		return path
	}
	until := f.until()
	if f.kernel.recording.Header().Level != record.KernelNone {
		r.kernel = save(kernelFile, func(w io.Writer) error { return f.kernel.recording.Snapshot(w, until) })
	}
	if _, _, ok := f.trace.Span(); ok {
		r.trace = save(traceFile, func(w io.Writer) error { _, err := f.trace.WriteTo(w); return err })
	}
	return r, err
}
