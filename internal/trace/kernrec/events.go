package kernrec

import (
	"encoding/binary"
	"math"
	"math/bits"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// The numbers of an event besides its kind and time, those of context switches
// first: their presence fits into one byte. CPU and thread are differences to
// the event before.
const (
	fieldCPU = iota
	fieldTID
	fieldWhy
	fieldOther
	fieldOwn
	fieldStack
	fieldName
	fieldValue
	fieldNumber
	fieldPeriods
	fieldIdle
	fields
)

// events is a block of events: encoded as they come, or decoded bit by bit. An
// event is its kind, a uvarint whose bits tell which fields are not zero, the
// time since the event before as a uvarint, the fields, and its name if it is
// the first in the block that has it.
type events struct {
	cursor
	names words
	last  struct { // event of this block
		time     int64
		cpu, tid int32
	}
}

func (b *events) reset(payload []byte) {
	b.names.reset()
	*b = events{cursor: cursor{data: payload}, names: b.names}
}

// add appends an event that is not before the last.
func (b *events) add(e *event.KernelEvent) {
	name, spell := b.names.number(e.Name)
	all := [fields]int64{
		fieldCPU: int64(e.CPU) - int64(b.last.cpu), fieldTID: int64(e.TID) - int64(b.last.tid),
		fieldWhy: int64(e.Why), fieldOther: int64(e.Other), fieldStack: int64(e.Stack), fieldName: int64(name),
		fieldValue: e.Value, fieldNumber: int64(e.Number), fieldPeriods: int64(e.Periods),
	}
	if e.Own {
		all[fieldOwn] = 1
	}
	if e.Idle {
		all[fieldIdle] = 1
	}
	present := uint64(0)
	for i, v := range all {
		if v != 0 {
			present |= 1 << i
		}
	}
	data := binary.AppendUvarint(append(b.data, byte(e.Kind)), present)
	data = binary.AppendUvarint(data, uint64(e.Time)-uint64(b.last.time))
	for _, v := range all {
		if v != 0 {
			data = binary.AppendVarint(data, v)
		}
	}
	b.data = spelled(data, spell)
	b.last.time, b.last.cpu, b.last.tid = e.Time, e.CPU, e.TID
}

// next takes the next event out of the block.
func (b *events) next(e *event.KernelEvent) error {
	kind := b.data[0]
	b.skip(1)
	present, since := b.uvarint(), b.uvarint()
	var all [fields]int64
	for left := present & (1<<fields - 1); left != 0; left &= left - 1 {
		all[bits.TrailingZeros64(left)] = b.varint()
	}
	name := b.names.word(uint64(all[fieldName]), &b.cursor)
	all[fieldCPU] += int64(b.last.cpu)
	all[fieldTID] += int64(b.last.tid)
	if b.broken || present >= 1<<fields || since > uint64(math.MaxInt64-b.last.time) || !sane(&all) {
		return errNonsense
	}
	*e = event.KernelEvent{
		Time: b.last.time + int64(since), Kind: event.KernelKind(kind),
		CPU: int32(all[fieldCPU]), TID: int32(all[fieldTID]), Why: event.OffWhy(all[fieldWhy]),
		Other: int32(all[fieldOther]), Own: all[fieldOwn] != 0, Stack: record.StackID(all[fieldStack]), Name: name,
		Value: all[fieldValue], Number: int32(all[fieldNumber]), Periods: int32(all[fieldPeriods]), Idle: all[fieldIdle] != 0,
	}
	b.last.time, b.last.cpu, b.last.tid = e.Time, e.CPU, e.TID
	return nil
}

// sane reports whether the fields fit into those of an event.
func sane(all *[fields]int64) bool {
	for _, i := range [...]int{fieldCPU, fieldTID, fieldOther, fieldStack, fieldNumber, fieldPeriods} {
		if all[i] != int64(int32(all[i])) {
			return false
		}
	}
	return all[fieldWhy] == int64(uint8(all[fieldWhy]))
}
