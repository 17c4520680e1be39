//go:build !linux

package perf

import (
	"os"

	"tare/internal/record"
)

// Open reports that perf events exist on Linux only.
func Open(record.Metric) (*os.File, record.Reading) {
	return nil, record.Missing(record.Unsupported, "perf events exist on Linux only")
}
