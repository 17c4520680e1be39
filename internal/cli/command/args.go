package command

import (
	"os"

	"tare/internal/record/redact"
)

// CommandLine is the command line of this process behind "tare", without secrets:
// the only form in which it is kept or shown.
func CommandLine() []string { return redact.Args(os.Args[1:]) }
