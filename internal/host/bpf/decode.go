package bpf

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"tare/internal/trace/event"
)

// The kinds of records and their flags, as in sched.c.
const (
	kindThread = iota + 1
	kindChange
	kindWake
	kindRefill
	kindThrottle
	kindUnthrottle
	kindOccupy
	kindMove

	flagWhy    = 7
	flagTaken  = 1 << 3
	flagOurs   = 1 << 4
	flagNamed  = 1 << 5
	flagVacant = 1 << 6

	headerSize = 24
	nameSize   = 16
	nowhere    = 0xffff
)

// offReasons are those of the flags.
var offReasons = [flagWhy + 1]event.OffWhy{
	1: event.OffSleep, 2: event.OffPreempted, 3: event.OffThrottled, 4: event.OffExit,
}

// maxNames bounds the memory that names of foreign threads can take.
const maxNames = 4096

// decoder turns records of sched.c into events. A record is, little-endian, a
// struct event,
//
//	time u64, tid u32, other u32, lost u32, cpu u16, kind u8, flags u8
//
// then, with flagNamed, a name of 16 bytes, and then the addresses of a stack,
// u64 each.
type decoder struct {
	offset  int64 // of the target's clock
	lost    uint32
	last    int64 // time of the last event
	names   map[string]string
	pcs     []uint64
	deliver func(e *event.KernelEvent, pcs []uint64)
}

// decode delivers the events that a record stands for.
func (d *decoder) decode(raw []byte) error {
	if len(raw) < headerSize {
		return fmt.Errorf("a record of %d bytes: less than a header", len(raw))
	}
	e := event.KernelEvent{
		Time:  int64(binary.LittleEndian.Uint64(raw)) + d.offset,
		TID:   int32(binary.LittleEndian.Uint32(raw[8:])),
		Other: int32(binary.LittleEndian.Uint32(raw[12:])),
		CPU:   int32(binary.LittleEndian.Uint16(raw[20:])),
	}
	lost, kind, flags := binary.LittleEndian.Uint32(raw[16:]), raw[22], raw[23]
	if e.CPU == nowhere {
		e.CPU = -1
	}
	e.Why = offReasons[flags&flagWhy]
	e.Own, e.Idle = flags&flagOurs != 0, flags&flagVacant != 0
	rest := raw[headerSize:]
	if flags&flagNamed != 0 {
		if len(rest) < nameSize {
			return fmt.Errorf("a record of %d bytes: no room for its name", len(raw))
		}
		e.Name = d.name(rest[:nameSize])
		rest = rest[nameSize:]
	}
	if len(rest)%8 != 0 {
		return fmt.Errorf("a record of %d bytes: its stack ends within an address", len(raw))
	}
	d.last = e.Time
	d.tellLost(lost)
	return d.tell(kind, flags&flagTaken != 0, &e, rest)
}

// tell delivers e as what a record of its kind stands for.
func (d *decoder) tell(kind byte, taken bool, e *event.KernelEvent, stack []byte) error {
	switch kind {
	case kindThread:
		e.Kind = event.KernelThread
	case kindChange:
		d.change(taken, e, stack)
		return nil
	case kindWake:
		e.Kind = event.KernelWake
	case kindRefill:
		e.Kind = event.KernelRefill
	case kindThrottle:
		e.Kind = event.KernelThrottle
	case kindUnthrottle:
		e.Kind = event.KernelUnthrottle
	case kindOccupy:
		e.Kind = event.KernelOccupy
	case kindMove:
		e.Kind = event.KernelMove
	default:
		return fmt.Errorf("a record of unknown kind %d", kind)
	}
	d.deliver(e, nil)
	return nil
}

// change delivers what happened to the two threads of a context switch, as far
// as they are the target's. A thread that has ended is switched away from last.
func (d *decoder) change(taken bool, e *event.KernelEvent, stack []byte) {
	on := event.KernelEvent{Time: e.Time, Kind: event.KernelOn, CPU: e.CPU, TID: e.Other}
	if taken {
		e.Kind = event.KernelOff
		if e.Own || e.Other == 0 {
			e.Name = ""
		}
		d.deliver(e, d.stack(stack))
		if e.Why == event.OffExit {
			d.deliver(&event.KernelEvent{Time: e.Time, Kind: event.KernelExit, CPU: e.CPU, TID: e.TID}, nil)
		}
	}
	if e.Own {
		d.deliver(&on, nil)
	}
}

// tellLost delivers how many events were lost since it was last told, given how
// many were lost in all. Records of several CPUs may come with their counts in
// the wrong order.
func (d *decoder) tellLost(lost uint32) {
	if n := int32(lost - d.lost); n > 0 {
		d.lost = lost
		d.deliver(&event.KernelEvent{Time: d.last, Kind: event.KernelLost, CPU: -1, Number: n}, nil)
	}
}

// name returns the string in b, which ends with a zero byte, without a new
// allocation for each.
func (d *decoder) name(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	if s, ok := d.names[string(b)]; ok {
		return s
	}
	if d.names == nil || len(d.names) == maxNames {
		d.names = map[string]string{}
	}
	s := string(b)
	d.names[s] = s
	return s
}

// stack returns the addresses in b, valid until the next call.
func (d *decoder) stack(b []byte) []uint64 {
	if len(b) == 0 {
		return nil
	}
	d.pcs = d.pcs[:0]
	for ; len(b) > 0; b = b[8:] {
		d.pcs = append(d.pcs, binary.LittleEndian.Uint64(b))
	}
	return d.pcs
}
