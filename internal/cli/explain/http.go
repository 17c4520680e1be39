package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/host/input"
	"tare/internal/host/invoker"
	"tare/internal/read/gotrace"
	"tare/internal/record/unit"
)

// longTrace is how many seconds a trace is asked for whose end is not known
// yet: it ends with the connection.
const longTrace = 24 * 60 * 60

// reachable is how long a command may take to serve its trace.
const reachable = 10 * time.Second

// openTrace asks a net/http/pprof server for its Go execution trace, which streams
// in from then on, until a given time, or until ctx ends if that is zero. A command
// gets time to begin serving.
func (s *session) openTrace(ctx context.Context, until time.Time) (io.ReadCloser, error) {
	hint := "the process has to import net/http/pprof and serve it there"
	answer, err := s.askForTrace(ctx, until)
	for begun := time.Now(); err != nil && s.request.subject == subjectCommand && ctx.Err() == nil && time.Since(begun) < reachable; {
		time.Sleep(20 * time.Millisecond)
		var again error
		if answer, again = s.askForTrace(ctx, until); errors.Is(again, errTooLate) {
			break // what was in the way before says more
		}
		if again == nil || ctx.Err() == nil {
			err = again
		}
	}
	if errors.Is(err, context.Canceled) {
		err = errTooLate
	}
	if err != nil {
		return nil, exit.Errorf(exit.Broken, hint, "asking for the Go execution trace: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 200))
		answer.Body.Close()
		if strings.Contains(string(text), "already enabled") {
			hint = "a process can be traced by one at a time: wait for the other to end"
		}
		return nil, exit.Errorf(exit.Broken, hint, "asking %s for the Go execution trace: %s: %s", answer.Request.URL, answer.Status, strings.TrimSpace(string(text)))
	}
	return answer.Body, nil
}

var errTooLate = errors.New("the recording was over before there was an answer")

// askForTrace asks for what is left until a given time, if it is not zero.
func (s *session) askForTrace(ctx context.Context, until time.Time) (*http.Response, error) {
	var left time.Duration
	if !until.IsZero() {
		const step = 10 * time.Millisecond
		if left = time.Until(until); left <= 0 {
			return nil, errTooLate
		}
		left = left.Truncate(step) + step
	}
	address, err := traceURL(s.http, left)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	return traceClient.Do(request)
}

// traceClient asks whom the user has named, and nobody whom that names.
var traceClient = &http.Client{CheckRedirect: func(request *http.Request, via []*http.Request) error {
	if request.URL.Host != via[0].URL.Host {
		return fmt.Errorf("%s sends to %s: name that with -http, if you trust it", via[0].URL.Host, request.URL.Host)
	}
	if len(via) > 5 {
		return errors.New("it sends from one address to the next")
	}
	return nil
}}

// mostTrace is how many bytes of a trace are kept: some minutes of a process that does
// nothing but switch goroutines. A server must not fill the disk.
const mostTrace = 4 << 30

// comingTrace is the trace that openTrace opens, for those who cannot wait for it: a
// server does not answer before it has something of the trace to send.
func (s *session) comingTrace(ctx context.Context, until time.Time) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		body, err := s.openTrace(ctx, until)
		if err == nil {
			_, err = io.Copy(w, body)
			body.Close()
		}
		w.CloseWithError(err)
	}()
	return r
}

// traceURL is where a server's trace is. A whole URL is taken as it is, but for
// the number of seconds.
func traceURL(address string, length time.Duration) (string, error) {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	if u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("%q is no address of a server", address)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/debug/pprof/trace"
	}
	seconds := float64(longTrace)
	if length > 0 {
		seconds = length.Seconds()
	}
	q := u.Query()
	q.Set("seconds", fmt.Sprintf("%g", seconds))
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// traceGrace is how much longer than asked for a server may take to finish its
// trace.
const traceGrace = 10 * time.Second

// lateTrace is how much longer is worth telling: on a busy process it is seconds.
const lateTrace = time.Second

// fetchTrace writes a server's trace to a file, until a given time, or until ctx ends
// if that is zero. What has come when a connection breaks is kept: it is as good as a
// trace that was cut off.
func (s *session) fetchTrace(ctx context.Context, path string, until time.Time) error {
	// The recording's regular end must not cut the connection: the server is just
	// finishing.
	fetching, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			time.AfterFunc(traceGrace, cut)
		} else {
			cut()
		}
	})()
	f, err := invoker.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	fetched := make(chan fetch, 1)
	go func() { fetched <- s.fetchInto(fetching, f, until) }()
	var got fetch
	select {
	case got = <-fetched:
	case <-ctx.Done():
		s.out.Progress.Stage("waiting for the process to end its Go execution trace")
		got = <-fetched
	}
	if got.refused != nil {
		return errors.Join(got.refused, f.Close(), invoker.Remove(path))
	}
	switch late := time.Since(until); {
	case errors.Is(got.broke, input.ErrTooLong):
		s.trouble = append(s.trouble, fmt.Sprintf("The Go execution trace is longer than %d GiB: what came after that is not explained.", mostTrace>>30))
	case got.broke != nil && !soonOver(ctx):
		s.trouble = append(s.trouble, s.broke(got.broke))
	case !until.IsZero() && late > lateTrace:
		s.trouble = append(s.trouble, lateEnd(late, got.broke))
	}
	r, err := gotrace.NewReader(io.NewSectionReader(f, 0, got.bytes))
	if err != nil {
		return exit.Errorf(exit.Broken, "", "what %s sent: %w", s.http, err)
	}
	return r.Close()
}

// lateEnd says that a server took longer than asked for.
func lateEnd(late time.Duration, broke error) string {
	if broke != nil {
		return fmt.Sprintf("The process did not end its Go execution trace within %s after the time that was asked for: what had come by then is explained.", traceGrace)
	}
	return fmt.Sprintf("The process ended its Go execution trace %s later than it was asked to: the goroutine that sends it had to wait for a P or a CPU, too.", unit.Duration(late))
}

// fetch is what came of fetching a trace.
type fetch struct {
	bytes   int64
	refused error // there was no trace
	broke   error // it ended before its end
}

func (s *session) fetchInto(ctx context.Context, w io.Writer, until time.Time) fetch {
	body, err := s.openTrace(ctx, until)
	if err != nil {
		return fetch{refused: err}
	}
	defer body.Close()
	n, err := io.Copy(w, input.Bounded(body, "the trace", mostTrace))
	return fetch{bytes: n, broke: err}
}

// broke says that a connection did.
func (s *session) broke(err error) string {
	return fmt.Sprintf("The connection to %s broke: %v.", s.http, err)
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
