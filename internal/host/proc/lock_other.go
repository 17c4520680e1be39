//go:build !linux

package proc

import (
	"errors"
	"fmt"
)

// Lock is for systems with cgroups.
func Lock(dir string) (unlock func(), err error) {
	return nil, fmt.Errorf("locking %s: %w", dir, errors.ErrUnsupported)
}
