//go:build !linux

package proc

import (
	"errors"
	"fmt"
	"os"
)

// TryLock is for systems whose settings tare can change.
func TryLock(name string) (*os.File, error) {
	return nil, fmt.Errorf("locking %s: %w", name, errors.ErrUnsupported)
}

// Lock is for systems with cgroups.
func Lock(dir string) (unlock func(), err error) {
	return nil, fmt.Errorf("locking %s: %w", dir, errors.ErrUnsupported)
}
