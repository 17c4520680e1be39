package perfetto

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// value is a field of a message: a number, or bytes.
type value struct {
	n uint64
	b []byte
}

// decode returns the fields of a message by number, in order.
func decode(t testing.TB, b []byte) map[field][]value {
	t.Helper()
	m := map[field][]value{}
	for len(b) > 0 {
		f, kind, n := protowire.ConsumeTag(b)
		var v value
		size := -1
		switch {
		case n < 0:
		case kind == protowire.VarintType:
			v.n, size = protowire.ConsumeVarint(b[n:])
		case kind == protowire.BytesType:
			v.b, size = protowire.ConsumeBytes(b[n:])
		}
		if size < 0 {
			t.Fatalf("no message: %x", b)
		}
		m[f] = append(m[f], v)
		b = b[n+size:]
	}
	return m
}

// one returns the only field of that number, or nothing.
func one(m map[field][]value, f field) (v value) {
	if len(m[f]) > 0 {
		v = m[f][0]
	}
	return v
}

// trackEvent is a decoded TrackEvent, and when it happened.
type trackEvent struct {
	at          int64
	kind, track uint64
	text        string // name and arguments, or a counter's value
}

// reading is what a reader of a trace knows so far.
type reading struct {
	t       testing.TB
	text    strings.Builder
	strings map[field]map[uint64]string
	parents map[uint64]uint64
	events  []trackEvent
}

// read decodes a trace, and fails the test where a reader would.
func read(t testing.TB, trace []byte) *reading {
	t.Helper()
	r := &reading{t: t, parents: map[uint64]uint64{}}
	for _, p := range decode(t, trace)[tracePacket] {
		r.packet(decode(t, p.b))
	}
	return r
}

func (r *reading) packet(p map[field][]value) {
	if one(p, packetSequence).n == 0 {
		r.t.Fatal("a packet is of no sequence")
	}
	switch flags := one(p, packetFlags).n; {
	case flags == stateCleared:
		r.strings = map[field]map[uint64]string{internedNames: {}, internedArgNames: {}, internedStrings: {}}
		fmt.Fprintf(&r.text, "clear: clock %d\n", one(decode(r.t, one(p, packetDefaults).b), defaultsClock).n)
	case flags == stateNeeded && r.strings == nil:
		r.t.Fatal("a packet needs state before there is some")
	}
	for table, entries := range decode(r.t, one(p, packetInterned).b) {
		for _, e := range entries {
			m := decode(r.t, e.b)
			r.strings[table][one(m, internedIID).n] = string(one(m, internedText).b)
		}
	}
	if len(p[packetClockSnapshot]) > 0 {
		m := decode(r.t, p[packetClockSnapshot][0].b)
		for _, c := range m[snapshotClocks] {
			c := decode(r.t, c.b)
			fmt.Fprintf(&r.text, "clock %d: %d\n", one(c, clockID).n, one(c, clockTime).n)
		}
		fmt.Fprintf(&r.text, "primary clock %d\n", one(m, snapshotPrimary).n)
	}
	if len(p[packetTrack]) > 0 {
		r.track(decode(r.t, p[packetTrack][0].b))
	}
	if len(p[packetEvent]) > 0 {
		r.event(int64(one(p, packetTimestamp).n), decode(r.t, p[packetEvent][0].b))
	}
}

func (r *reading) track(m map[field][]value) {
	uuid, parent := one(m, trackUUID).n, one(m, trackParent).n
	if _, known := r.parents[parent]; !known && parent != 0 {
		r.t.Errorf("track %d is below %d, which was not described", uuid, parent)
	}
	r.parents[uuid] = parent
	fmt.Fprintf(&r.text, "track %d in %d, rank %d: %q", uuid, parent, one(m, trackRank).n, one(m, trackName).b)
	if p := decode(r.t, one(m, trackProcess).b); len(p) > 0 {
		fmt.Fprintf(&r.text, " process %d %q", one(p, processPID).n, one(p, processName).b)
	}
	if p := decode(r.t, one(m, trackThread).b); len(p) > 0 {
		fmt.Fprintf(&r.text, " thread %d of %d %q", one(p, threadTID).n, one(p, threadPID).n, one(p, threadName).b)
	}
	if len(m[trackCounter]) > 0 {
		r.text.WriteString(" counter")
	}
	r.text.WriteByte('\n')
}

func (r *reading) event(at int64, m map[field][]value) {
	e := trackEvent{at: at, kind: one(m, eventType).n, track: one(m, eventTrack).n}
	if _, known := r.parents[e.track]; !known {
		r.t.Errorf("an event is on track %d, which was not described", e.track)
	}
	if e.kind == typeBegin || e.kind == typeInstant {
		e.text = r.string(internedNames, one(m, eventNameIID))
	}
	for _, v := range m[eventArg] {
		arg := decode(r.t, v.b)
		e.text += ", " + r.string(internedArgNames, one(arg, argNameIID)) + "="
		if len(arg[argInt]) > 0 {
			e.text += fmt.Sprint(one(arg, argInt).n)
		} else {
			e.text += r.string(internedStrings, one(arg, argStringIID))
		}
	}
	if e.kind == typeCounter {
		e.text = fmt.Sprint(one(m, eventCounter).n)
	}
	r.events = append(r.events, e)
	fmt.Fprintf(&r.text, "%8d %s %d %s\n", at, [...]string{"", "begin", "end", "instant", "counter"}[e.kind], e.track, e.text)
}

func (r *reading) string(table field, id value) string {
	s, known := r.strings[table][id.n]
	if !known {
		r.t.Errorf("string %d of table %d is not known", id.n, table)
	}
	return s
}
