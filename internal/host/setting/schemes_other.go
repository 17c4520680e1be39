//go:build !linux

package setting

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

var errScheme = marked{fmt.Errorf("tare sets machine settings on Linux only: %w", errors.ErrUnsupported), fs.ErrNotExist}

func schemes(string, Options) map[string]scheme { return nil }

// HoldCPULatency is for Linux.
func HoldCPULatency(context.Context, string, int) error {
	return fmt.Errorf("holding the CPU latency: %w", errScheme)
}
