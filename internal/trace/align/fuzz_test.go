package align

import (
	"testing"

	"tare/internal/record"
	"tare/internal/trace/account"
	"tare/internal/trace/event"
)

// FuzzJoin joins events in any order, as damaged files may have them: pieces
// must follow each other all the same, and nothing that ended may go on.
func FuzzJoin(f *testing.F) {
	for seed := range uint64(20) {
		s := newMachine(seed)
		s.run(100)
		f.Add(encode(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, k := decode(data)
		b := account.New(account.Options{Stack: g.Stack})
		sure := everything
		if len(data) > 0 && data[0]&2 != 0 {
			sure = map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen, record.FactThrottled: record.Inferred}
		}
		r := Join(g, k, sure, newKeeper(t), b)
		e := b.Explain(r.Begin, r.End)
		for _, group := range e.Groups {
			if group.Account.Residual != 0 {
				t.Errorf("%s: %g ns of %g are left over", group.Name, group.Account.Residual, group.Account.Total)
			}
		}
		account.Causes(e)
	})
}

const eventSize = 9

var fuzzStrings = []string{"", "GC mark assist", "stop-the-world (test)", "op", "chan receive", "GC (dedicated)", "GC concurrent mark phase", "sleep"}

// encode makes the seeds of the fuzzer of a machine's events: which stream, time
// since the event before, kind, ids and the rest in a byte each.
func encode(s *machine) (data []byte) {
	last := int64(1e9)
	after := func(t int64) byte { d := min(max(0, t-last), 255); last = t; return byte(d) }
	for len(s.trace.events)+len(s.kernel.events) > 0 {
		if len(s.trace.events) == 0 || len(s.kernel.events) > 0 && s.kernel.events[0].Time <= s.trace.events[0].Time {
			e := s.kernel.events[0]
			s.kernel.events = s.kernel.events[1:]
			data = append(data, 1, after(e.Time), byte(e.Kind), byte(e.TID), byte(e.Why), byte(e.Other), byte(e.CPU), 0, 0)
			continue
		}
		e := s.trace.events[0]
		s.trace.events = s.trace.events[1:]
		data = append(data, 0, after(e.Time), byte(e.Kind), byte(e.TID), byte(e.Proc), byte(e.G), byte(e.ID), byte(e.From)<<4|byte(e.To), byte(e.Name))
	}
	return data
}

func decode(data []byte) (*trace, *kernel) {
	g, k := &trace{strings: fuzzStrings, stacks: [][]record.Call{nil, {{Func: "main.a"}}, {{Func: "runtime.gcBgMarkWorker"}}}}, &kernel{}
	now := int64(1e9)
	for ; len(data) >= eventSize; data = data[eventSize:] {
		d := data[:eventSize]
		now += int64(int8(d[1])) // even backwards
		if d[0]&1 == 1 {
			k.events = append(k.events, event.KernelEvent{Time: now, Kind: event.KernelKind(d[2]) % (event.KernelLost + 1), TID: int32(d[3]), CPU: int32(d[6]) - 1,
				Why: event.OffWhy(d[4]) % (event.OffExit + 1), Other: int32(d[5]), Own: d[7]&1 == 1, Value: int64(d[8]) << 20, Number: int32(d[8])})
			continue
		}
		g.events = append(g.events, event.GoEvent{Time: now, Kind: event.GoKind(d[2]) % (event.GoSample + 1), TID: int32(d[3]), Proc: int32(int8(d[4])), G: int64(d[5]), ID: int64(int8(d[6])),
			From: event.GoState(d[7]>>4) % (event.GoIdle + 1), To: event.GoState(d[7]&15) % (event.GoIdle + 1), Name: event.StringID(int(d[8]) % len(fuzzStrings)),
			Stack: record.StackID(d[8] % 3), Other: record.StackID(d[7] % 3)})
	}
	return g, k
}
