package tuning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tare/internal/machine/journal"
	"tare/internal/record"
)

// Tuner changes settings and puts them back. Whoever uses one holds the lock of
// its journal.
type Tuner struct {
	Backend Backend
	Journal *journal.Journal
	Boot    string // boot id of the running kernel
}

// Apply carries out the plan in a session that was begun, and returns what
// became of each setting. What cannot be set does not keep the rest from being
// set, but nothing is changed any more once the journal cannot be written, or
// ctx is done.
//
// Setting one thing can change another: choosing a governor switches turbo back
// on. Therefore the originals of all settings, of those too that have their
// wanted value already, are in the journal before the first is changed; they
// are those of the plan; and everything is read once more at the end.
func (t *Tuner) Apply(ctx context.Context, session string, plan []Item) []record.Setting {
	plan = slices.Clone(plan)
	stop := t.intend(session, plan)
	for rest := plan; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(it Item) bool { return it.Knob != rest[0].Knob })
		if n < 0 {
			n = len(rest)
		}
		if stop == nil && ctx.Err() != nil {
			stop = errors.New("interrupted")
		}
		if stop == nil {
			stop = t.applyKnob(rest[:n])
		} else {
			giveUp(rest[:n], stop)
		}
		rest = rest[n:]
	}
	if stop == nil {
		t.verify(plan)
	}
	return Settings(plan)
}

// giveUp says of planned settings why they are not going to be set.
func giveUp(items []Item, why error) {
	for i := range items {
		if it := &items[i]; it.State == record.StatePlanned {
			it.State, it.Why = record.StateFailed, "not changed: "+why.Error()
		}
	}
}

// intend journals the originals.
func (t *Tuner) intend(session string, plan []Item) error {
	var entries []journal.Entry
	var journaled []*Item
	for i := range plan {
		if it := &plan[i]; it.restorable() {
			journaled = append(journaled, it)
			entries = append(entries, journal.Entry{Knob: it.Knob, Key: it.Key, Before: it.Before, Wanted: it.Wanted, Also: it.step.Also})
		}
	}
	entries, err := t.Journal.Intend(session, entries)
	if err != nil {
		return err
	}
	for i, it := range journaled {
		it.entry = &entries[i]
	}
	return nil
}

// applyKnob sets what one knob wants. The error is the journal's.
func (t *Tuner) applyKnob(items []Item) error {
	var set []*Item
	for i := range items {
		switch it := &items[i]; {
		case it.entry != nil:
			t.set(it)
			set = append(set, it)
		case it.step.Action && it.State == record.StatePlanned:
			it.State = record.StateDone
			if err := t.Backend.Set(it.Key, it.Wanted); err != nil {
				it.refuse(err)
			}
		}
	}
	return t.note(set)
}

// restorable reports whether the setting has a value that can be put back.
func (it *Item) restorable() bool {
	return !it.step.Action && (it.State == record.StatePlanned || it.State == record.StateAlready)
}

// refuse classes the error of a write. The kernel also answers "not permitted"
// to who has every permission.
func (it *Item) refuse(err error) {
	it.Setting = lacking(it.Setting, err)
	if it.step.MayRefuse {
		it.State = record.StateUnsupported
	}
}

// set sets one setting, unless it has its value, and reads it back.
func (t *Tuner) set(it *Item) {
	now, err := t.Backend.Get(it.Key)
	var failure error
	if err != nil || now != it.Wanted {
		failure = t.Backend.Set(it.Key, it.Wanted)
		now, err = t.Backend.Get(it.Key)
	}
	if err != nil { // the entry is not done: nobody knows
		it.State, it.Why = record.StateFailed, fmt.Sprintf("it cannot be read back: %v", errors.Join(failure, err))
		return
	}
	it.After, it.entry.After, it.entry.Done = now, now, true
	switch {
	case failure != nil: // even if the value shows: it need not be all of it
		it.refuse(failure)
	case now == it.Wanted && it.Before == it.Wanted:
		it.State = record.StateAlready
	case now == it.Wanted:
		it.State = record.StateSet
	default:
		it.State, it.Why = record.StateFailed, fmt.Sprintf("the kernel took it and says %q", now)
	}
}

// note writes down what came of the settings. Those that were refused, and are
// as before, are closed.
func (t *Tuner) note(items []*Item) error {
	var done, void []journal.Entry
	for _, it := range items {
		switch e := *it.entry; {
		case !e.Done:
		case e.After == e.Before && e.Wanted != e.Before:
			void = append(void, e)
		default:
			done = append(done, e)
		}
	}
	return errors.Join(t.Journal.Done(done...), t.Journal.Close(void...))
}

// verify reads every setting again, last ones first, and sets once more what
// another setting has changed since. Where a key was set twice only the last
// value counts.
func (t *Tuner) verify(plan []Item) {
	seen := make(map[string]bool)
	var again []*Item
	for i := len(plan) - 1; i >= 0; i-- {
		it := &plan[i]
		if it.entry == nil || it.After != it.Wanted || seen[it.Key] {
			continue
		}
		seen[it.Key] = true
		if now, err := t.Backend.Get(it.Key); err == nil && now != it.Wanted {
			t.set(it)
			again = append(again, it)
		}
	}
	if err := t.note(again); err != nil {
		for _, it := range again {
			it.State, it.Why = record.StateFailed, err.Error()
		}
	}
}
