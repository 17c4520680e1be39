package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"regexp"
	"slices"
)

// event is one record of the log.
type event struct {
	Line    int      `json:"line,omitempty"` // of the log, from 1; logs of older tares have none
	Kind    kind     `json:"kind"`
	Session *Session `json:"session,omitempty"` // begin
	Entry   *Entry   `json:"entry,omitempty"`   // intent, done, closed
	Entries []Entry  `json:"entries,omitempty"` // intended: those of the intents before it
	ID      string   `json:"id,omitempty"`      // end, intended: of the session
}

type kind string

const (
	begin    kind = "begin"
	intent   kind = "intent"
	intended kind = "intended" // all intents of one call once more, so that no damaged line loses an original
	done     kind = "done"
	closed   kind = "closed"
	end      kind = "end"
)

// whole reports whether the event has what its kind needs.
func (e event) whole() bool {
	switch e.Kind {
	case begin:
		return e.Session != nil && e.Session.ID != ""
	case intent, done, closed:
		return e.Entry != nil && e.Entry.whole()
	case intended:
		return e.ID != "" && !slices.ContainsFunc(e.Entries, func(x Entry) bool { return !x.whole() || x.Session != e.ID })
	case end:
		return e.ID != ""
	}
	return false
}

func (e Entry) whole() bool { return e.Session != "" && e.Key != "" && e.Number > 0 }

// castagnoli is the polynomial that storage uses, and processors compute.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode writes one line per event: the checksum of the JSON in eight
// hexadecimal digits, a blank, the JSON. An empty line keeps what is there twice
// apart: without an end, a line would take the next one with it.
func encode(events []event) []byte {
	var b bytes.Buffer
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			panic(err) // strings, numbers and times always marshal
		}
		if e.Kind == intended {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%08x %s\n", crc32.Checksum(text, castagnoli), text)
	}
	return b.Bytes()
}

// decode returns the events of the undamaged lines, and what is wrong with the
// others. A last line without an end was being written when tare was killed or the
// disk was full: nothing was changed on its account, so that it is no damage.
func decode(data []byte) (events []event, damaged []Damage) {
	number, last := 0, 0
	for line := range bytes.Lines(data) {
		number++
		text, ended := bytes.CutSuffix(line, []byte("\n"))
		e, ok := decodeLine(text)
		switch {
		case len(text) == 0:
		case ok:
			if e.Line > last+1 {
				damaged = append(damaged, Damage{Line: number, Missing: e.Line - last - 1})
			}
			last = max(last, e.Line)
			events = append(events, e)
		case ended:
			last++
			damaged = append(damaged, Damage{Line: number, Key: likelyKey(text)})
		}
	}
	return events, damaged
}

// keyText finds the key in a line that is no JSON any more.
var keyText = regexp.MustCompile(`"key":"([^"]*)`)

// likelyKey is the key of a setting that a damaged line seems to be about.
func likelyKey(line []byte) string {
	if m := keyText.FindSubmatch(line); m != nil {
		return string(m[1])
	}
	return ""
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
