package delivery

import (
	"io"
	"slices"

	"tare/internal/cli/command"
	"tare/internal/record"
)

// RunJSON writes a run, its trials only in full.
func RunJSON(w io.Writer, run record.Run, full bool) error {
	if !full {
		run.Trials = nil
	}
	return command.WriteJSON(w, "run", run)
}

// SweepJSON writes a sweep, its trials only in full.
func SweepJSON(w io.Writer, s record.Sweep, full bool) error {
	if !full {
		s.Trials = nil
	}
	return command.WriteJSON(w, "sweep", s)
}

// ComparisonJSON writes a comparison, its trials and the differences of single pairs only
// in full.
func ComparisonJSON(w io.Writer, c record.Comparison, full bool) error {
	if !full {
		c.Trials, c.Benchmarks = nil, slices.Clone(c.Benchmarks)
		for i := range c.Benchmarks {
			c.Benchmarks[i].Changes = slices.Clone(c.Benchmarks[i].Changes)
			for j := range c.Benchmarks[i].Changes {
				ch := &c.Benchmarks[i].Changes[j]
				ch.Logs = nil
				if ch.Confirmation != nil {
					short := *ch.Confirmation
					short.Logs, ch.Confirmation = nil, &short
				}
			}
		}
	}
	return command.WriteJSON(w, "comparison", c)
}

// LabJSON writes a lab, the trials of its experiments only in full.
func LabJSON(w io.Writer, l record.Lab, full bool) error {
	if !full {
		l.Experiments = slices.Clone(l.Experiments)
		for i := range l.Experiments {
			l.Experiments[i].Trials = nil
		}
	}
	return command.WriteJSON(w, "lab", l)
}
