package journal

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tare/internal/host/private"
)

func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	never := func(Holder) bool { t.Error("waited for nobody"); return false }
	first := Holder{PID: 7, Command: []string{"run", "-tune"}, Since: time.Unix(1, 0).UTC()}
	lock, err := Acquire(context.Background(), dir, first, never)
	if err != nil {
		t.Fatal(err)
	}
	var seen []Holder
	_, err = Acquire(context.Background(), dir, Holder{PID: 8}, func(h Holder) bool { seen = append(seen, h); return false })
	if !errors.Is(err, ErrHeld) || len(seen) != 1 || seen[0].PID != 7 || seen[0].Command[1] != "-tune" {
		t.Errorf("got %v, holders %+v", err, seen)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Acquire(ctx, dir, Holder{PID: 8}, func(Holder) bool { cancel(); return true })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, lockName): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s is %v, %v: others can lock it", path, info.Mode(), err)
		}
	}
	// A waiting tare gets the lock once it is free.
	second, err := Acquire(context.Background(), dir, Holder{PID: 8}, func(Holder) bool { lock.Release(); return true })
	if err != nil {
		t.Fatal(err)
	}
	if h := private.ReadHolder(filepath.Join(dir, lockName)); h.PID != 8 {
		t.Errorf("the holder is %+v", h)
	}
	second.Release()
}

// TestUnknownHolder tells once that somebody has the lock who could not say who
// it is, on a full disk.
func TestUnknownHolder(t *testing.T) {
	dir := t.TempDir()
	lock, err := Acquire(t.Context(), dir, Holder{PID: 7}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	if err := lock.File.Truncate(0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 350*time.Millisecond)
	defer cancel()
	told := 0
	_, err = Acquire(ctx, dir, Holder{PID: 8}, func(Holder) bool { told++; return true })
	if !errors.Is(err, context.DeadlineExceeded) || told != 1 {
		t.Errorf("told %d times, %v", told, err)
	}
}
