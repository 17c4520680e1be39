package benchtext

import (
	"io"

	"tare/internal/record"
)

// Sweep stands in for the real one.
func Sweep(io.Writer, record.Sweep, func(record.Trial) []record.Value) error { return nil }
