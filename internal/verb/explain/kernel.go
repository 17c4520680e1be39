package explain

import (
	"context"
	"errors"
	"io"
	"os"

	"tare/internal/record"
	"tare/internal/recorder"
	"tare/internal/verb/cli"
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
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	k, err := s.openKernel(recorder.Options{File: f, Stacks: stacks})
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	k.path, k.to = path, f
	return k, nil
}

// startFlightKernel begins a kernel recording in memory.
func (s *session) startFlightKernel(watch func(e *record.KernelEvent)) (*kernelRecording, error) {
	return s.openKernel(recorder.Options{Keep: s.keep, Watch: watch, Stacks: s.http == "" && s.request.subject != subjectBenchmark})
}

func (s *session) openKernel(o recorder.Options) (*kernelRecording, error) {
	o.Level, o.Tare, o.Command = record.KernelLevel(s.level), cli.Version(), s.request.command
	r, err := recorder.Start(o)
	if err != nil {
		return nil, cli.Errorf(cli.Broken, "", "recording the kernel's side: %w", err)
	}
	return &kernelRecording{recording: r}, nil
}

// follow records the process with the given PID.
func (k *kernelRecording) follow(pid int) { k.err = k.recording.Follow(pid) }

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

// stop ends recording and the file.
func (k *kernelRecording) stop() error {
	k.end(nil, nil)
	if k.to != nil {
		k.err = errors.Join(k.err, k.to.Close())
		k.to = nil
	}
	return k.err
}

// level is where the recording comes from.
func (k *kernelRecording) level() record.KernelLevel { return k.recording.Header().Level }

// file is where the recording is; empty when there is none.
func (k *kernelRecording) file() string {
	if k.level() == record.KernelNone {
		return ""
	}
	return k.path
}

// snapshot writes what is kept in flight mode.
func (k *kernelRecording) snapshot(w io.Writer) error { return k.recording.Snapshot(w) }
