package cell

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tare/internal/host/private"
)

// TestStrangersLock: whoever can see a group can lock its directory, and tare does
// not wait for that.
func TestStrangersLock(t *testing.T) {
	site, _, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	parent := site.Parent()
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	if parent == "" {
		t.Skip("no cgroups can be made here")
	}
	dir, err := os.Open(parent)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		site, _, err := Open(Options{})
		if err == nil {
			err = site.Close()
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("who locks a group's directory stops tare")
		_ = syscall.Flock(int(dir.Fd()), syscall.LOCK_UN)
		<-done
	}
}

// TestWaitingEnds: who waits for another tare is told for whom, and need not wait
// longer than his context.
func TestWaitingEnds(t *testing.T) {
	t.Setenv("TARE_STATE", filepath.Join(t.TempDir(), "state"))
	first := newSite(Options{Command: []string{"run", "./..."}})
	unlock, err := first.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(os.Getenv("TARE_STATE"), lockName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the lock is %v, %v", info, err)
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), 300*time.Millisecond, errors.New("enough"))
	defer cancel()
	if _, err = first.lock(ctx); err == nil || !strings.Contains(err.Error(), "waiting for `tare run ./...` (process ") || !strings.Contains(err.Error(), "enough") {
		t.Errorf("waited for nobody: %v", err)
	}
	unlock()
	if unlock, err = first.lock(t.Context()); err != nil {
		t.Fatal(err)
	}
	unlock()
	var h private.Holder
	text, err := os.ReadFile(filepath.Join(os.Getenv("TARE_STATE"), lockName))
	if err != nil || json.Unmarshal(text, &h) != nil || h.PID != os.Getpid() || h.Start == 0 {
		t.Errorf("the holder is %s, %v", text, err)
	}
}
