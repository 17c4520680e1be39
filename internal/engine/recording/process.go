package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// defaultLength is how long a process is recorded that goes on by itself.
const defaultLength = 5 * time.Second

// with implements Subject.
func (p Process) with(ctx context.Context, s *session, do way) ([]Files, error) {
	s.made.Title = fmt.Sprintf("process %d", p.PID)
	start := func(follow func(pid int)) (<-chan struct{}, error) { follow(p.PID); return nil, nil }
	return do(ctx, &going{session: s, server: server{address: p.HTTP}, length: p.Length, start: start})
}

// going is a process that goes on by itself.
type going struct {
	*session
	server server // without an address when there is none
	length time.Duration
	// start starts it, and has it followed from its beginning. Ended is closed when it
	// has, and nil when that cannot be known.
	start func(follow func(pid int)) (ended <-chan struct{}, err error)
}

// Start implements Workload; the trace comes over HTTP.
func (g *going) Start(ctx context.Context, until time.Time, follow func(pid int)) (in io.ReadCloser, ended <-chan struct{}, err error) {
	ended, err = g.start(follow)
	if err == nil && g.server.address != "" && ctx.Err() == nil {
		in = g.server.coming(ctx, until)
	}
	return in, ended, err
}

// Failure implements Workload.
func (g *going) Failure() error { return nil }

// once records it until its length is over, ctx ends, or it has ended itself.
func (g *going) once(ctx context.Context) (f Files, err error) {
	if f, err = g.fresh(); err != nil {
		return f, err
	}
	k, err := g.createKernel(f.Kernel, !g.HasTrace())
	if err != nil {
		return f, err
	}
	if err = g.Tells(k.Header()); err == nil {
		err = g.look(ctx, k, f.Trace)
	}
	if err = errors.Join(err, k.Stop()); err != nil {
		return f, err
	}
	f.Kernel = k.file()
	if !g.HasTrace() {
		f.Trace = ""
		g.trouble("There is no Go execution trace, so only the kernel's side is explained: name the net/http/pprof server of the process with -http, or the file that it writes with -trace.")
	}
	return f, nil
}

// look starts the process and looks on until the recording is over, and takes its
// trace if that comes over HTTP.
func (g *going) look(ctx context.Context, k *Kernel, trace string) error {
	ended, err := g.start(k.Follow)
	if err == nil && k.Err == nil {
		err = g.Tells(k.Header())
	}
	if err != nil || k.Err != nil {
		return err // k.Err is told when k is stopped
	}
	length := g.length
	if length == 0 && ended == nil {
		length = defaultLength
	}
	during, stop, until := Within(ctx, length)
	defer stop()
	stage := "recording " + g.made.Title
	if length > 0 {
		stage += fmt.Sprintf(" for %s", length)
	}
	g.sink.Stage(stage)
	begun := time.Now()
	go func() {
		select {
		case <-ended:
		case <-k.Ended():
		case <-during.Done():
		}
		stop()
	}()
	if g.server.address != "" {
		err = g.fetch(during, g.server, trace, until)
	}
	if err == nil {
		<-during.Done()
	}
	if ended == nil && ctx.Err() == nil && !errors.Is(during.Err(), context.DeadlineExceeded) {
		g.trouble(fmt.Sprintf("The process ended after %s.", time.Since(begun).Round(time.Millisecond)))
	}
	return err
}

// Within is a context that ends after a length of time, and when that is. Length 0
// has no end, and the zero time.
func Within(ctx context.Context, length time.Duration) (context.Context, context.CancelFunc, time.Time) {
	if length == 0 {
		during, end := context.WithCancel(ctx)
		return during, end, time.Time{}
	}
	until := time.Now().Add(length)
	during, end := context.WithDeadline(ctx, until)
	return during, end, until
}
