//go:build !linux

package proc

import (
	"errors"
	"fmt"
)

// Kill is for systems with process descriptors.
func Kill(func() ([]int, error)) (int, error) {
	return 0, fmt.Errorf("killing a process tree: %w", errors.ErrUnsupported)
}
