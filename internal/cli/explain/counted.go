package explain

import (
	"context"
	"io"
	"sync/atomic"

	"tare/internal/read/gotrace"
	"tare/internal/read/kernrec"
	"tare/internal/record"
)

// counted counts what is read from files.
type counted struct{ bytes atomic.Int64 }

func (c *counted) of(r io.Reader) io.Reader { return countedReader{c, r} }

type countedReader struct {
	c *counted
	r io.Reader
}

// Read implements io.Reader.
func (r countedReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.c.bytes.Add(int64(n))
	return n, err
}

// goSource is a trace that ends when ctx does: a reader may have read far ahead of
// its events by then.
type goSource struct {
	*gotrace.Reader
	ctx context.Context
}

// Next implements align.GoSource.
func (s goSource) Next(e *record.GoEvent) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	return s.Reader.Next(e)
}

// kernelSource is a kernel recording that ends when ctx does.
type kernelSource struct {
	*kernrec.Reader
	ctx context.Context
}

// Next implements align.KernelSource.
func (s kernelSource) Next(e *record.KernelEvent) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	return s.Reader.Next(e)
}
