package csvtext

import (
	"io"

	"tare/internal/record"
)

// Sweep stands in for the real one.
func Sweep(io.Writer, record.Sweep) error { return nil }
