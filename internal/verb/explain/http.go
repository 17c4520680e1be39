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

	"tare/internal/host/invoker"
	"tare/internal/read/gotrace"
	"tare/internal/verb/cli"
)

// longTrace is how many seconds a trace is asked for whose end is not known
// yet: it ends with the connection.
const longTrace = 24 * 60 * 60

// reachable is how long a command may take to serve its trace.
const reachable = 10 * time.Second

// openTrace asks a net/http/pprof server for its Go execution trace, which streams
// in from then on. Length 0 is until ctx ends. A command gets time to begin
// serving.
func (s *session) openTrace(ctx context.Context, length time.Duration) (io.ReadCloser, error) {
	address, err := traceURL(s.http, length)
	if err != nil {
		return nil, cli.Errorf(cli.Usage, "such as -http=localhost:6060", "-http: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, cli.Errorf(cli.Usage, "", "-http: %w", err)
	}
	hint := "the process has to import net/http/pprof and serve it there"
	answer, err := http.DefaultClient.Do(request)
	for begun := time.Now(); err != nil && s.request.subject == subjectCommand && ctx.Err() == nil && time.Since(begun) < reachable; {
		time.Sleep(20 * time.Millisecond)
		var again error
		if answer, again = http.DefaultClient.Do(request); again == nil || ctx.Err() == nil {
			err = again
		}
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("the recording was over before there was an answer")
	}
	if err != nil {
		return nil, cli.Errorf(cli.Broken, hint, "asking for the Go execution trace: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 200))
		answer.Body.Close()
		if strings.Contains(string(text), "already enabled") {
			hint = "a process can be traced by one at a time: wait for the other to end"
		}
		return nil, cli.Errorf(cli.Broken, hint, "asking %s for the Go execution trace: %s: %s", address, answer.Status, strings.TrimSpace(string(text)))
	}
	return answer.Body, nil
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

// fetchTrace writes a server's trace of a certain length to a file, or until ctx
// ends when the length is 0. What has come when a connection breaks is kept: it
// is as good as a trace that was cut off.
func (s *session) fetchTrace(ctx context.Context, path string, length time.Duration) error {
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
	body, err := s.openTrace(fetching, length)
	if err != nil {
		return err
	}
	defer body.Close()
	f, err := invoker.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := io.Copy(f, body)
	if err != nil && !soonOver(ctx) {
		s.trouble = append(s.trouble, s.broke(err))
	}
	r, err := gotrace.NewReader(io.NewSectionReader(f, 0, n))
	if err != nil {
		return cli.Errorf(cli.Broken, "", "what %s sent: %w", s.http, err)
	}
	return r.Close()
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
