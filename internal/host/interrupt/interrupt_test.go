package interrupt

import (
	"context"
	"os"
	"path/filepath"
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

// TestRemove has folders go that are still tare's own.
func TestRemove(t *testing.T) {
	dir := t.TempDir()
	mine, given := filepath.Join(dir, "mine"), filepath.Join(dir, "given")
	for _, name := range []string{mine, given} {
		if err := os.MkdirAll(filepath.Join(name, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	forget := Remove(mine)
	Remove(given)()
	removeFolders()
	if _, err := os.Stat(mine); !os.IsNotExist(err) {
		t.Errorf("a folder of tare's own: %v", err)
	}
	if _, err := os.Stat(given); err != nil {
		t.Errorf("a folder that is somebody else's by now: %v", err)
	}
	forget()
}
