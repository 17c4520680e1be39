package private

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A lock whose holder has ended, and whom nobody else can be named for, is not
// waited for for ever; one that lives is.
func TestStuck(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	cmd := exec.Command("sleep", "100")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lock, err := Acquire(t.Context(), name, Holder{PID: cmd.Process.Pid, Command: []string{"run"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	wait := func(Holder) bool { return true }
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
	defer cancel()
	if _, err := acquire(ctx, name, Holder{PID: 1}, wait, 200*time.Millisecond); !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "left of") {
		t.Errorf("while the holder lives: %v", err)
	}
	_, _ = cmd.Process.Kill(), cmd.Wait()
	if _, err := acquire(t.Context(), name, Holder{PID: 1}, wait, 200*time.Millisecond); !errors.Is(err, ErrStuck) || !strings.Contains(err.Error(), "what is left of `tare run`") {
		t.Errorf("after the holder's end: %v", err)
	}
}

func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	name, victim := filepath.Join(dir, "lock"), filepath.Join(dir, "victim")
	if err := os.Symlink(victim, name); err != nil {
		t.Fatal(err)
	}
	if _, err := Acquire(t.Context(), name, Holder{}, nil); err == nil {
		t.Error("a link was taken for the lock")
	}
	if _, err := os.Lstat(victim); err == nil {
		t.Error("a file was made where a link leads")
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	lock, err := Acquire(t.Context(), name, Holder{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the lock is %v, %v", info, err)
	}
}

func TestHolder(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local)
	for want, h := range map[string]Holder{
		"a process that does not say who it is":                        {},
		"what is left of `tare run -tune` (process 7, since 03:04:05)": {PID: 7, Command: []string{"run", "-tune"}, Since: at},
	} {
		if got := h.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestHolderUnknown(t *testing.T) {
	if h := ReadHolder(t.TempDir()); h.PID != 0 {
		t.Errorf("got %+v", h)
	}
}
