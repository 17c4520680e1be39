package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tare/internal/host/proc"
)

const lockName = "lock"

// Holder says who holds the lock.
type Holder struct {
	PID     int       `json:"pid"`
	Command []string  `json:"command"` // command line after "tare"
	Since   time.Time `json:"since"`
}

// Lock is the right to change machine settings. It is given back when the file
// is closed by the last process that has it, however that process ends.
type Lock struct{ File *os.File }

// ErrHeld is returned by Acquire when another tare has the lock and it was not
// to wait.
var ErrHeld = errors.New("another tare is changing this machine's settings")

// Acquire takes the lock of the journal in dir, which it makes when it is
// missing. While another process has it, waiting is called, once per holder;
// when that returns false Acquire fails with ErrHeld, otherwise it waits until
// the lock is free or ctx is done.
func Acquire(ctx context.Context, dir string, self Holder, waiting func(Holder) bool) (*Lock, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the journal: %w", err)
	}
	name := filepath.Join(dir, lockName)
	var told *Holder
	for {
		f, err := proc.TryLock(name)
		if err == nil {
			describe(f, self)
			return &Lock{f}, nil
		}
		if !errors.Is(err, proc.ErrLocked) {
			return nil, fmt.Errorf("locking the machine's settings: %w", err)
		}
		if h := ReadHolder(dir); told == nil || h.PID != told.PID && h.PID != 0 {
			if told = &h; !waiting(h) {
				return nil, ErrHeld
			}
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for another tare: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// ReadHolder returns who took the lock of dir last, the zero Holder when that
// cannot be told.
func ReadHolder(dir string) Holder {
	var h Holder
	b, err := os.ReadFile(filepath.Join(dir, lockName))
	if err != nil || json.Unmarshal(b, &h) != nil {
		return Holder{}
	}
	return h
}

// Release gives the lock back, unless another process was given it as well.
func (l *Lock) Release() { l.File.Close() }

// describe writes who holds the lock into its file, for people who wait. A full
// disk must not keep anybody from restoring, so failing to is no failure.
func describe(f *os.File, self Holder) {
	b, err := json.Marshal(self)
	if err == nil && f.Truncate(0) == nil {
		_, _ = f.WriteAt(append(b, '\n'), 0)
	}
}
