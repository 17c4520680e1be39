package journal

import (
	"cmp"
	"slices"
)

// replay applies one event. What a damaged line before it should have said is
// taken from it as far as it says so, too.
func (j *Journal) replay(e event) {
	j.line = max(j.line, e.Line)
	switch e.Kind {
	case begin:
		s := *e.Session
		s.Entries, s.seen = nil, make(map[int]bool)
		j.sessions = append(j.sessions, &s)
	case end:
		j.sessions = slices.DeleteFunc(j.sessions, func(s *Session) bool { return s.ID == e.ID })
	case intent:
		j.begun(e.Entry.Session).add(*e.Entry)
	case intended:
		for _, x := range e.Entries {
			j.begun(e.ID).add(x)
		}
	case done:
		s := j.begun(e.Entry.Session)
		s.add(*e.Entry)
		if i := s.at(e.Entry.Number); i >= 0 {
			s.Entries[i].After, s.Entries[i].Done = e.Entry.After, true
		}
	case closed:
		s := j.begun(e.Entry.Session)
		s.add(*e.Entry)
		s.Entries = slices.DeleteFunc(s.Entries, func(x Entry) bool { return x.Number == e.Entry.Number })
	}
}

// begun returns the session with this name. One whose beginning is damaged has its
// originals all the same; nobody knows of it that it was not to stand.
func (j *Journal) begun(id string) *Session {
	s := j.session(id)
	if s == nil {
		s = &Session{ID: id, Standing: true, seen: make(map[int]bool)}
		j.sessions = append(j.sessions, s)
	}
	return s
}

// add opens an entry, unless it was opened before, and keeps entries in order.
func (s *Session) add(e Entry) {
	s.last = max(s.last, e.Number)
	if s.seen[e.Number] {
		return
	}
	s.seen[e.Number] = true
	at, _ := slices.BinarySearchFunc(s.Entries, e.Number, func(x Entry, n int) int { return cmp.Compare(x.Number, n) })
	s.Entries = slices.Insert(s.Entries, at, e)
}

// at is the index of an open entry, negative when it is not open.
func (s *Session) at(number int) int {
	return slices.IndexFunc(s.Entries, func(x Entry) bool { return x.Number == number })
}
