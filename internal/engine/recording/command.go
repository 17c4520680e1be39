package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/host/invoker"
	"tare/internal/host/proc"
	"tare/internal/measure/cell"
)

// child is a command that is recorded.
type child struct {
	box     *cell.Cell
	spec    cell.Spec
	process *cell.Process // nil until it is started
	kill    context.CancelFunc
	family  atomic.Int64  // processes that it has started itself
	ended   chan struct{} // closed after what follows is set
	result  cell.Result
	err     error
}

// with implements Subject: the command runs in a cell of its own.
func (c Command) with(ctx context.Context, s *session, do way) (_ []Files, err error) {
	path, err := exec.LookPath(c.Argv[0])
	if err != nil {
		return nil, exit.Errorf(exit.Usage, "", "%w", err)
	}
	s.made.Title = filepath.Base(path)
	bench.Sweep(ctx, s.Args, s.sink.Note)
	site, _, err := bench.OpenSite(ctx, s.Args, c.Box.Limits)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	box, err := site.New(c.Box.Limits)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	it := &child{box: box, ended: make(chan struct{}), spec: cell.Spec{Path: absolute(path), Args: c.Argv[1:],
		Env: c.Box.Env(os.Environ()), Stdout: c.Output, Stderr: c.Output, ASLR: c.Box.ASLR}}
	before, _ := os.Stat(c.Trace)
	all, err := do(ctx, &going{session: s, server: server{c.HTTP, true}, length: c.Length, start: it.start})
	s.made.Trouble = append(s.made.Trouble, it.end()...)
	if err = errors.Join(err, it.err); err != nil {
		return nil, err
	}
	return all, s.addTrace(all, c.Trace, before)
}

// start starts it, and has follow follow it from its beginning.
func (c *child) start(follow func(pid int)) (<-chan struct{}, error) {
	c.spec.Held = follow
	p, err := c.box.Start(c.spec)
	if err != nil {
		return nil, exit.Errorf(exit.Broken, "", "starting %s: %w", c.spec.Path, err)
	}
	var running context.Context
	running, c.kill = context.WithCancel(context.Background())
	c.process = p
	go func() {
		defer close(c.ended)
		early := time.AfterFunc(startup, c.count)
		defer early.Stop()
		c.result, c.err = p.Wait(running)
	}()
	return c.ended, nil
}

// startup is how long commands take that only start another.
const startup = 200 * time.Millisecond

// count counts the processes that the command has started.
func (c *child) count() {
	self := c.process.PID()
	all, _ := proc.Running(os.DirFS("/"), func(pid, session int, _ func() []string) bool { return session == self && pid != self })
	c.family.Store(int64(len(all)))
}

// endGrace is how long a command that goes on may take to end in order, with its
// trace complete.
const endGrace = 2 * time.Second

// end sees to it that the command has ended, and returns what is to be said about
// that.
func (c *child) end() (trouble []string) {
	if c.process == nil {
		return nil
	}
	defer c.kill()
	say := func(format string, args ...any) { trouble = append(trouble, fmt.Sprintf(format, args...)) }
	if n := c.family.Load(); n > 0 {
		say("The command has started other processes (%d), which are not recorded: name the program itself, in place of a shell or `go run`.", n)
	}
	select {
	case <-c.ended:
		switch kills := c.result.OOMKills; {
		case kills.OK() && kills.Value > 0:
			say("The memory limit of the command's cell was hit, and it was killed.")
		case c.result.Signal != 0:
			say("The command was ended by a signal: %s.", c.result.Signal)
		case c.result.Status != 0:
			say("The command ended with status %d.", c.result.Status)
		}
		return trouble
	default:
	}
	_ = c.process.Signal(os.Interrupt)
	select {
	case <-c.ended:
		say("The command went on when the recording was over, and was interrupted.")
	case <-time.After(endGrace):
		c.kill()
		<-c.ended
		say("The command went on when the recording was over, and did not end when it was interrupted: it was killed.")
	}
	return trouble
}

// addTrace adds the trace that the command has written, if it was to. Before is what was
// there by that name.
func (s *session) addTrace(all []Files, trace string, before os.FileInfo) error {
	if trace == "" {
		return nil
	}
	after, err := os.Stat(trace)
	if err == nil && os.SameFile(before, after) && after.ModTime().Equal(before.ModTime()) {
		err = fmt.Errorf("%s is from before", trace)
	}
	if err != nil {
		return exit.Errorf(exit.Broken, "the command has to write it with runtime/trace.Start, and to stop the trace before it ends", "the command left no trace: %w", err)
	}
	for i := range all {
		if s.Dir == "" {
			all[i].Trace = trace
		} else if err := copyFile(trace, all[i].Trace); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := files.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := invoker.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
