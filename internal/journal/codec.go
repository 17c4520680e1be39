package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
)

// event is one record of the log.
type event struct {
	Kind    kind     `json:"kind"`
	Session *Session `json:"session,omitempty"` // begin
	Entry   *Entry   `json:"entry,omitempty"`   // intent, done, closed
	ID      string   `json:"id,omitempty"`      // end: of the session
}

type kind string

const (
	begin  kind = "begin"
	intent kind = "intent"
	done   kind = "done"
	closed kind = "closed"
	end    kind = "end"
)

// whole reports whether the event has what its kind needs.
func (e event) whole() bool {
	switch e.Kind {
	case begin:
		return e.Session != nil && e.Session.ID != ""
	case intent, done, closed:
		return e.Entry != nil && e.Entry.Session != "" && e.Entry.Key != "" && e.Entry.Number > 0
	case end:
		return e.ID != ""
	}
	return false
}

// castagnoli is the polynomial that storage uses, and processors compute.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode writes one line per event: the checksum of the JSON in eight
// hexadecimal digits, a blank, the JSON.
func encode(events []event) []byte {
	var b bytes.Buffer
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			panic(err) // strings, numbers and times always marshal
		}
		fmt.Fprintf(&b, "%08x %s\n", crc32.Checksum(text, castagnoli), text)
	}
	return b.Bytes()
}

// decode returns the events of the undamaged lines, and the numbers of the
// others, from 1.
func decode(data []byte) (events []event, damaged []int) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		line = bytes.TrimSuffix(line, []byte("\n"))
		if len(line) == 0 {
			continue
		}
		e, ok := decodeLine(line)
		if !ok {
			damaged = append(damaged, number)
			continue
		}
		events = append(events, e)
	}
	return events, damaged
}

func decodeLine(line []byte) (event, bool) {
	sum, text, ok := bytes.Cut(line, []byte(" "))
	if !ok || string(sum) != fmt.Sprintf("%08x", crc32.Checksum(text, castagnoli)) {
		return event{}, false
	}
	var e event
	err := json.Unmarshal(text, &e)
	return e, err == nil && e.whole()
}
