package gotrace

import (
	"bytes"
	"fmt"
	"io"
)

const (
	// maxPiece is the size of what the trace package reads into one allocation: it
	// asks for as much as a batch has, and then for bytes.MinRead more to see its
	// end, which makes it allocate more than twice of what a full batch needs.
	maxPiece = maxBatch - bytes.MinRead

	// maxGeneration bounds memory; see the package comment.
	maxGeneration = 1 << 30
)

// stream hands a trace on to the trace package, large batches in pieces. It
// knows how far that came, and why it did not come further.
type stream struct {
	source   io.Reader
	piece    int    // maxPiece, but for tests
	buf      []byte // what was read; [from:] is not handed on yet
	from     int
	offset   int64  // in the trace, of buf[from]
	out      []byte // what is handed on next; [done:] is still to go
	done     int
	number   uint64 // of the generation
	size     int64  // of the generation, so far
	begin    uint64 // of the generation, so far: the fewest ticks
	finished bool   // nothing has come since the end of a generation
	doubts   doubts
	err      error // why there is no more
}

func newStream(source io.Reader, header []byte) *stream {
	return &stream{source: source, piece: maxPiece, out: header, offset: int64(len(header)), buf: make([]byte, 0, 4*maxEncoded)}
}

// damage says what is wrong with a trace, for users.
type damage string

func (d damage) Error() string { return string(d) }

// Read fills p with what comes next.
func (s *stream) Read(p []byte) (int, error) {
	for s.done == len(s.out) {
		if s.err == nil {
			s.err = s.next()
		}
		if s.err != nil {
			return 0, s.err
		}
	}
	n := copy(p, s.out[s.done:])
	s.done += n
	return n, nil
}

// next puts the next batch in s.out.
func (s *stream) next() error {
	for {
		b, n, err := parseBatch(s.buf[s.from:])
		if err == errShort {
			if err := s.more(); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return damage(fmt.Sprintf("it is damaged at byte %d: %v", s.offset, err))
		}
		s.from += n
		s.offset += int64(n)
		s.finished = b.kind == evEndOfGeneration
		err = s.count(&b, n)
		s.out, s.done = appendPieces(s.out[:0], b, s.piece), 0
		return err
	}
}

// more reads from the source, if only a byte.
func (s *stream) more() error {
	s.buf = s.buf[:copy(s.buf, s.buf[s.from:])]
	s.from = 0
	n, err := io.ReadAtLeast(s.source, s.buf[len(s.buf):cap(s.buf)], 1)
	s.buf = s.buf[:len(s.buf)+n]
	if err == io.EOF && len(s.buf) > 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

// count notes a batch of n bytes as part of its generation. States of goroutines
// that did nothing get the time at which the generation began: the runtime tells
// them when the next one has begun already, whose first events package trace
// would therefore put off, by 2 ms in a program with 20 000 goroutines.
func (s *stream) count(b *batch, n int) error {
	s.doubts.batch(b)
	fresh := b.generation != s.number && !s.finished
	if fresh {
		s.number, s.size, s.begin = b.generation, 0, b.ticks
	}
	if b.statuses() {
		b.ticks = s.begin
	} else if !s.finished {
		s.begin = min(s.begin, b.ticks)
	}
	s.doubts.begun(s.begin, fresh)
	s.size += int64(n)
	if s.size > maxGeneration {
		return damage(fmt.Sprintf("a part of it that must be in memory as a whole, usually a second, has more than %d MiB; "+
			"record with GODEBUG=traceadvanceperiod=100000000, which makes the parts 0.1 s long", maxGeneration>>20))
	}
	return nil
}

// appendPieces encodes a batch as ones that are not larger than limit, if
// possible.
func appendPieces(to []byte, b batch, limit int) []byte {
	for len(b.data) > limit {
		n, ticks, ok := b.split(limit)
		if !ok || n == 0 {
			break
		}
		head := b
		head.data = b.data[:n]
		to = head.append(to)
		b.data, b.ticks = b.data[n:], ticks
	}
	return b.append(to)
}
