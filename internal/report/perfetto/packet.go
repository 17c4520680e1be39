package perfetto

// sequence tells this trace's packets from those of another that is appended to
// it. Recorders number theirs from 1.
const sequence = 7461

// send writes the packet that was made.
func (w *Writer) send() {
	if w.err != nil {
		return
	}
	w.lead = w.lead[:0].lead(tracePacket, len(w.packet))
	if _, w.err = w.out.Write(w.lead); w.err == nil {
		_, w.err = w.out.Write(w.packet)
	}
}

// start begins a packet that relies on the interned data before it.
func (w *Writer) start() {
	w.packet = w.packet[:0].number(packetSequence, sequence).number(packetFlags, stateNeeded)
}

// clock says what the times in the trace are.
func (w *Writer) clock() {
	reading := func(id, time uint64) message { return message{}.number(clockID, id).number(clockTime, time) }
	snapshot := message{}.sub(snapshotClocks, reading(clockMonotonic, uint64(w.o.Clock)))
	if w.o.Wall != 0 {
		snapshot = snapshot.sub(snapshotClocks, reading(clockRealtime, uint64(w.o.Wall)))
	}
	w.packet = w.packet[:0].number(packetSequence, sequence).
		sub(packetClockSnapshot, snapshot.number(snapshotPrimary, clockMonotonic))
	w.send()
}

// clearState begins anew with interned data, and says once more which clock times
// are of: that is forgotten, too.
func (w *Writer) clearState() {
	w.strings.clear()
	w.packet = w.packet[:0].number(packetSequence, sequence).number(packetFlags, stateCleared).
		sub(packetDefaults, message{}.number(defaultsClock, clockMonotonic))
	w.send()
}

// begin starts an event by that name; arguments can be added.
func (w *Writer) begin(name string) {
	if w.strings.full() {
		w.clearState()
	}
	w.event = w.event[:0].number(eventNameIID, w.strings.id(internedNames, name))
}

// say adds a textual argument to the event; an empty one is left out.
func (w *Writer) say(arg, text string) {
	if text == "" {
		return
	}
	var a [32]byte
	w.event = w.event.sub(eventArg, message(a[:0]).number(argNameIID, w.strings.id(internedArgNames, arg)).
		number(argStringIID, w.strings.id(internedStrings, text)))
}

// count adds a number as an argument to the event; one below least is left out.
func (w *Writer) count(arg string, n, least int64) {
	if n < least {
		return
	}
	var a [32]byte
	w.event = w.event.sub(eventArg, message(a[:0]).number(argNameIID, w.strings.id(internedArgNames, arg)).number(argInt, uint64(n)))
}

// slice writes the event that was begun as a slice.
func (w *Writer) slice(track uint64, start, end int64) {
	w.put(typeBegin, track, start)
	w.event = w.event[:0]
	w.put(typeEnd, track, end)
}

// put writes the event at a moment of a track.
func (w *Writer) put(kind, track uint64, at int64) {
	w.event = w.event.number(eventType, kind).number(eventTrack, track)
	w.start()
	w.packet = w.packet.number(packetTimestamp, uint64(at))
	if added := w.strings.added(); len(added) > 0 {
		w.packet = w.packet.sub(packetInterned, added)
	}
	w.packet = w.packet.sub(packetEvent, w.event)
	w.send()
}
