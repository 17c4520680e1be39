package kernrec

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"tare/internal/record"
	"tare/internal/trace/event"
)

const (
	// blockSize in bytes, about 7000 context switches.
	blockSize = 64 << 10
	// blockSpan in ns is how much a recording can lose when it is cut off.
	blockSpan = 1e9
)

// Writer writes a recording. After an error it writes nothing more.
type Writer struct {
	w      io.Writer
	chunk  []byte
	events events
	first  int64 // time of the block's first event
	last   int64
	stacks stacks
	err    error
}

// NewWriter begins a recording. A Writer there is even after an error.
func NewWriter(w io.Writer, h event.KernelHeader) (*Writer, error) {
	kw := &Writer{w: w}
	if _, err := fmt.Fprintf(w, "%s%d\n", Magic, version); err != nil {
		kw.err = fmt.Errorf("beginning the kernel recording: %w", err)
	}
	return kw, kw.json(chunkHeader, h)
}

// Write adds an event, which must not be before the last. What is too long of
// its name is cut off.
func (w *Writer) Write(e *event.KernelEvent) error {
	if w.err != nil {
		return w.err
	}
	if e.Time < w.last {
		w.err = fmt.Errorf("recording an event of %d ns after one of %d ns", e.Time, w.last)
		return w.err
	}
	if w.last = e.Time; len(w.events.data) == 0 {
		w.first = e.Time
	}
	w.events.add(e)
	if len(w.events.data) >= blockSize || e.Time-w.first >= blockSpan {
		return w.flushEvents()
	}
	return nil
}

// Stack tells the calls of a stack, innermost first. Its number is negative.
// What is too long of it, or of its names, is cut off.
func (w *Writer) Stack(id record.StackID, calls []record.Call) error {
	if w.err != nil {
		return w.err
	}
	if id >= 0 {
		w.err = fmt.Errorf("recording stack %d: those of the kernel have negative numbers", id)
		return w.err
	}
	w.stacks.add(id, calls)
	if len(w.stacks.data) >= blockSize {
		return w.flushStacks()
	}
	return nil
}

// Close ends the recording. It does not close what it was written to.
func (w *Writer) Close(t event.KernelTrailer) error {
	if err := w.flushEvents(); err != nil {
		return err
	}
	if err := w.flushStacks(); err != nil {
		return err
	}
	return w.json(chunkTrailer, t)
}

func (w *Writer) flushEvents() error {
	if len(w.events.data) > 0 {
		w.write(chunkEvents, w.events.data)
		w.events.reset(w.events.data[:0])
	}
	return w.err
}

func (w *Writer) flushStacks() error {
	if len(w.stacks.data) > 0 {
		w.write(chunkStacks, w.stacks.data)
		w.stacks.reset(w.stacks.data[:0])
	}
	return w.err
}

func (w *Writer) json(kind byte, v any) error {
	payload, err := json.Marshal(v)
	if err == nil && len(payload) > maxChunk {
		err = fmt.Errorf("%T takes %d bytes, at most %d are allowed", v, len(payload), maxChunk)
	}
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("writing the kernel recording: %w", err)
	}
	w.write(kind, payload)
	return w.err
}

// write writes a chunk at once, so that fewer are torn when tare is killed.
func (w *Writer) write(kind byte, payload []byte) {
	if w.err != nil {
		return
	}
	w.chunk = binary.AppendUvarint(append(w.chunk[:0], kind), uint64(len(payload)))
	w.chunk = append(w.chunk, payload...)
	w.chunk = binary.LittleEndian.AppendUint32(w.chunk, checksum(kind, payload))
	if _, err := w.w.Write(w.chunk); err != nil {
		w.err = fmt.Errorf("writing the kernel recording: %w", err)
	}
}
