// Package kernrec writes and reads kernel recordings, the files kernel.rec.
//
// A file is a line that names the format and its version, and chunks:
//
//	kind     byte: 'H' header, 'E' events, 'S' stacks, 'T' trailer
//	length   of the payload, uvarint
//	payload
//	check    CRC-32C of kind and payload, 4 bytes, little-endian
//
// The header comes first and the trailer last, both as JSON. Chunks of events
// and stacks stand for themselves, so whatever happens to one, those before it
// can be read. Numbers in them are varints as package encoding/binary has them.
//
// Nothing is compressed: flate at its fastest takes twice as long as everything
// else together, for a file of 7 bytes per event instead of 10.
package kernrec

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"
)

// Magic is what every recording begins with. The version follows, and a newline.
const Magic = "tare kernel recording "

const (
	version = 2 // 1 does not tell who has the CPUs that threads wait for

	// maxChunk bounds what a reader holds of a file, in bytes. The writer stays
	// below it: blocks end at blockSize, and no event or stack is longer than
	// what maxString and maxCalls let it be.
	maxChunk  = 4 << 20
	maxString = 1 << 10 // bytes
	maxCalls  = 512     // of one stack
)

// The kinds of chunks.
const (
	chunkHeader  = 'H'
	chunkEvents  = 'E'
	chunkStacks  = 'S'
	chunkTrailer = 'T'
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(kind byte, payload []byte) uint32 {
	return crc32.Update(crc32.Checksum([]byte{kind}, castagnoli), castagnoli, payload)
}

var errNonsense = errors.New("a block of it makes no sense")

// cursor reads the numbers and strings of a payload. After the first that is
// not there it is broken, and all others are zero.
type cursor struct {
	data   []byte
	broken bool
}

func (c *cursor) uvarint() uint64 {
	v, n := binary.Uvarint(c.data)
	c.skip(n)
	return v
}

func (c *cursor) varint() int64 {
	v, n := binary.Varint(c.data)
	c.skip(n)
	return v
}

// skip goes on by what encoding/binary says that a number took.
func (c *cursor) skip(n int) {
	if n <= 0 {
		c.broken, c.data = true, nil
		return
	}
	c.data = c.data[n:]
}

// text reads a length and that many bytes.
func (c *cursor) text() string {
	n := c.uvarint()
	if n > maxString || n > uint64(len(c.data)) {
		c.broken = true
		return ""
	}
	s := string(c.data[:n])
	c.data = c.data[n:]
	return s
}

// words numbers the strings of a block from 1, in the order of their first use,
// where they are spelled out. 0 is the empty string.
type words struct {
	numbers map[string]uint64 // of a writer
	known   []string          // of a reader
}

func (w *words) reset() {
	clear(w.numbers)
	w.known = w.known[:0]
}

// number returns the number of a word, and the word to spell out after it if it
// is new: never an empty one.
func (w *words) number(word string) (n uint64, spell string) {
	if word == "" {
		return 0, ""
	}
	word = short(word)
	n, known := w.numbers[word]
	if known {
		return n, ""
	}
	if w.numbers == nil {
		w.numbers = map[string]uint64{}
	}
	n = uint64(len(w.numbers) + 1)
	w.numbers[word] = n
	return n, word
}

// word returns the word of a number, spelled out at the cursor if it is new.
func (w *words) word(n uint64, c *cursor) string {
	switch known := uint64(len(w.known)); {
	case n == 0:
		return ""
	case n == known+1:
		w.known = append(w.known, c.text())
	case n > known:
		c.broken = true
		return ""
	}
	return w.known[n-1]
}

// spelled appends a new word.
func spelled(b []byte, word string) []byte {
	if word == "" {
		return b
	}
	return append(binary.AppendUvarint(b, uint64(len(word))), word...)
}

// short cuts off what is too long of a string.
func short(s string) string {
	if len(s) <= maxString {
		return s
	}
	return strings.ToValidUTF8(s[:maxString-len("…")], "") + "…"
}

// Broken says that a recording cannot be read to its end. What was read before
// is right.
type Broken struct {
	Events int64         // that were read
	Length time.Duration // from the beginning of the recording to the last of them
	Stacks int           // that were read
	Err    error         // what is wrong
}

// Error says what can be used, and what is missing.
func (b *Broken) Error() string {
	if b.Events == 0 {
		return fmt.Sprintf("the kernel recording has no events that can be read: %v", b.Err)
	}
	missing := "what came later and the summary are missing"
	if b.Stacks == 0 {
		missing = "what came later, the stacks and the summary are missing"
	}
	return fmt.Sprintf("the kernel recording breaks off after %d events (%v): %v; what came before is used, %s",
		b.Events, b.Length.Round(time.Microsecond), b.Err, missing)
}

// Unwrap returns what is wrong.
func (b *Broken) Unwrap() error { return b.Err }

func (r *Reader) broken(err error) error {
	b := &Broken{Events: r.read, Stacks: len(r.stacks), Err: err}
	if r.read > 0 {
		b.Length = time.Duration(r.last - r.header.Clock)
	}
	return b
}

var errDamaged = errors.New("a block of it is damaged")

// torn explains the end of a file inside of something.
func torn(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("its last block is cut off: %w", io.ErrUnexpectedEOF)
	case errors.Is(err, bufio.ErrBufferFull):
		return errDamaged
	}
	return err
}
