package proc

import (
	"os"

	"tare/internal/record"
)

// Usage returns what the process used from its start to its end, together with
// the descendants that it waited for: CPU time in ns and, where the system
// says so, page faults and context switches.
func Usage(s *os.ProcessState) record.Readings {
	rs := record.Readings{record.CPU: record.Of(float64(s.UserTime() + s.SystemTime()))}
	counts := rusage(s)
	for _, m := range []record.Metric{record.Voluntary, record.Involuntary, record.MinorFaults, record.MajorFaults} {
		if n, ok := counts[m]; ok {
			rs[m] = record.Of(n)
		} else {
			rs[m] = record.Missing(record.Unsupported, "the system does not count it per process")
		}
	}
	return rs
}
