package explain

import (
	"context"
	"errors"
	"os"
	"strings"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/host/invoker"
	"tare/internal/record"
	"tare/internal/record/redact"
	"tare/internal/trace/recorder"
)

// kernelRecording is the kernel's side of a recording.
type kernelRecording struct {
	recording *recorder.Recording
	path      string   // empty in flight mode
	to        *os.File // nil in flight mode
	ended     bool
	err       error // of following or ending it
}

// startKernel begins a kernel recording into a file, of the process that follow
// will be told. With stacks, those of all threads that go off a CPU are taken.
func (s *session) startKernel(path string, stacks bool) (*kernelRecording, error) {
	f, err := invoker.Create(path)
	if err != nil {
		return nil, err
	}
	k, err := s.openKernel(recorder.Options{File: f, Stacks: stacks})
	if err != nil {
		return nil, errors.Join(err, f.Close(), invoker.Remove(path))
	}
	k.path, k.to = path, f
	return k, nil
}

// startFlightKernel begins a kernel recording in memory.
func (s *session) startFlightKernel(watch func(e *record.KernelEvent)) (*kernelRecording, error) {
	return s.openKernel(recorder.Options{Keep: s.keep + aftermath, Watch: watch, Stacks: !s.hasTrace()})
}

func (s *session) openKernel(o recorder.Options) (*kernelRecording, error) {
	o.Level, o.Calls, o.Tare, o.Command = record.KernelLevel(s.level), s.syscalls, command.Version(), redact.Command(s.request.command)
	r, err := recorder.Start(o)
	if err != nil {
		return nil, exit.Errorf(exit.Broken, "", "recording the kernel's side: %w", err)
	}
	return &kernelRecording{recording: r}, nil
}

// hasTrace reports whether there will be a Go execution trace.
func (s *session) hasTrace() bool {
	return s.http != "" || s.trace != "" || s.request.subject == subjectBenchmark
}

// tells returns an error when nothing of what is recorded tells what threads do.
func (s *session) tells(h record.KernelHeader) error {
	if s.hasTrace() || h.Level == record.KernelBPF || h.Level == record.KernelPerf {
		return nil
	}
	if s.level == string(h.Level) {
		return exit.Errorf(exit.Usage, "leave -level out, or say with -http or -trace where the Go execution trace comes from",
			"-level=%s does not tell what threads do, and there is no Go execution trace", s.level)
	}
	return exit.Errorf(exit.Broken, "do what they ask for, or say with -http or -trace where the Go execution trace comes from",
		"there is no Go execution trace, and the levels that tell what threads do are not to be had: %s", strings.Join(h.Why, "; "))
}

// follow records the process with the given PID, or notes why it cannot.
func (k *kernelRecording) follow(pid int) {
	if k.err = k.recording.Follow(pid); errors.Is(k.err, os.ErrProcessDone) {
		k.err = exit.Errorf(exit.Broken, "`ps -e` lists those that run", "there is no process %d to record: it has ended, or never was", pid)
	}
}

// end ends recording, which may be done before stop, with what the trailer is to
// say. What it came to, stop says.
func (k *kernelRecording) end(windows []record.Window, overhead []record.Overhead) {
	if k.ended {
		return
	}
	k.ended = true
	_, err := k.recording.Stop(context.Background(), func(t *record.KernelTrailer) { t.Windows, t.Overhead = windows, overhead })
	k.err = errors.Join(k.err, err)
}

// stop ends recording and the file, of which nothing stays when it has nothing.
func (k *kernelRecording) stop() error {
	k.end(nil, nil)
	if k.to != nil {
		k.err = errors.Join(k.err, k.to.Close())
		k.to = nil
		if k.file() == "" {
			k.err = errors.Join(k.err, invoker.Remove(k.path))
		}
	}
	return k.err
}

// file is where the recording is; empty when there is none.
func (k *kernelRecording) file() string {
	if h := k.recording.Header(); h.Level == record.KernelNone || h.PID == 0 {
		return ""
	}
	return k.path
}
