package explain

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"tare/internal/cli/delivery"
)

// When a trace cannot be looked at any more, it is waited for the workload, whose end may
// be the reason.
func TestReasonOfFlight(t *testing.T) {
	t.Parallel()
	c, err := parseCondition("request>1ms")
	if err != nil {
		t.Fatal(err)
	}
	s := &session{options: options{level: "none", http: "localhost", on: []string{c.text}, keep: time.Second, hits: 1, dir: t.TempDir()},
		request: request{subject: subjectProcess, conditions: []condition{c}},
		out:     &outputs{Outputs: delivery.NewOutputs[analysis](t.Context(), io.Discard)}}
	_, err = s.fly(t.Context(), flight{
		start: func(_ context.Context, _ time.Time, _ func(int)) (io.ReadCloser, <-chan struct{}, error) {
			return io.NopCloser(strings.NewReader("no trace")), nil, nil
		},
		failure: func() error { return errors.New("it has panicked") },
	})
	if err == nil || !strings.HasPrefix(err.Error(), "it has panicked") || !strings.Contains(err.Error(), "looking on at the Go execution trace") {
		t.Error(err)
	}
}
