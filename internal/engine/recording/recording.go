// Package recording makes recordings of benchmarks, commands and processes, and reads
// them: the Go execution trace and the kernel's side, each in a file.
package recording

import (
	"context"

	"tare/internal/record"
)

// Request says what to record, and how.
type Request struct {
	Subject  Subject
	Level    record.KernelLevel // of the kernel's side; recorder.LevelAuto for the best that works
	Syscalls bool               // to be counted as well
	Dir      string             // folder to keep recordings in; empty to keep none
	Temp     string             // a folder that is the engine's; recordings that are not kept are there
	Tare     string             // version
	Args     []string           // the command line, without secrets
}

// HasTrace reports whether there will be a Go execution trace.
func (q *Request) HasTrace() bool { return q.Subject.traced() }

// Live is how the subject is recorded, if it goes on by itself until somebody ends it.
func (q *Request) Live() (l Live, ok bool) { return q.Subject.live() }

// Sink is told what recording does, as it does it. Its methods may be called from several
// goroutines.
type Sink interface {
	// Stage is told what is being done.
	Stage(what string)
	// Note is told what people should know now.
	Note(text string)
	// Failed is told of a package or benchmark that gives no results, beside the one
	// that is recorded.
	Failed(f record.Failure)
	// Ruined is told of failures that leave nothing to record.
	Ruined(all []record.Failure)
}

// Made is what was recorded.
type Made struct {
	Title    string  // names what it is of; empty for Files
	Files    []Files // of each recording
	Trouble  []string
	Windows  []record.Window   // of a benchmark
	Overhead []record.Overhead // as far as it was measured
}

// Make records the subject once. With Dir, what was recorded takes the place of an earlier
// recording there, all of it or nothing.
func Make(ctx context.Context, q Request, sink Sink) (made Made, err error) {
	s := &session{Request: q, sink: sink}
	defer s.cleanUp(&err)
	all, err := q.Subject.with(ctx, s, func(ctx context.Context, w workload) ([]Files, error) {
		f, err := w.once(ctx)
		return []Files{f}, err
	})
	if err == nil {
		all, err = s.settle(all)
	}
	s.made.Files = all
	return s.made, err
}

// Watch prepares the subject for another way of recording it, which may have trouble to
// tell of.
func Watch(ctx context.Context, q Request, sink Sink, way func(context.Context, Workload) ([]Files, []string, error)) (Made, error) {
	s := &session{Request: q, sink: sink}
	all, err := q.Subject.with(ctx, s, func(ctx context.Context, w workload) ([]Files, error) {
		all, trouble, err := way(ctx, w)
		s.made.Trouble = append(s.made.Trouble, trouble...)
		return all, err
	})
	s.made.Files = all
	return s.made, err
}

// session is one recording.
type session struct {
	Request
	sink   Sink
	made   Made
	beside string       // folder in Dir for a recording that is not complete; empty without one
	clear  func() error // removes it
}

// trouble is told with whatever comes of the recording.
func (s *session) trouble(text string) { s.made.Trouble = append(s.made.Trouble, text) }
