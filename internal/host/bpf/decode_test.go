package bpf

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tare/internal/trace/event"
)

// raw builds a record as sched.c writes it.
func raw(time uint64, tid, other, lost uint32, cpu uint16, kind, flags uint8, name string, pcs ...uint64) []byte {
	b := binary.LittleEndian.AppendUint64(nil, time)
	b = binary.LittleEndian.AppendUint32(b, tid)
	b = binary.LittleEndian.AppendUint32(b, other)
	b = binary.LittleEndian.AppendUint32(b, lost)
	b = binary.LittleEndian.AppendUint16(b, cpu)
	b = append(b, kind, flags)
	if flags&flagNamed != 0 {
		b = append(b, name...)
		b = append(b, make([]byte, nameSize-len(name))...)
	}
	for _, pc := range pcs {
		b = binary.LittleEndian.AppendUint64(b, pc)
	}
	return b
}

func TestDecode(t *testing.T) {
	const sleeps, preempted, throttled, ends = 1, 2, 3, 4
	type events = []event.KernelEvent
	for _, c := range []struct {
		name string
		raw  []byte
		want events
		pcs  []uint64
	}{
		{"a thread", raw(5, 7, 0, 0, 1, kindThread, flagNamed, "worker"),
			events{{Time: 105, Kind: event.KernelThread, CPU: 1, TID: 7, Name: "worker"}}, nil},
		{"put on a CPU", raw(5, 0, 7, 0, 1, kindChange, flagOurs, ""),
			events{{Time: 105, Kind: event.KernelOn, CPU: 1, TID: 7}}, nil},
		{"goes to sleep for nobody", raw(5, 7, 0, 0, 1, kindChange, flagTaken|sleeps, ""),
			events{{Time: 105, Kind: event.KernelOff, CPU: 1, TID: 7, Why: event.OffSleep}}, nil},
		{"preempted by a stranger, with a stack", raw(5, 7, 99, 0, 1, kindChange, flagTaken|flagNamed|preempted, "kworker/1:0", 0x10, 0x20),
			events{{Time: 105, Kind: event.KernelOff, CPU: 1, TID: 7, Why: event.OffPreempted, Other: 99, Name: "kworker/1:0"}}, []uint64{0x10, 0x20}},
		{"throttled, and a thread of the target instead", raw(5, 7, 8, 0, 1, kindChange, flagTaken|flagOurs|flagNamed|throttled, "worker", 0x10),
			events{{Time: 105, Kind: event.KernelOff, CPU: 1, TID: 7, Why: event.OffThrottled, Other: 8, Own: true},
				{Time: 105, Kind: event.KernelOn, CPU: 1, TID: 8}}, []uint64{0x10}},
		{"throttled, and nobody instead", raw(5, 7, 0, 0, 1, kindChange, flagTaken|flagNamed|throttled, "swapper/1", 0x10),
			events{{Time: 105, Kind: event.KernelOff, CPU: 1, TID: 7, Why: event.OffThrottled}}, []uint64{0x10}},
		{"ends", raw(5, 7, 8, 0, 1, kindChange, flagTaken|flagOurs|ends, ""),
			events{{Time: 105, Kind: event.KernelOff, CPU: 1, TID: 7, Why: event.OffExit, Other: 8, Own: true},
				{Time: 105, Kind: event.KernelExit, CPU: 1, TID: 7}, {Time: 105, Kind: event.KernelOn, CPU: 1, TID: 8}}, nil},
		{"asleep as found", raw(5, 7, 0xffffffff, 0, nowhere, kindChange, flagTaken|sleeps, ""),
			events{{Time: 105, Kind: event.KernelOff, CPU: -1, TID: 7, Why: event.OffSleep, Other: -1}}, nil},
		{"woken into a throttled queue", raw(5, 7, 8, 0, 1, kindWake, flagOurs|throttled, ""),
			events{{Time: 105, Kind: event.KernelWake, CPU: 1, TID: 7, Why: event.OffThrottled, Other: 8, Own: true}}, nil},
		{"woken to a CPU that nobody has", raw(5, 7, 8, 0, 1, kindWake, flagVacant, ""),
			events{{Time: 105, Kind: event.KernelWake, CPU: 1, TID: 7, Other: 8, Idle: true}}, nil},
		{"another one comes while a thread waits", raw(5, 0, 99, 0, 1, kindOccupy, flagNamed, "kworker/1:0"),
			events{{Time: 105, Kind: event.KernelOccupy, CPU: 1, Other: 99, Name: "kworker/1:0"}}, nil},
		{"nobody comes", raw(5, 0, 0, 0, 1, kindOccupy, 0, ""),
			events{{Time: 105, Kind: event.KernelOccupy, CPU: 1}}, nil},
		{"waits for another CPU", raw(5, 7, 0, 0, 3, kindMove, 0, ""),
			events{{Time: 105, Kind: event.KernelMove, CPU: 3, TID: 7}}, nil},
		{"refilled, and events were lost", raw(5, 0, 0, 3, 1, kindRefill, 0, ""),
			events{{Time: 105, Kind: event.KernelLost, CPU: -1, Number: 3}, {Time: 105, Kind: event.KernelRefill, CPU: 1}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got events
			var pcs []uint64
			d := &decoder{offset: 100, deliver: func(e *event.KernelEvent, stack []uint64) {
				got, pcs = append(got, *e), append(pcs, stack...)
			}}
			if err := d.decode(c.raw); err != nil || !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(pcs, c.pcs) {
				t.Errorf("got %+v\nwith %x and error %v,\nwant %+v\nwith %x", got, pcs, err, c.want, c.pcs)
			}
		})
	}
}

// TestLostIsToldOnce though counts come in the wrong order and start over.
func TestLostIsToldOnce(t *testing.T) {
	var told []int32
	d := &decoder{lost: 0xfffffffe, deliver: func(e *event.KernelEvent, _ []uint64) { told = append(told, e.Number) }}
	for _, lost := range []uint32{0xfffffffe, 0xffffffff, 2, 1, 2} {
		d.tellLost(lost)
	}
	if fmt.Sprint(told) != "[1 3]" {
		t.Errorf("told %v", told)
	}
}

func TestDecodeRefuses(t *testing.T) {
	d := &decoder{deliver: func(*event.KernelEvent, []uint64) {}}
	for want, raw := range map[string][]byte{
		"less than a header": raw(5, 7, 0, 0, 1, kindWake, 0, "")[:headerSize-1],
		"no room":            raw(5, 7, 0, 0, 1, kindThread, flagNamed, "x")[:headerSize+1],
		"within an address":  append(raw(5, 7, 0, 0, 1, kindChange, flagTaken, ""), 1),
		"unknown kind 99":    raw(5, 7, 0, 0, 1, 99, 0, ""),
	} {
		if err := d.decode(raw); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want %q", err, want)
		}
	}
}

// FuzzDecode: whatever a record holds, it is refused or stands for events that
// name what they are about.
func FuzzDecode(f *testing.F) {
	f.Add(raw(5, 7, 8, 2, 1, kindChange, flagTaken|flagOurs|flagNamed|3, "worker", 1, 2))
	f.Add(raw(5, 7, 0, 0, nowhere, kindThread, flagNamed, "0123456789abcdef"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := &decoder{deliver: func(e *event.KernelEvent, pcs []uint64) {
			if e.Kind == event.KernelNothing || len(pcs) > 0 && e.Kind != event.KernelOff || len(e.Name) > nameSize {
				t.Errorf("%+v with %d addresses", e, len(pcs))
			}
			if len(pcs) > len(raw)/8 {
				t.Errorf("%d addresses from %d bytes", len(pcs), len(raw))
			}
		}}
		_ = d.decode(raw)
	})
}
