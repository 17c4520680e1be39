package recording

import (
	"context"
	"errors"
	"os"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/host/invoker"
	"tare/internal/record"
	"tare/internal/record/redact"
	"tare/internal/trace/event"
	"tare/internal/trace/recorder"
)

// Kernel is the kernel's side of a recording in progress. Stop it.
type Kernel struct {
	*recorder.Recording
	Err error // of following or ending it; Stop returns it

	path  string   // empty without a file
	to    *os.File // nil without one
	ended bool
}

// OpenKernel begins a kernel recording, of the process that Follow will be told. What is
// not set in o is what the request says.
func (q *Request) OpenKernel(o recorder.Options) (*Kernel, error) {
	command, _ := q.Subject.(Command)
	o.Level, o.Calls, o.Tare, o.Command = q.Level, q.Syscalls, q.Tare, redact.Command(command.Argv)
	r, err := recorder.Start(o)
	if err != nil {
		return nil, exit.Errorf(exit.Broken, "", "recording the kernel's side: %w", err)
	}
	return &Kernel{Recording: r}, nil
}

// createKernel begins a kernel recording into a file. With stacks, those of all threads
// that go off a CPU are taken.
func (q *Request) createKernel(path string, stacks bool) (*Kernel, error) {
	f, err := invoker.Create(path)
	if err != nil {
		return nil, err
	}
	k, err := q.OpenKernel(recorder.Options{File: f, Stacks: stacks})
	if err != nil {
		return nil, errors.Join(err, f.Close(), invoker.Remove(path))
	}
	k.path, k.to = path, f
	return k, nil
}

// Tells returns an error when nothing of what is recorded tells what threads do.
func (q *Request) Tells(h event.KernelHeader) error {
	if q.HasTrace() || h.Level == record.KernelBPF || h.Level == record.KernelPerf {
		return nil
	}
	if q.Level == h.Level {
		return exit.Errorf(exit.Usage, "leave -level out, or say with -http or -trace where the Go execution trace comes from",
			"-level=%s does not record what threads do, and there is no Go execution trace", q.Level)
	}
	return exit.Errorf(exit.Broken, "do what they ask for, or say with -http or -trace where the Go execution trace comes from",
		"there is no Go execution trace, and no level that records what threads do works here: %s", strings.Join(h.Why, "; "))
}

// Follow records the process with the given PID, or notes why it cannot.
func (k *Kernel) Follow(pid int) {
	if k.Err = k.Recording.Follow(pid); errors.Is(k.Err, os.ErrProcessDone) {
		k.Err = exit.Errorf(exit.Broken, "`ps -e` lists those that run", "there is no process %d to record: it has ended, or never existed", pid)
	}
}

// end ends recording, which may be done before Stop, with what the trailer is to
// say. What it came to, Stop says.
func (k *Kernel) end(windows []record.Window, overhead []record.Overhead) {
	if k.ended {
		return
	}
	k.ended = true
	_, err := k.Recording.Stop(context.Background(), func(t *event.KernelTrailer) { t.Windows, t.Overhead = windows, overhead })
	k.Err = errors.Join(k.Err, err)
}

// Stop ends recording and the file, of which nothing stays when it has nothing.
func (k *Kernel) Stop() error {
	k.end(nil, nil)
	if k.to != nil {
		k.Err = errors.Join(k.Err, k.to.Close())
		k.to = nil
		if k.file() == "" {
			k.Err = errors.Join(k.Err, invoker.Remove(k.path))
		}
	}
	return k.Err
}

// file is where the recording is; empty when there is none.
func (k *Kernel) file() string {
	if h := k.Header(); h.Level == record.KernelNone || h.PID == 0 {
		return ""
	}
	return k.path
}

// missed reports whether the process was too short to be followed.
func (k *Kernel) missed() bool { return k.Err != nil && k.file() == "" }
