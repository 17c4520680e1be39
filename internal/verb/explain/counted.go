package explain

import (
	"context"
	"io"
	"sync/atomic"
)

// counted counts what is read from files, and stops reading when ctx ends.
type counted struct {
	ctx   context.Context
	bytes atomic.Int64
}

func (c *counted) of(r io.Reader) io.Reader { return countedReader{c, r} }

type countedReader struct {
	c *counted
	r io.Reader
}

// Read implements io.Reader.
func (r countedReader) Read(p []byte) (int, error) {
	if err := r.c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.r.Read(p)
	r.c.bytes.Add(int64(n))
	return n, err
}
