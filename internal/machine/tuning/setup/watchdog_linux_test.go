package setup

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"tare/internal/machine/journal"
)

// TestKilled kills a process that has tuned for itself: its watchdog puts
// everything back, and has the lock until then.
func TestKilled(t *testing.T) {
	root := machine(t)
	o := options(root, "none")
	tuner := exec.Command(os.Args[0], "tuner", root)
	tuner.Stderr = os.Stderr
	out, err := tuner.StdoutPipe()
	if err == nil {
		err = tuner.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var watchdog int
	if _, err := fmt.Fscanln(out, new("tuned"), &watchdog); err != nil {
		t.Fatalf("the process that tunes: %v", err)
	}
	expect(t, root, "1", "1")

	// The watchdog cannot go on before it has read this.
	b := filepath.Join(root, "b")
	if err := errors.Join(os.Remove(b), syscall.Mkfifo(b, 0o600), tuner.Process.Kill()); err != nil {
		t.Fatal(err)
	}
	_ = tuner.Wait() // killed
	o.Waiting = func(h journal.Holder) bool {
		if h.PID != tuner.Process.Pid {
			t.Errorf("the lock is %+v's", h)
		}
		return false
	}
	if _, err := journal.Acquire(t.Context(), o.StateDir, journal.Holder{PID: 1}, o.Waiting); !errors.Is(err, journal.ErrHeld) {
		t.Fatalf("before everything was put back: %v", err)
	}

	answer(t, b, "1\n", func() {
		if err := syscall.Kill(watchdog, syscall.SIGHUP); err != nil {
			t.Error(err)
		}
	})
	o.Waiting = func(journal.Holder) bool { return true }
	s := start(t, o)
	defer s.Close()
	expect(t, root, "0", "0")
	if len(s.Orphans)+len(s.Left()) > 0 {
		t.Errorf("the watchdog has left orphans %+v, %+v", s.Orphans, s.Left())
	}
}

// answer lets who reads from a fifo read text, and makes it a file with that text;
// meanwhile is called while the reader waits.
func answer(t *testing.T, name, text string, meanwhile func()) {
	t.Helper()
	fifo, err := os.OpenFile(name, os.O_WRONLY, 0) // returns when it is being read
	if err != nil {
		t.Fatal(err)
	}
	meanwhile()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Dir(name), filepath.Base(name), text)
	if _, err := fifo.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := fifo.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestClosed leaves it to the watchdog to put back what was tuned.
func TestClosed(t *testing.T) {
	for _, restore := range []bool{false, true} {
		root := machine(t)
		s := start(t, options(root, "watchdog"))
		r := tune(t, s, false, testKnobs...)
		expect(t, root, "1", "1")
		if restore {
			if back, err := s.Restore(r.Session); len(back.Settings) != 2 || err != nil {
				t.Errorf("put back %+v, %v", back, err)
			}
			expect(t, root, "0", "0")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		expect(t, root, "0", "0")
	}
}
