package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/scratch"
	"tare/internal/record"
)

// session is one `tare explain` from its command line to its exit status.
type session struct {
	options
	stdout, stderr io.Writer

	request  request
	out      *outputs
	temp     string       // folder for what need not be kept
	beside   string       // folder in that of -o for a recording that is not complete; empty without one
	clear    func() error // removes it
	title    string
	trouble  []string
	windows  []record.Window
	overhead []record.Overhead
}

func (s *session) run(ctx context.Context) (err error) {
	if s.request, err = s.resolve(); err != nil {
		return err
	}
	if s.out, err = openOutputs(ctx, s.options, s.stdout, s.stderr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.out.Close()) }()
	if base := s.request.base; base != nil {
		src, err := base.open(ctx)
		if err != nil {
			return exit.Errorf(exit.Broken, "", "-base: %w", err)
		}
		src.Close()
	}
	var remove func() error
	if s.temp, remove, err = scratch.Dir(); err != nil {
		return exit.Errorf(exit.Broken, "set TMPDIR to a folder that you can write, and others cannot", "making a folder for recordings: %w", err)
	}
	defer remove()
	defer func() {
		if s.beside != "" {
			err = errors.Join(err, s.clear())
		}
	}()
	s.out.Progress.Start()

	recordings, err := s.record(ctx)
	if err == nil {
		recordings, err = s.settle(recordings)
	}
	cut := ctx.Err() != nil
	if cut && (err != nil || len(recordings) == 0 || !s.endless()) {
		return bench.ErrInterrupted
	}
	if err != nil {
		return err
	}
	if cut {
		// The user has seen enough: what was recorded by then is explained, unless he
		// interrupts that, too, which ends the process.
		ctx = context.WithoutCancel(ctx)
	}
	failed := false
	for _, r := range recordings {
		broken, err := s.analyse(ctx, r)
		if err != nil {
			return err
		}
		failed = failed || broken && !cut // a trace that is cut off breaks off
	}
	if failed {
		return exit.Quiet(exit.Broken)
	}
	return nil
}

// endless reports whether the recording goes on until somebody ends it.
func (s *session) endless() bool {
	return (s.request.subject == subjectProcess || s.request.subject == subjectCommand) && len(s.request.conditions) == 0
}

// record makes the recordings that are to be explained: one, or one for each
// time that a condition came true.
func (s *session) record(ctx context.Context) ([]recording, error) {
	switch s.request.subject {
	case subjectFiles:
		return []recording{s.request.files}, nil
	case subjectBenchmark:
		return s.benchmark(ctx)
	case subjectCommand:
		return s.command(ctx)
	default:
		s.title = fmt.Sprintf("process %d", s.pid)
		return s.process(ctx, s.pid, nil)
	}
}

// fresh names the files of a recording, in a folder that has none: what only one side is
// recorded of must not be joined with another recording's. With -o, that is a folder
// beside those of an earlier recording, until this one is complete.
func (s *session) fresh() (recording, error) {
	dir := s.temp
	if s.dir != "" {
		var err error
		if s.beside, s.clear, err = scratch.DirBeside(filepath.Join(s.dir, "recording")); err != nil {
			return recording{}, err
		}
		dir = s.beside
	}
	return recording{trace: filepath.Join(dir, traceFile), kernel: filepath.Join(dir, kernelFile)}, nil
}
