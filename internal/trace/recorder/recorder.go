// Package recorder records what the kernel does with the threads of a process,
// as well as this machine allows: their context switches by eBPF or perf events,
// and what a quota or the hypervisor keeps from them by reading cpu.stat and
// /proc/stat again and again. What comes of it is a kernel recording (package
// kernrec), or in flight mode the last seconds of one, kept in memory.
package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"tare/internal/record"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

// LevelAuto asks for the best level that works.
const LevelAuto record.KernelLevel = "auto"

// Options say what is to be recorded. Either File or Keep is set.
type Options struct {
	Level   record.KernelLevel // empty means LevelAuto
	Tare    string             // version, for the header
	Command []string           // of the target, for the header
	// Stacks asks for the stacks of threads that go to sleep, beside those of
	// threads that could go on; at level ebpf only.
	Stacks bool
	// Calls asks for system calls to be counted, at level ebpf only.
	Calls bool

	File io.Writer // where the recording goes; remains the caller's to close
	// Keep keeps the last events in memory instead, for Snapshot: those of so
	// long, and at most Bytes of them, 64 MiB if that is 0.
	Keep  time.Duration
	Bytes int

	// Watch, if any, sees every event in order, up to a second late. It must
	// return soon, and call no method of the Recording.
	Watch func(e *event.KernelEvent)
}

// Recording is a recording in progress. Its methods may be called from several
// goroutines.
type Recording struct {
	options Options
	machine machine
	levels  []record.KernelLevel // that are left to try

	life    sync.Mutex // of what follows; Follow and Stop change it
	stopped bool
	pid     int
	level   record.KernelLevel
	source  Source   // nil at levels that have none
	symbols Symbols  // nil when functions have no names
	why     []string // not a better level
	header  event.KernelHeader
	offset  int64 // what the target's clock is ahead of tare's by, ns
	poll    *poller
	quit    chan struct{} // ends polling
	ended   chan struct{} // polling has ended
	gone    chan struct{} // the target has ended
	read    chan error    // gets what reading the source came to

	mu     sync.Mutex // of what follows; both goroutines add events
	order  order
	stacks stacks
	file   *kernrec.Writer // nil in flight mode
	memory *memory         // nil otherwise
	events int64
	err    error // the first of the file
}

// Start chooses the level: the best one that works, or the one that was asked
// for. If that does not work, the error says why and what to try. Nothing is
// recorded before Follow. A Recording must be stopped.
func Start(o Options) (*Recording, error) { return start(o, thisMachine()) }

func start(o Options, m machine) (*Recording, error) {
	if (o.File == nil) == (o.Keep <= 0) {
		return nil, errors.New("a kernel recording goes either to a file or into memory")
	}
	r := &Recording{options: o, machine: m, quit: make(chan struct{}), ended: make(chan struct{}), gone: make(chan struct{}), read: make(chan error, 1)}
	r.order.out = r.put
	switch level := cmp.Or(o.Level, LevelAuto); level {
	case LevelAuto:
		r.levels = []record.KernelLevel{record.KernelBPF, record.KernelPerf, record.KernelPoll, record.KernelNone}
	case record.KernelBPF, record.KernelPerf, record.KernelPoll, record.KernelNone:
		r.levels = []record.KernelLevel{level}
	default:
		return nil, fmt.Errorf("there is no level %q of kernel recordings: choose auto, ebpf, perf, poll or none", level)
	}
	if o.Keep > 0 {
		r.memory = newMemory(o.Keep, cmp.Or(o.Bytes, 64<<20))
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

// Follow records the process with this PID, in tare's own PID namespace, as soon
// as it runs its program. The error matches os.ErrProcessDone when it has ended.
// A Recording follows one process. What is wrong with the file, Stop says once.
func (r *Recording) Follow(pid int) error {
	r.life.Lock()
	defer r.life.Unlock()
	if r.stopped || r.poll != nil {
		return fmt.Errorf("recording process %d: this recording is over, or of another process", pid)
	}
	r.pid = pid
	target, err := findTarget(r.machine.root, pid)
	target.known = err == nil
	if r.level == record.KernelNone {
		err = nil // nothing needs to be known
	}
	if err == nil {
		err = r.attach()
	}
	if err != nil {
		return fmt.Errorf("recording process %d: %w", pid, err)
	}
	r.nameStacks()
	r.offset = target.offset
	r.poll = newPoller(r, &target)
	r.header = r.headerOf(&target)
	if r.options.File != nil {
		r.file, r.err = kernrec.NewWriter(r.options.File, r.header)
	}
	r.pollOnce(true)
	go r.keepPolling()
	if r.source == nil {
		r.read <- nil
	} else {
		go func() { r.read <- r.source.Read(r.take) }()
	}
	return nil
}

// Header returns what the recording says about itself, once it follows a
// process. Before, it has the level alone.
func (r *Recording) Header() event.KernelHeader {
	r.life.Lock()
	defer r.life.Unlock()
	if r.poll == nil {
		return event.KernelHeader{Level: r.level, Why: r.why}
	}
	return r.header
}

// Ended returns a channel that is closed about 100 ms after the target's end,
// where that can be seen.
func (r *Recording) Ended() <-chan struct{} { return r.gone }

// Stop ends the recording. It waits for the events that are left, names the
// functions of the stacks, lets add, if not nil, put something into the trailer,
// and ends the file. The error is of anything since Follow: what was recorded may
// be of use all the same. Without a Follow there is no recording, and no error.
func (r *Recording) Stop(ctx context.Context, add func(t *event.KernelTrailer)) (event.KernelTrailer, error) {
	r.life.Lock()
	defer r.life.Unlock()
	if r.stopped {
		return event.KernelTrailer{}, errors.New("stopping a kernel recording that was stopped before")
	}
	r.stopped = true
	var err error
	if r.source != nil {
		err = r.source.Close()
	}
	if r.poll == nil {
		return event.KernelTrailer{}, err
	}
	defer r.poll.close()
	close(r.quit)
	<-r.ended
	select {
	case failed := <-r.read:
		err = errors.Join(err, failed)
	case <-ctx.Done():
		return event.KernelTrailer{}, errors.Join(err, context.Cause(ctx))
	}
	r.pollOnce(true)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.order.flush()
	t := r.trailer()
	t.Events = r.events
	if add != nil {
		add(&t)
	}
	if r.file != nil && r.err == nil {
		r.err = finish(ctx, r.file, &r.stacks, r.symbols, t)
	}
	if r.symbols != nil {
		err = errors.Join(err, r.symbols.Close())
	}
	return t, errors.Join(err, r.err)
}

// trailer returns the trailer without the number of events.
func (r *Recording) trailer() event.KernelTrailer {
	t := event.KernelTrailer{Ended: r.now()}
	if r.source == nil {
		none := record.Missing(record.Unsupported, fmt.Sprintf("nothing runs in the kernel at level %s", r.level))
		t.ProbeTime, t.Runs = none, none
		return t
	}
	t.Lost = r.source.Lost()
	t.ProbeTime, t.Runs = r.source.Cost()
	return t
}

// now is the target's CLOCK_MONOTONIC.
func (r *Recording) now() int64 { return r.machine.now() + r.offset }
