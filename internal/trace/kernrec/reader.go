package kernrec

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// maxStacks bounds what the stacks of a recording take, in bytes, more or less.
const maxStacks = 256 << 20

// Reader reads a recording, in memory that its stacks determine, not its
// length.
type Reader struct {
	r       *bufio.Reader
	payload bytes.Buffer
	header  event.KernelHeader
	trailer *event.KernelTrailer
	events  events
	last    int64 // time of the last event
	read    int64 // events
	block   stacks
	stacks  map[record.StackID][]record.Call
	names   map[string]string // one of each
	size    int               // of the stacks, in bytes
	end     error
}

// NewReader reads the header of a recording. The error says whether this is no
// recording, one of a newer tare, or a *Broken one.
func NewReader(r io.Reader) (*Reader, error) {
	k := &Reader{r: bufio.NewReaderSize(r, blockSize), stacks: map[record.StackID][]record.Call{}, names: map[string]string{}}
	if err := k.readVersion(); err != nil {
		return nil, err
	}
	kind, err := k.chunk()
	if err == nil && kind != chunkHeader {
		err = errNonsense
	}
	if err == nil {
		err = json.Unmarshal(k.payload.Bytes(), &k.header)
	}
	if err != nil {
		return nil, &Broken{Err: err}
	}
	return k, nil
}

func (r *Reader) readVersion() error {
	start, err := r.r.Peek(len(Magic))
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading the kernel recording: %w", err)
	}
	if len(start) == 0 || !strings.HasPrefix(Magic, string(start)) {
		return errors.New("this is not a kernel recording of tare")
	}
	line, err := r.r.ReadSlice('\n')
	if err != nil {
		return &Broken{Err: torn(err)}
	}
	text := strings.TrimSuffix(string(line[len(Magic):]), "\n")
	v, err := strconv.ParseUint(text, 10, 32)
	switch {
	case err != nil || v == 0:
		return fmt.Errorf("this kernel recording has no version, but %.20q", text)
	case v > version:
		return fmt.Errorf("this kernel recording has version %d, but this tare knows versions up to %d: use the tare that recorded it, or a newer one", v, version)
	}
	return nil
}

// Header returns what the recording says about itself.
func (r *Reader) Header() event.KernelHeader { return r.header }

// Next reads the next event. At the end it returns io.EOF, or a *Broken error
// when the rest of the recording is missing or damaged.
func (r *Reader) Next(e *event.KernelEvent) error {
	for len(r.events.data) == 0 && r.end == nil {
		r.end = r.fill()
	}
	if r.end != nil {
		return r.end
	}
	err := r.events.next(e)
	if err == nil && e.Time < r.last {
		err = errNonsense
	}
	if err != nil {
		r.events.data = nil
		r.end = r.broken(err)
		return r.end
	}
	r.last = e.Time
	r.read++
	return nil
}

// Stack returns the calls of a stack, innermost first; nil when it is not known.
// They all are when Next has returned io.EOF.
func (r *Reader) Stack(id record.StackID) []record.Call { return r.stacks[id] }

// Trailer returns what was said at the end of the recording, once Next has
// returned io.EOF.
func (r *Reader) Trailer() (event.KernelTrailer, bool) {
	if r.trailer == nil {
		return event.KernelTrailer{}, false
	}
	return *r.trailer, true
}

// fill reads chunks up to one of events.
func (r *Reader) fill() error {
	kind, err := r.chunk()
	if err != nil {
		return r.broken(err)
	}
	switch kind {
	case chunkEvents:
		r.events.reset(r.payload.Bytes())
	case chunkStacks:
		err = r.addStacks()
	case chunkTrailer:
		var t event.KernelTrailer
		if err = json.Unmarshal(r.payload.Bytes(), &t); err == nil {
			r.trailer = &t
			return io.EOF
		}
	default:
		err = errNonsense
	}
	if err != nil {
		return r.broken(err)
	}
	return nil
}

func (r *Reader) addStacks() error {
	for r.block.reset(r.payload.Bytes()); len(r.block.data) > 0; {
		id, calls, err := r.block.next()
		if err != nil {
			return err
		}
		for i := range calls {
			calls[i].Func, calls[i].File = r.intern(calls[i].Func), r.intern(calls[i].File)
		}
		r.stacks[id] = calls
		if r.size += 64 + 40*len(calls); r.size > maxStacks {
			return errors.New("it has more stacks than tare records")
		}
	}
	return nil
}

func (r *Reader) intern(s string) string {
	known, ok := r.names[s]
	if !ok {
		r.names[s], known = s, s
		r.size += 48 + len(s)
	}
	return known
}

// chunk reads a chunk into the payload, which grows as far as there is data.
func (r *Reader) chunk() (kind byte, err error) {
	if kind, err = r.r.ReadByte(); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("it was not ended")
		}
		return 0, err
	}
	length, err := binary.ReadUvarint(r.r)
	if err != nil {
		return 0, torn(err)
	}
	if length > maxChunk {
		return 0, errDamaged
	}
	r.payload.Reset()
	if _, err := io.CopyN(&r.payload, r.r, int64(length)); err != nil {
		return 0, torn(err)
	}
	var check [4]byte
	if _, err := io.ReadFull(r.r, check[:]); err != nil {
		return 0, torn(err)
	}
	if binary.LittleEndian.Uint32(check[:]) != checksum(kind, r.payload.Bytes()) {
		return 0, errDamaged
	}
	return kind, nil
}
