package recording

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"tare/internal/host/files"
	"tare/internal/record"
	"tare/internal/trace/align"
	"tare/internal/trace/event"
	"tare/internal/trace/gotrace"
	"tare/internal/trace/kernrec"
)

// Sources are a recording's files, open.
type Sources struct {
	Trace  *gotrace.Reader // nil without one
	Kernel *kernrec.Reader // nil without one

	files []*os.File
	size  int64
	read  atomic.Int64
}

// Open opens the files. A file that holds nothing that can be read is an error;
// what breaks off later is not.
func (r Files) Open() (_ *Sources, err error) {
	s := &Sources{}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if r.Trace != "" {
		in, err := s.file(r.Trace)
		if err == nil {
			s.Trace, err = gotrace.NewReader(in)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Trace, err)
		}
	}
	if r.Kernel != "" {
		in, err := s.file(r.Kernel)
		if err == nil {
			s.Kernel, err = kernrec.NewReader(in)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Kernel, err)
		}
	}
	return s, nil
}

func (s *Sources) file(path string) (io.Reader, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, f)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s.size += info.Size()
	return bufio.NewReaderSize(counted{f, &s.read}, 1<<20), nil
}

// counted counts what is read.
type counted struct {
	r     io.Reader
	bytes *atomic.Int64
}

// Read implements io.Reader.
func (c counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.bytes.Add(int64(n))
	return n, err
}

// Progress returns how much has been read of how much, in bytes. It may be called while
// others read.
func (s *Sources) Progress() (read, size int64) { return s.read.Load(), s.size }

// Close closes the files.
func (s *Sources) Close() error {
	var err error
	if s.Trace != nil {
		err = s.Trace.Close()
	}
	for _, f := range s.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// Stack looks up the stacks of both files, innermost call first.
func (s *Sources) Stack(id record.StackID) []record.Call {
	switch {
	case id > 0 && s.Trace != nil:
		return s.Trace.Stack(id)
	case id < 0 && s.Kernel != nil:
		return s.Kernel.Stack(id)
	}
	return nil
}

// Join tells sinks what is in the files, until ctx ends. The header is that of the kernel
// recording.
func (s *Sources) Join(ctx context.Context, h *event.KernelHeader, sinks ...event.Sink) align.Result {
	var g align.GoSource
	var k align.KernelSource
	var sure map[record.KernelFact]record.Sure
	if s.Trace != nil {
		g = goSource{s.Trace, ctx.Err}
	}
	if s.Kernel != nil {
		k, sure = kernelSource{s.Kernel, ctx.Err}, h.Sure
	}
	return align.Join(g, k, sure, sinks...)
}

// goSource is a trace that may be over before its end: a reader may have read far ahead
// of its events when nobody wants more of them.
type goSource struct {
	*gotrace.Reader
	over func() error
}

// Next implements align.GoSource.
func (s goSource) Next(e *event.GoEvent) error {
	if err := s.over(); err != nil {
		return err
	}
	return s.Reader.Next(e)
}

// kernelSource is likewise.
type kernelSource struct {
	*kernrec.Reader
	over func() error
}

// Next implements align.KernelSource.
func (s kernelSource) Next(e *event.KernelEvent) error {
	if err := s.over(); err != nil {
		return err
	}
	return s.Reader.Next(e)
}
