package proc

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// Command says what to start and in which surroundings. Cgroups, CPUs and
// address randomization are honoured on Linux only; elsewhere asking for them
// is an error.
type Command struct {
	Path string
	Args []string // Args[0] included
	Env  []string // the whole environment
	Dir  string

	User *User // nil for this process's own

	Stdout, Stderr io.Writer  // nil discards; an *os.File is handed over as it is
	Files          []*os.File // descriptors 3 and up

	Cgroup string   // directory of a cgroup v2 to be born in; empty stays in tare's
	Enter  []string // "tasks" files of cgroups v1 to be born in
	Leave  []string // "tasks" files that take the starting thread back afterwards

	CPUs   []int // to be pinned to; empty inherits
	NoASLR bool  // turn address space layout randomization off

	// Prepare, if any, is called on the thread that forks, already inside the
	// v1 cgroups and pinned, just before it does. The files it returns follow
	// Files in the child; they remain the caller's to close.
	Prepare func() ([]*os.File, error)

	// Held, if any, is called with the PID when the process runs its program, but
	// before its first instruction: the place to begin to watch it. On systems
	// other than Linux, and where tracing processes is forbidden, the process may
	// have gone on meanwhile.
	Held func(pid int)

	// Exited, if any, is called when the process has ended and before it is
	// reaped, so that its PID is still its own: the place to kill what it left.
	Exited func()
}

// User is an identity for a process, or for what a thread does with files.
type User struct {
	UID, GID int
	Groups   []int // further ones
}

// Process is a started Command.
type Process struct {
	// PID of the process.
	PID int

	cmd  *exec.Cmd
	done chan struct{}
	err  error
}

// Done is closed when the process was reaped and its output is complete.
func (p *Process) Done() <-chan struct{} { return p.done }

// Reaped reports whether Done is closed.
func (p *Process) Reaped() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// State returns how the process ended; only after Done. The error is about
// waiting and about copying output, never about the exit status.
func (p *Process) State() (*os.ProcessState, error) { return p.cmd.ProcessState, p.err }

// Signal sends a signal to the process itself, nobody else. After its end it
// returns os.ErrProcessDone.
func (p *Process) Signal(s os.Signal) error { return p.cmd.Process.Signal(s) }

// outputGrace is how long output may still be read after the end of a process
// whose killed descendants shared its pipes: a bound, never reached unless a
// descriptor was passed to a process that does not belong to it.
const outputGrace = 2 * time.Second

// build makes the exec.Cmd with what is the same on every system.
func (c Command) build() (*exec.Cmd, error) {
	cmd := &exec.Cmd{
		Path: c.Path, Args: c.Args, Env: c.Env, Dir: c.Dir,
		Stdout: c.Stdout, Stderr: c.Stderr, ExtraFiles: c.Files[:len(c.Files):len(c.Files)],
		WaitDelay: outputGrace,
	}
	if c.Prepare == nil {
		return cmd, nil
	}
	files, err := c.Prepare()
	cmd.ExtraFiles = append(cmd.ExtraFiles, files...)
	return cmd, err
}

// reap waits for the process and publishes its end.
func (p *Process) reap(exited func()) {
	if exited != nil {
		exited()
	}
	err := p.cmd.Wait()
	if _, status := errors.AsType[*exec.ExitError](err); !status {
		p.err = err
	}
	close(p.done)
}
