//go:build unix

package proc

import (
	"os"
	"syscall"

	"tare/internal/record"
)

// rusage takes the counts from getrusage(2).
func rusage(s *os.ProcessState) map[record.Metric]float64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return nil
	}
	return map[record.Metric]float64{
		record.Voluntary: float64(u.Nvcsw), record.Involuntary: float64(u.Nivcsw),
		record.MinorFaults: float64(u.Minflt), record.MajorFaults: float64(u.Majflt),
	}
}
