package explain

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// defaultLength is how long a process is recorded that goes on by itself.
const defaultLength = 5 * time.Second

// starter starts a process, and has it followed from its beginning. Ended is
// closed when it has.
type starter func(follow func(pid int)) (ended <-chan struct{}, err error)

// process records the running process pid, or the one that start starts, until -for
// is over, ctx ends, or it has ended itself.
func (s *session) process(ctx context.Context, pid int, start starter) ([]recording, error) {
	if start == nil {
		start = func(follow func(pid int)) (<-chan struct{}, error) { follow(pid); return nil, nil }
	}
	if len(s.request.conditions) > 0 {
		return s.fly(ctx, s.processFlight(start))
	}
	r, err := s.fresh()
	if err != nil {
		return nil, err
	}
	k, err := s.startKernel(r.kernel, !s.hasTrace())
	if err != nil {
		return nil, err
	}
	if err = s.tells(k.recording.Header()); err == nil {
		err = s.look(ctx, k, r.trace, start)
	}
	if err = errors.Join(err, k.stop()); err != nil {
		return nil, err
	}
	r.kernel = k.file()
	if !s.hasTrace() {
		r.trace = ""
		s.trouble = append(s.trouble, "There is no Go execution trace, so only the kernel's side is explained: name the net/http/pprof server of the process with -http, or the file that it writes with -trace.")
	}
	return []recording{r}, nil
}

// look starts the process and looks on until the recording is over, and takes its
// trace if that comes over HTTP.
func (s *session) look(ctx context.Context, k *kernelRecording, trace string, start starter) error {
	ended, err := start(k.follow)
	if err == nil && k.err == nil {
		err = s.tells(k.recording.Header())
	}
	if err != nil || k.err != nil {
		return err // k.err is told when k is stopped
	}
	length := s.length
	if length == 0 && ended == nil {
		length = defaultLength
	}
	during, stop, until := within(ctx, length)
	defer stop()
	if length > 0 {
		s.out.Progress.Stage(fmt.Sprintf("recording %s for %s", s.title, length))
	} else {
		s.out.Progress.Stage("recording " + s.title)
	}
	begun := time.Now()
	go func() {
		select {
		case <-ended:
		case <-k.recording.Ended():
		case <-during.Done():
		}
		stop()
	}()
	if s.http != "" {
		err = s.fetchTrace(during, trace, until)
	}
	if err == nil {
		<-during.Done()
	}
	if ended == nil && ctx.Err() == nil && !errors.Is(during.Err(), context.DeadlineExceeded) {
		s.trouble = append(s.trouble, fmt.Sprintf("The process ended after %s.", time.Since(begun).Round(time.Millisecond)))
	}
	return err
}

// within is a context that ends after a length of time, and when that is. Length 0
// has no end, and the zero time.
func within(ctx context.Context, length time.Duration) (context.Context, context.CancelFunc, time.Time) {
	if length == 0 {
		during, end := context.WithCancel(ctx)
		return during, end, time.Time{}
	}
	until := time.Now().Add(length)
	during, end := context.WithDeadline(ctx, until)
	return during, end, until
}
