package explain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"tare/internal/engine/exit"
	"tare/internal/host/input"
	"tare/internal/read/gotrace"
	"tare/internal/read/kernrec"
	"tare/internal/record"
)

// findRecording tells apart the files that the user named: one trace and one
// kernel recording at most, or a folder with both.
func findRecording(args []string) (recording, error) {
	var r recording
	for _, arg := range args {
		files := []string{arg}
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			if files = filesIn(arg); len(files) == 0 {
				return r, exit.Errorf(exit.Usage, "a folder from `tare explain -o` has them", "no %s and no %s in %s", traceFile, kernelFile, arg)
			}
		}
		for _, f := range files {
			if info, err := os.Stat(f); err == nil && !info.Mode().IsRegular() {
				return r, exit.Errorf(exit.Usage, "recordings are read more than once: save it to a file first", "%s is no regular file", f)
			}
			kernel, err := isKernelRecording(f)
			if err != nil {
				return r, exit.Errorf(exit.Usage, "", "%w", err)
			}
			to := &r.trace
			if kernel {
				to = &r.kernel
			}
			if *to != "" {
				which := "neither %s nor %s is a kernel recording"
				if kernel {
					which = "both %s and %s are kernel recordings"
				}
				return r, exit.Errorf(exit.Usage, "one Go execution trace and one kernel recording can be joined", which, *to, f)
			}
			*to = f
		}
	}
	return r, nil
}

func isKernelRecording(path string) (bool, error) {
	f, err := input.Regular(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	begin := make([]byte, len(kernrec.Magic))
	_, err = io.ReadFull(f, begin)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	return string(begin) == kernrec.Magic, nil
}

// sources are a recording's files, open.
type sources struct {
	trace  *gotrace.Reader // nil without one
	kernel *kernrec.Reader // nil without one
	ctx    context.Context // ends joining
	read   counted
	size   int64
	files  []*os.File
}

// open opens the files. A file that holds nothing that can be read is an error;
// what breaks off later is not.
func (r recording) open(ctx context.Context) (_ *sources, err error) {
	s := &sources{ctx: ctx}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if r.trace != "" {
		in, err := s.file(r.trace)
		if err == nil {
			s.trace, err = gotrace.NewReader(in)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.trace, err)
		}
	}
	if r.kernel != "" {
		in, err := s.file(r.kernel)
		if err == nil {
			s.kernel, err = kernrec.NewReader(in)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.kernel, err)
		}
	}
	return s, nil
}

func (s *sources) file(path string) (io.Reader, error) {
	f, err := input.Regular(path)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, f)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s.size += info.Size()
	return bufio.NewReaderSize(s.read.of(f), 1<<20), nil
}

// Close closes the files.
func (s *sources) Close() error {
	var err error
	if s.trace != nil {
		err = s.trace.Close()
	}
	for _, f := range s.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// stack looks up the stacks of both files.
func (s *sources) stack(id record.StackID) []record.Call {
	switch {
	case id > 0 && s.trace != nil:
		return s.trace.Stack(id)
	case id < 0 && s.kernel != nil:
		return s.kernel.Stack(id)
	}
	return nil
}

// ends reads a kernel recording to its end, where the windows are.
func (r recording) ends(ctx context.Context) (h *record.KernelHeader, t record.KernelTrailer, err error) {
	if r.kernel == "" {
		return nil, t, nil
	}
	s, err := recording{kernel: r.kernel}.open(ctx)
	if err != nil {
		return nil, t, err
	}
	defer s.Close()
	header := s.kernel.Header()
	var e record.KernelEvent
	for err == nil {
		err = kernelSource{s.kernel, ctx}.Next(&e)
	}
	t, _ = s.kernel.Trailer()
	return &header, t, ctx.Err()
}
