//go:build !unix

package proc

import (
	"os"

	"tare/internal/record"
)

// rusage knows nothing here.
func rusage(*os.ProcessState) map[record.Metric]float64 { return nil }
