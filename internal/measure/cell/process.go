package cell

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
	"time"

	"tare/internal/host/invoker"
	"tare/internal/host/proc"
	"tare/internal/record"
)

// Spec says what to start in a cell.
type Spec struct {
	Path string   // of the program, not looked up in PATH
	Args []string // without the program's name
	Env  []string // the whole environment, KEY=VALUE
	Dir  string   // empty means tare's

	// Stdout and Stderr take the output; nil discards it. An *os.File is
	// handed to the process, which costs least.
	Stdout, Stderr io.Writer
	// ExtraFiles are its descriptors 3 and up.
	ExtraFiles []*os.File
	// ASLR keeps address space layout randomization on.
	ASLR bool
	// Prepare, if any, is called just before the fork, on the thread that
	// forks: perf events that are opened there with inherit cover the child
	// from its first instruction. The files it returns follow ExtraFiles and
	// remain the caller's to close.
	Prepare func() ([]*os.File, error)
	// Held, if any, is called with the PID before the process's first instruction;
	// see proc.Command.
	Held func(pid int)
}

// Process is the process of a trial.
type Process struct {
	cell    *Cell
	process *proc.Process
	started time.Time
	ended   time.Duration
	left    error // what killing the leftovers came to
}

// Result says how a trial's process ended.
type Result struct {
	Started time.Time
	Elapsed time.Duration // until the process's end; its leftovers do not count
	Status  int           // exit status; -1 when a signal ended it
	Signal  syscall.Signal
	// Stopped is why tare killed it: context.DeadlineExceeded for a timeout,
	// context.Canceled or the context's own cause otherwise; nil when it ended
	// by itself.
	Stopped error
	// Usage has CPU, Voluntary, Involuntary, MinorFaults and MajorFaults for
	// the process and those of its descendants that it waited for.
	Usage record.Readings
	// OOMKills counts processes of the cell killed for want of memory.
	OOMKills record.Reading
}

// Start starts the cell's process, of which there is only one. It is in the
// cell's groups, pinned and has its personality before its first instruction,
// and a session of its own.
func (c *Cell) Start(spec Spec) (*Process, error) {
	p := &Process{cell: c}
	command := proc.Command{
		Path: spec.Path, Args: append([]string{spec.Path}, spec.Args...), Env: spec.Env, Dir: spec.Dir,
		Stdout: spec.Stdout, Stderr: spec.Stderr, Files: spec.ExtraFiles,
		CPUs: c.cpus, NoASLR: !spec.ASLR, Prepare: spec.Prepare, Held: spec.Held,
		Exited: p.exited,
	}
	if p, ok := invoker.Current(); ok {
		command.User = &p.User
	}
	for i, claim := range c.site.claims {
		if claim.version == 2 {
			command.Cgroup = string(c.groups[i])
			continue
		}
		command.Enter = append(command.Enter, c.groups[i].file("tasks"))
		command.Leave = append(command.Leave, claim.own.file("tasks"))
	}
	if len(c.groups) == 0 && c.site.self != (proc.Identity{}) {
		command.Env = append(command.Env[:len(command.Env):len(command.Env)], c.mark())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.process != nil {
		return nil, errors.New("starting a process: the cell is closed or was used before")
	}
	p.started = time.Now()
	var err error
	if p.process, err = proc.Start(command); err != nil {
		return nil, err
	}
	c.process = p.process
	return p, nil
}

// exited is called between the end of the process and its reaping.
func (p *Process) exited() {
	p.ended = time.Since(p.started)
	p.left = p.cell.kill()
}

// PID of the process.
func (p *Process) PID() int { return p.process.PID }

// Signal sends a signal to the process, but not to its descendants: SIGQUIT
// makes a Go program print its stacks. After its end it returns
// os.ErrProcessDone.
func (p *Process) Signal(s os.Signal) error { return p.process.Signal(s) }

// Wait waits for the end of the process, or kills it when ctx ends. When it
// returns without an error, the output is complete and nothing of the cell
// lives; an error says what would not die or could not be read.
func (p *Process) Wait(ctx context.Context) (Result, error) {
	var stopped error
	select {
	case <-p.process.Done():
	case <-ctx.Done():
		stopped = context.Cause(ctx)
		if err := p.cell.kill(); err != nil {
			return Result{}, err
		}
		<-p.process.Done()
	}
	state, err := p.process.State()
	if state == nil {
		return Result{}, errors.Join(err, p.left)
	}
	r := Result{
		Started: p.started, Elapsed: p.ended, Status: state.ExitCode(), Stopped: stopped,
		Usage: proc.Usage(state), OOMKills: p.cell.oomKills(),
	}
	if ws, ok := state.Sys().(interface {
		Signaled() bool
		Signal() syscall.Signal
	}); ok && ws.Signaled() {
		r.Signal = ws.Signal()
	}
	return r, errors.Join(err, p.left)
}
