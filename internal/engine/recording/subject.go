package recording

import (
	"context"
	"io"
	"time"

	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/measure/trial"
)

// Subject is what is recorded: a Benchmark, a Command or a Process. Files are recorded
// already.
type Subject interface {
	// live is how it is recorded, if it goes on by itself.
	live() (l Live, ok bool)
	// traced reports whether there will be a Go execution trace.
	traced() bool
	// with prepares it, has it recorded some way, and cleans up.
	with(ctx context.Context, s *session, do way) ([]Files, error)
}

// Benchmark is the one benchmark that Trials.Bench matches in the packages of Patterns.
type Benchmark struct {
	Patterns []string
	Vague    bool          // who named them may have meant recordings
	Build    build.Options // of the test binary; Temp is the engine's
	Box      Box
	Trials   trial.Options
	Op       bool // runs its iterations in windows of their own
	Overhead int  // rounds in which to measure what recording costs; 0 for not at all
}

// Command is a program that is started in a cell.
type Command struct {
	Argv []string
	Box  Box
	Live
	Trace  string    // file that it writes its Go execution trace to; empty without one
	Output io.Writer // both of its outputs
}

// Process is one that runs already.
type Process struct {
	PID int
	Live
}

// Live is how something is recorded that goes on by itself.
type Live struct {
	HTTP   string        // address of the net/http/pprof server that has its trace; empty without one
	Length time.Duration // 0 for until its end, or a default where there may be none
}

// Box is the cell that something is started in.
type Box struct {
	Limits cell.Limits
	ASLR   bool                         // address space layout randomization stays on
	Env    func(base []string) []string // the environment, from the toolchain's or tare's own
}

func (Benchmark) live() (Live, bool) { return Live{}, false }
func (c Command) live() (Live, bool) { return c.Live, true }
func (p Process) live() (Live, bool) { return p.Live, true }
func (Files) live() (Live, bool)     { return Live{}, false }

func (Benchmark) traced() bool { return true }
func (c Command) traced() bool { return c.HTTP != "" || c.Trace != "" }
func (p Process) traced() bool { return p.HTTP != "" }
func (f Files) traced() bool   { return f.Trace != "" }

func (f Files) with(context.Context, *session, way) ([]Files, error) {
	return []Files{f}, nil
}

// Workload is what is being recorded, ready to start.
type Workload interface {
	// Start starts it, or just follows it. The trace, if there is one, streams in
	// until the workload ends or ctx does, or a given time has come that is not zero.
	// Ended is closed when it has ended, as far as that is known.
	Start(ctx context.Context, until time.Time, follow func(pid int)) (trace io.ReadCloser, ended <-chan struct{}, err error)
	// Failure is how it ended, once ctx has and everything is over.
	Failure() error
}

// workload is one that can also be recorded into files.
type workload interface {
	Workload
	once(ctx context.Context) (Files, error)
}

// way is a way of recording a workload.
type way func(ctx context.Context, w workload) ([]Files, error)
