//go:build !linux

package private

import (
	"errors"
	"fmt"
	"os"
)

// try is for systems whose settings tare can change.
func try(name string) (*os.File, bool, error) {
	return nil, false, fmt.Errorf("locking %s: %w", name, errors.ErrUnsupported)
}
