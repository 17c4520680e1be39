package gotrace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The numbers of the trace format that are needed to find batches in it, from
// internal/trace/tracev2 in Go's source; the comments there describe the format.
const (
	evEventBatch        = 1  // generation, thread, ticks, length, then that many bytes
	evFrequency         = 8  // ticks per second
	evGoStatus          = 25 // what a goroutine does that did nothing in the generation
	evGoStatusStack     = 48 // since 1.23, the same
	evExperimentalBatch = 49 // experiment, then as evEventBatch
	evSync              = 50 // since 1.25, what evFrequency comes in
	evEndOfGeneration   = 52 // since 1.26
	maxBatch            = 64 << 10
	maxEncoded          = maxBatch + 2 + 4*binary.MaxVarintLen64 // of a batch with its own header
)

// batch is a piece of a trace that one thread wrote, or the end of a generation.
type batch struct {
	kind       byte // evEventBatch, evExperimentalBatch or evEndOfGeneration
	experiment byte
	generation uint64
	thread     uint64
	ticks      uint64 // when it begins
	data       []byte
}

// errShort says that a batch goes on behind the bytes that are there.
var errShort = errors.New("the batch is not complete")

// parseBatch returns the batch that b begins with, which shares b's memory, and
// how many bytes it takes. The error is errShort, or b does not begin with one.
func parseBatch(b []byte) (batch, int, error) {
	if len(b) == 0 {
		return batch{}, 0, errShort
	}
	p := batch{kind: b[0]}
	n := 1
	switch p.kind {
	case evEndOfGeneration:
		return p, n, nil
	case evEventBatch:
	case evExperimentalBatch:
		if len(b) < 2 {
			return batch{}, 0, errShort
		}
		p.experiment, n = b[1], 2
	default:
		return batch{}, 0, fmt.Errorf("a batch of events should begin with %d or %d, not with %d", evEventBatch, evExperimentalBatch, b[0])
	}
	var size uint64
	for _, field := range []*uint64{&p.generation, &p.thread, &p.ticks, &size} {
		v, length := binary.Uvarint(b[n:])
		if length == 0 {
			return batch{}, 0, errShort
		}
		if length < 0 {
			return batch{}, 0, errors.New("a number in the head of a batch is too large")
		}
		*field = v
		n += length
	}
	if size > maxBatch {
		return batch{}, 0, fmt.Errorf("a batch has %d bytes, more than the %d that are allowed", size, maxBatch)
	}
	if uint64(len(b)-n) < size {
		return batch{}, 0, errShort
	}
	p.data = b[n : n+int(size)]
	return p, n + int(size), nil
}

// append encodes the batch.
func (p *batch) append(to []byte) []byte {
	to = append(to, p.kind)
	if p.kind == evEndOfGeneration {
		return to
	}
	if p.kind == evExperimentalBatch {
		to = append(to, p.experiment)
	}
	for _, v := range []uint64{p.generation, p.thread, p.ticks, uint64(len(p.data))} {
		to = binary.AppendUvarint(to, v)
	}
	return append(to, p.data...)
}

// noThread is the thread of batches that the runtime writes on nobody's account.
const noThread = math.MaxUint64

// statuses reports whether the batch has the states of goroutines that did
// nothing in the whole generation.
func (p *batch) statuses() bool {
	return p.kind == evEventBatch && p.thread == noThread && len(p.data) > 0 &&
		(p.data[0] == evGoStatus || p.data[0] == evGoStatusStack)
}

// frequency returns the ticks per second of the batch's generation, if this is
// the batch that tells.
func (p *batch) frequency() (uint64, bool) {
	data := p.data
	if len(data) > 0 && data[0] == evSync {
		data = data[1:]
	}
	if p.kind != evEventBatch || len(data) == 0 || data[0] != evFrequency {
		return 0, false
	}
	f, n := binary.Uvarint(data[1:])
	return f, n > 0 && f > 0
}

// operands has, for each type of event that comes in a batch of events, the
// number of numbers that follow the type, as a digit; 0 for other types. The
// first of them is the ticks since the event before.
const operands = "000000000" +
	"33143" + // Ps, from 9
	"423113343114" + // goroutines
	"31" + // stop-the-world
	"23222322122" + // memory
	"253445" + // labels and what users tell
	"3345" // since 1.23, up to 48

// split returns how many bytes of the batch's data are whole events that fit in
// limit, and the ticks of the last of these. ok is false for what cannot be
// split: other things than events, and events of an unknown kind.
func (p *batch) split(limit int) (n int, ticks uint64, ok bool) {
	ticks = p.ticks
	for i := 0; i < len(p.data); {
		kind := p.data[i]
		if p.kind != evEventBatch || int(kind) >= len(operands) || operands[kind] == '0' {
			return 0, 0, false
		}
		delta, length := binary.Uvarint(p.data[i+1:])
		if length <= 0 {
			return 0, 0, false
		}
		i += 1 + length
		for left := operands[kind] - '1'; left > 0 && i < len(p.data); i++ {
			left -= 1 - p.data[i]>>7 // the last byte of a number has no high bit
		}
		if i > limit {
			return n, ticks, true
		}
		n = i
		ticks += delta
	}
	return n, ticks, true
}
