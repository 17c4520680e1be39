package journal

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"tare/internal/host/private"
)

const lockName = "lock"

// Holder says who holds the lock.
type Holder = private.Holder

// Lock is the right to change machine settings. It is given back when the file
// is closed by the last process that has it, however that process ends.
type Lock = private.Lock

// ErrHeld is returned by Acquire when another tare has the lock and it was not
// to wait.
var ErrHeld = errors.New("another tare is changing this machine's settings")

// Acquire takes the lock of the journal in dir, which it makes when it is
// missing, and makes private. While another process has it, waiting is called, once
// per holder; when that returns false Acquire fails with ErrHeld, otherwise it waits;
// see private.Acquire.
func Acquire(ctx context.Context, dir string, self Holder, waiting func(Holder) bool) (*Lock, error) {
	if err := private.Own().State(dir); err != nil {
		return nil, fmt.Errorf("making the folder of the journal: %w", err)
	}
	lock, err := private.Acquire(ctx, filepath.Join(dir, lockName), self, waiting)
	switch {
	case errors.Is(err, private.ErrHeld):
		return nil, ErrHeld
	case err != nil:
		return nil, fmt.Errorf("locking the machine's settings: %w", err)
	}
	return lock, nil
}
