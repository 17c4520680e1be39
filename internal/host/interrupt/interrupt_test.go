package interrupt

import (
	"context"
	"os"
	"syscall"
	"testing"
)

// TestObey counts how often everything has to end at once.
func TestObey(t *testing.T) {
	for _, c := range []struct {
		name  string
		given []os.Signal
		want  int
	}{
		{"nothing", nil, 0},
		{"one", []os.Signal{os.Interrupt}, 0},
		{"two", []os.Signal{syscall.SIGTERM, os.Interrupt}, 1},
		{"a reader who has gone away", []os.Signal{syscall.SIGPIPE, syscall.SIGPIPE, syscall.SIGPIPE}, 0},
		{"messages on the way out that nobody reads", []os.Signal{os.Interrupt, syscall.SIGPIPE}, 0},
		{"impatience besides", []os.Signal{syscall.SIGPIPE, syscall.SIGPIPE, os.Interrupt}, 1},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		signals, got := make(chan os.Signal, len(c.given)), 0
		for _, s := range c.given {
			signals <- s
		}
		close(signals)
		obey(signals, ctx, cancel, func() { got++ })
		if got != c.want || ctx.Err() == nil {
			t.Errorf("%s: ended at once %d times, want %d; context: %v", c.name, got, c.want, ctx.Err())
		}
	}
}
