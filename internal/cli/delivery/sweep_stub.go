package delivery

import (
	"io"

	"tare/internal/cli/command"
	"tare/internal/record"
)

// SweepJSON stands in for the real one.
func SweepJSON(w io.Writer, s record.Sweep, full bool) error {
	if !full {
		s.Trials = nil
	}
	return command.WriteJSON(w, "sweep", s)
}
