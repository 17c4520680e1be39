package trial

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"tare/internal/host/files"
	"tare/internal/host/invoker"
	"tare/internal/host/private"
	"tare/internal/host/proc"
	"tare/internal/measure/cell"
	"tare/internal/measure/hook"
	"tare/internal/record"
)

// Setup is what all processes of a variant have in common.
type Setup struct {
	Env    []string        // the whole environment
	ASLR   bool            // keep address space layout randomization on
	Work   string          // folder for the hook's records
	Events []record.Metric // perf events to count
}

// Cells executes commands in fresh cells of a site.
type Cells struct {
	site   *cell.Site
	limits cell.Limits
	setup  Setup
	serial int
}

// NewCells returns an Executor.
func NewCells(site *cell.Site, limits cell.Limits, setup Setup) *Cells {
	return &Cells{site: site, limits: limits, setup: setup}
}

// Execute implements Executor.
func (e *Cells) Execute(ctx context.Context, c Command) (x Execution) {
	box, err := e.site.New(e.limits)
	if err != nil {
		return Execution{Err: err}
	}
	defer func() { x.Err = errors.Join(x.Err, box.Close()) }()
	e.serial++
	// Names are equally long: in the environment they must not shift the stack.
	records := filepath.Join(e.setup.Work, fmt.Sprintf("%06d.records", e.serial))
	defer invoker.Remove(records)

	probes := &probes{metrics: e.setup.Events, watch: c.Watch}
	defer func() { x.Err = errors.Join(x.Err, probes.close()) }()
	spec := cell.Spec{Path: c.Path, Args: c.Args, Env: e.setup.Env, Dir: c.Dir, ASLR: e.setup.ASLR, ExtraFiles: c.Files, Held: c.Held}
	if c.Dir != "" {
		spec.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], "PWD="+c.Dir)
	}
	if c.Hooked {
		spec.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], hookVariable(records, box, c.Steps, len(spec.ExtraFiles), e.setup.Events))
		spec.Prepare = probes.open
	}
	var printed headTail
	spec.Stdout, spec.Stderr = &printed, &printed

	var before throttling
	if !c.Hooked {
		before = throttled(box)
	}
	process, err := box.Start(spec)
	if err != nil {
		return Execution{Err: err}
	}
	cpus, err := proc.Allowed(process.PID())
	if err != nil {
		cpus = 0 // it has ended already, and so has no window
	}
	x = wait(ctx, process, c.Timeout)
	x.CPUs, x.Memory, x.Output = cpus, e.limits.Memory, printed.Bytes()
	if c.Hooked {
		x.Records, x.HookErr = readRecords(records)
		x.HookErr = e.unrecorded(x)
	}
	if c.Ended != nil {
		c.Ended(x.Records)
	}
	x.Switches, x.Watched = probes.switchesOf(process.PID())
	if c.Hooked {
		return x
	}
	for m, reading := range throttled(box).since(before) {
		x.Process[m] = reading
	}
	return x
}

// hookVariable tells the hook where to write, what to do and what to read. Inherited
// files start at descriptor 3.
func hookVariable(records string, box *cell.Cell, steps []hook.Step, files int, events []record.Metric) string {
	own, ancestors := box.StatPaths()
	var b strings.Builder
	fmt.Fprintf(&b, "TARE_HOOK=parent=%d;out=%s;plan=%s;stat=%s", os.Getpid(), hook.Escape(records), hook.PlanText(steps), hook.Escape(own))
	for _, path := range ancestors {
		fmt.Fprintf(&b, ";stat=%s", hook.Escape(path))
	}
	for i, m := range events {
		fmt.Fprintf(&b, ";event=%d:%s", 3+files+i, m)
	}
	return b.String()
}

// stackGrace is how long a hanging process may take to print its stacks.
const stackGrace = 2 * time.Second

// wait waits for the process, at most timeout. Like `go test`, it first asks a
// process that takes too long for its stacks.
func wait(ctx context.Context, p *cell.Process, timeout time.Duration) Execution {
	ctx, kill := context.WithCancel(ctx)
	defer kill()
	var late atomic.Bool
	timer := time.AfterFunc(timeout, func() {
		late.Store(true)
		if p.Signal(syscall.SIGQUIT) == nil {
			time.Sleep(stackGrace)
		}
		kill()
	})
	defer timer.Stop()
	r, err := p.Wait(ctx)
	x := Execution{Started: r.Started, Elapsed: r.Elapsed, Exit: r.Status, TimedOut: late.Load(), Err: err, Process: r.Usage}
	if x.Process == nil {
		x.Process = record.Readings{}
	}
	if r.Signal != 0 {
		x.Signal = r.Signal.String()
	}
	kills, ok := r.OOMKills.Value, r.OOMKills.OK()
	x.OOM = ok && kills > 0
	return x
}

// mostRecords bounds the hook's record in bytes: a window is a few kB, and threads
// have a line each.
const mostRecords = 256 << 20

// readRecords reads what the hook has written, or what the benchmark has made of it.
func readRecords(path string) ([]hook.Record, error) {
	f, err := private.User().Open(path) // the benchmark may have put anything there
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil // it ended before any benchmark had a result
	}
	if err != nil {
		return nil, fmt.Errorf("reading the hook's record: %w", err)
	}
	defer f.Close()
	return hook.Parse(files.Bounded(f, "the hook's record", mostRecords))
}

// unrecorded is why a hooked process that has printed a result has left no record of
// it: most often the disk is full.
func (e *Cells) unrecorded(x Execution) error {
	if len(x.Records) > 0 || x.HookErr != nil || len(parseLines(string(x.Output))) == 0 {
		return x.HookErr
	}
	err := files.Room(e.setup.Work)
	if err == nil {
		err = errors.New("something has removed it, or keeps it from being written")
	}
	return fmt.Errorf("the benchmark has a result, and the hook's record of it is not there: %w", err)
}

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
