package trial

import (
	"fmt"
	"sync"
)

// keep is how much of the start and of the end of a process's output is kept.
const keep = 256 << 10

// headTail keeps the head and the tail of what is written to it, so that a
// benchmark that prints without end cannot fill memory or disk.
type headTail struct {
	mu      sync.Mutex
	head    []byte
	tail    []byte // a ring once it is full
	next    int    // where the ring goes on
	skipped int64
}

// Write implements io.Writer.
func (h *headTail) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(p)
	room := min(keep-len(h.head), n)
	h.head = append(h.head, p[:room]...)
	p = p[room:]
	if over := len(p) - keep; over > 0 {
		h.skipped += int64(over)
		p = p[over:]
	}
	grow := min(keep-len(h.tail), len(p))
	h.tail = append(h.tail, p[:grow]...)
	p = p[grow:]
	h.skipped += int64(len(p))
	for len(p) > 0 {
		c := copy(h.tail[h.next:], p)
		h.next = (h.next + c) % keep
		p = p[c:]
	}
	return n, nil
}

// Bytes returns what was kept, with a line in between that says how much was
// not.
func (h *headTail) Bytes() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := append([]byte(nil), h.head...)
	if h.skipped > 0 {
		out = fmt.Appendf(out, "\n… %d bytes left out …\n", h.skipped)
	}
	return append(append(out, h.tail[h.next:]...), h.tail[:h.next]...)
}
