package perfetto

import (
	"strconv"

	"tare/internal/record"
)

// mostStrings is how many strings a reader of the trace has to know at a time.
const mostStrings = 1 << 16

// interned numbers strings, so that each is written once.
type interned struct {
	most   int
	ids    map[internedKey]uint64
	places map[record.StackID]place
	fresh  message // InternedData that was not yet written
}

type internedKey struct {
	table field
	text  string
}

// place is the innermost call of a stack.
type place struct{ function, line string }

func newInterned() interned {
	return interned{most: mostStrings, ids: map[internedKey]uint64{}, places: map[record.StackID]place{}}
}

// full tells that it is time to clear.
func (s *interned) full() bool { return len(s.ids)+len(s.places) >= s.most }

func (s *interned) clear() {
	clear(s.ids)
	clear(s.places)
	s.fresh = s.fresh[:0]
}

// id returns the number of a string in one of the tables of InternedData.
func (s *interned) id(table field, text string) uint64 {
	k := internedKey{table, text}
	id, known := s.ids[k]
	if !known {
		id = uint64(len(s.ids) + 1)
		s.ids[k] = id
		s.fresh = s.fresh.sub(table, message{}.number(internedIID, id).text(internedText, text))
	}
	return id
}

// added returns what has become known since it was last asked.
func (s *interned) added() message {
	added := s.fresh
	s.fresh = s.fresh[:0]
	return added
}

// where adds the innermost call of a stack to the event.
func (w *Writer) where(stack record.StackID) {
	if stack == 0 || w.o.Stack == nil {
		return
	}
	at, known := w.strings.places[stack]
	if !known {
		if calls := w.o.Stack(stack); len(calls) > 0 {
			at.function = calls[0].Func
			if calls[0].File != "" {
				at.line = calls[0].File + ":" + strconv.Itoa(calls[0].Line)
			}
		}
		w.strings.places[stack] = at
	}
	w.say("function", at.function)
	w.say("line", at.line)
}
