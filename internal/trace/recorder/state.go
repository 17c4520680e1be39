package recorder

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/trace/event"
)

// state is what events come to: the last word on everything.
type state struct {
	time int64 // of the last event
	last map[subject]event.KernelEvent
}

// subject is what an event has the last word on.
type subject struct {
	about  about
	number int32 // thread, group, CPU or system call
}

type about uint8

// In the order in which a recording begins with them.
const (
	aboutName about = iota
	aboutPlace
	aboutWakeup
	aboutOccupant
	aboutQueue
	aboutStat
	aboutSteal
	aboutCalls
)

func newState() state { return state{last: map[subject]event.KernelEvent{}} }

func (s *state) clone() state { return state{s.time, maps.Clone(s.last)} }

func (s *state) apply(e *event.KernelEvent) {
	s.time = e.Time
	switch e.Kind {
	case event.KernelThread:
		s.last[subject{aboutName, e.TID}] = *e
	case event.KernelOn, event.KernelOff:
		s.last[subject{aboutPlace, e.TID}] = *e
		delete(s.last, subject{aboutWakeup, e.TID})
		s.occupied(e)
	case event.KernelWake:
		s.last[subject{aboutWakeup, e.TID}] = *e
		if e.Idle {
			s.occupied(e)
		}
	case event.KernelMove:
		s.moved(e)
	case event.KernelExit:
		for _, a := range []about{aboutName, aboutPlace, aboutWakeup} {
			delete(s.last, subject{a, e.TID})
		}
	case event.KernelThrottle:
		s.last[subject{aboutQueue, e.CPU}] = *e
	case event.KernelUnthrottle:
		delete(s.last, subject{aboutQueue, e.CPU})
	case event.KernelOccupy:
		s.occupied(e)
	case event.KernelStat:
		s.last[subject{aboutStat, e.Number}] = *e
	case event.KernelSteal:
		s.last[subject{aboutSteal, 0}] = *e
	case event.KernelCount:
		s.last[subject{aboutCalls, e.Number}] = *e
	case event.KernelLost: // a loss leaves nothing certain but names
		maps.DeleteFunc(s.last, func(of subject, _ event.KernelEvent) bool {
			return of.about == aboutPlace || of.about == aboutWakeup || of.about == aboutQueue || of.about == aboutOccupant
		})
	}
}

// occupied notes who has a CPU after an event.
func (s *state) occupied(e *event.KernelEvent) {
	if e.CPU < 0 {
		return
	}
	now := event.KernelEvent{Kind: event.KernelOccupy, CPU: e.CPU, Other: e.Other, Own: e.Own, Name: e.Name}
	switch e.Kind {
	case event.KernelOn:
		now.Other, now.Own = e.TID, true
	case event.KernelWake:
		now.Other, now.Own = 0, false
	}
	s.last[subject{aboutOccupant, e.CPU}] = now
}

// moved notes the CPU that a thread waits for from now on.
func (s *state) moved(e *event.KernelEvent) {
	for _, about := range []about{aboutPlace, aboutWakeup} {
		of := subject{about, e.TID}
		if last, ok := s.last[of]; ok && last.Kind != event.KernelOn {
			last.CPU = e.CPU
			s.last[of] = last
		}
	}
}

// told returns the events that tell the state at a time.
func (s *state) told(at int64) []event.KernelEvent {
	subjects := slices.SortedFunc(maps.Keys(s.last), func(a, b subject) int {
		return cmp.Or(cmp.Compare(a.about, b.about), cmp.Compare(a.number, b.number))
	})
	all := make([]event.KernelEvent, len(subjects))
	for i, of := range subjects {
		all[i] = s.last[of]
		all[i].Time = at
	}
	return all
}
