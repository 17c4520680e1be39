package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/host/invoker"
	"tare/internal/record/unit"
	"tare/internal/trace/gotrace"
)

// mostTrace is how many bytes of a trace are kept: some minutes of a process that does
// nothing but switch goroutines. A server must not fill the disk.
const mostTrace = 4 << 30

// TraceGrace is how much longer than asked for a server may take to finish its
// trace.
const TraceGrace = 10 * time.Second

// lateTrace is how much longer is worth telling: on a busy process it is seconds.
const lateTrace = time.Second

// fetch writes a server's trace to a file, until a given time, or until ctx ends
// if that is zero. What has come when a connection breaks is kept: it is as good as a
// trace that was cut off.
func (s *session) fetch(ctx context.Context, v server, path string, until time.Time) error {
	// The recording's regular end must not cut the connection: the server is just
	// finishing.
	fetching, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			time.AfterFunc(TraceGrace, cut)
		} else {
			cut()
		}
	})()
	f, err := invoker.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	came := make(chan fetched, 1)
	go func() { came <- v.fetchInto(fetching, f, until) }()
	var got fetched
	select {
	case got = <-came:
	case <-ctx.Done():
		s.sink.Stage("waiting for the process to end its Go execution trace")
		got = <-came
	}
	if got.refused != nil {
		return errors.Join(got.refused, f.Close(), invoker.Remove(path))
	}
	switch late := time.Since(until); {
	case errors.Is(got.broke, files.ErrTooLong):
		s.trouble(fmt.Sprintf("The Go execution trace is longer than %d GiB: what came after that is not explained.", mostTrace>>30))
	case got.broke != nil && !soonOver(ctx):
		s.trouble(fmt.Sprintf("The connection to %s broke: %v.", v.address, got.broke))
	case !until.IsZero() && late > lateTrace:
		s.trouble(lateEnd(late, got.broke))
	}
	r, err := gotrace.NewReader(io.NewSectionReader(f, 0, got.bytes))
	if err != nil {
		return exit.Errorf(exit.Broken, "", "reading what %s sent: %w", v.address, err)
	}
	return r.Close()
}

// lateEnd says that a server took longer than asked for.
func lateEnd(late time.Duration, broke error) string {
	if broke != nil {
		return fmt.Sprintf("The process did not end its Go execution trace within %s after the time that was asked for: what had come by then is explained.", TraceGrace)
	}
	return fmt.Sprintf("The process ended its Go execution trace %s later than it was asked to: the goroutine that sends it had to wait for a P or a CPU, too.", unit.Duration(late))
}

// fetched is what came of fetching a trace.
type fetched struct {
	bytes   int64
	refused error // there was no trace
	broke   error // it ended before its end
}

func (v server) fetchInto(ctx context.Context, w io.Writer, until time.Time) fetched {
	body, err := v.open(ctx, until)
	if err != nil {
		return fetched{refused: err}
	}
	defer body.Close()
	n, err := io.Copy(w, files.Bounded(body, "the trace", mostTrace))
	return fetched{bytes: n, broke: err}
}

// soonOver reports whether ctx ends right now: a connection breaks a moment before
// it is seen that its process has ended.
func soonOver(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	case <-time.After(300 * time.Millisecond):
		return false
	}
}
