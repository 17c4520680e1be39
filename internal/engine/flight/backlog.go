package flight

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

// backlogBytes is how far looking at a trace may fall behind.
const backlogBytes = 64 << 20

var errBehind = errors.New("the Go execution trace arrives faster than tare can read it")

// backlog is a pipe that holds so much, and does not make its writer wait: a
// process must not be held up by who looks at its trace. When that is too slow, it
// gets errBehind.
type backlog struct {
	size int

	mu      sync.Mutex
	changed sync.Cond
	held    bytes.Buffer
	err     error // after what is held
}

func newBacklog(size int) *backlog {
	b := &backlog{size: size}
	b.changed.L = &b.mu
	return b
}

// Write implements io.Writer, without errors.
func (b *backlog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held.Len()+len(p) > b.size {
		b.end(errBehind)
	}
	if b.err == nil {
		b.held.Write(p)
		b.changed.Signal()
	}
	return len(p), nil
}

// Read implements io.Reader.
func (b *backlog) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.held.Len() == 0 && b.err == nil {
		b.changed.Wait()
	}
	if b.held.Len() == 0 {
		return 0, b.err
	}
	return b.held.Read(p)
}

// Close ends what there is to read.
func (b *backlog) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end(io.EOF)
	return nil
}

// drop ends it at once: nobody wants what is held any more.
func (b *backlog) drop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held.Reset()
	b.end(io.EOF)
}

func (b *backlog) end(err error) {
	if b.err == nil {
		b.err = err
		b.changed.Signal()
	}
}
