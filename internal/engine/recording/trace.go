package recording

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
)

// longTrace is how many seconds a trace is asked for whose end is not known
// yet: it ends with the connection.
const longTrace = 24 * 60 * 60

// reachable is how long a command may take to serve its trace.
const reachable = 10 * time.Second

// server is a net/http/pprof server.
type server struct {
	address string
	young   bool // its process has only been started, and gets time to begin serving
}

// open asks a server for its Go execution trace, which streams in from then on, until a
// given time, or until ctx ends if that is zero.
func (v server) open(ctx context.Context, until time.Time) (io.ReadCloser, error) {
	hint := "the process has to import net/http/pprof and serve it there"
	answer, err := v.ask(ctx, until)
	for begun := time.Now(); err != nil && v.young && ctx.Err() == nil && time.Since(begun) < reachable; {
		time.Sleep(20 * time.Millisecond)
		var again error
		if answer, again = v.ask(ctx, until); errors.Is(again, errTooLate) {
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

// ask asks for what is left until a given time, if it is not zero.
func (v server) ask(ctx context.Context, until time.Time) (*http.Response, error) {
	var left time.Duration
	if !until.IsZero() {
		const step = 10 * time.Millisecond
		if left = time.Until(until); left <= 0 {
			return nil, errTooLate
		}
		left = left.Truncate(step) + step
	}
	address, err := traceURL(v.address, left)
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
		return fmt.Errorf("%s redirects to %s: name that with -http, if you trust it", via[0].URL.Host, request.URL.Host)
	}
	if len(via) > 5 {
		return errors.New("it redirects again and again")
	}
	return nil
}}

// coming is the trace that open opens, for those who cannot wait for it: a
// server does not answer before it has something of the trace to send.
func (v server) coming(ctx context.Context, until time.Time) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		body, err := v.open(ctx, until)
		if err == nil {
			_, err = io.Copy(w, body)
			body.Close()
		}
		w.CloseWithError(err)
	}()
	return r
}

// CheckServer returns an error for what is not the address of a server.
func CheckServer(address string) error {
	_, err := traceURL(address, 0)
	return err
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
		return "", fmt.Errorf("%q is not the address of a server", address)
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
