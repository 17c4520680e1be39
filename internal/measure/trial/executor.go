package trial

import (
	"context"
	"os"
	"time"

	"tare/internal/measure/hook"
	"tare/internal/record"
)

// Command is one process to run in a fresh cell.
type Command struct {
	Path    string
	Args    []string // without the program's name
	Dir     string
	Hooked  bool        // the binary has tare's hook in it
	Watch   bool        // record its context switches
	Steps   []hook.Step // what a hooked one does with its benchmark; none for what its arguments say
	Timeout time.Duration
	Files   []*os.File    // descriptors 3 and up
	Held    func(pid int) // see cell.Spec
	// Ended, if any, is called with what the process has told when it has ended,
	// and its cell is still there.
	Ended func(records []hook.Record)
}

// Execution is what came of a Command.
type Execution struct {
	Started  time.Time
	Elapsed  time.Duration
	CPUs     int    // that it may use at once; 0 when not known
	Memory   int64  // limit of its cell in bytes; 0 means none
	Exit     int    // status; -1 when a signal ended it
	Signal   string // name of that signal
	TimedOut bool
	OOM      bool   // the cell's memory limit was hit
	Output   []byte // standard output and error as they came; the middle of a long one is left out
	Err      error  // the process could not be started or watched

	Records []hook.Record   // of a hooked binary, one per benchmark that finished
	HookErr error           // the records could not be read
	Process record.Readings // of the whole process
	// Switches are the process's context switches, when Watched is Measured.
	Switches []record.Switch
	Watched  record.Reading
}

// Executor runs processes in cells. The real one is Cells; tests have
// others.
type Executor interface {
	Execute(ctx context.Context, c Command) Execution
}
