package tuning

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tare/internal/machine/journal"
	"tare/internal/record"
)

// Restore puts back what the session changed, the last change first, and
// returns what became of each setting. It compares before it writes: what is
// neither as tare left it nor as tare found it was changed by somebody else
// since, and is left alone unless force is set; so is what differs after a
// reboot, which undoes settings by itself. What is put back is closed in the
// journal, and the session ended when nothing is left. The error is the
// journal's: the settings are put back all the same.
func (t *Tuner) Restore(s journal.Session, force bool) ([]record.Setting, error) {
	r := &restoration{tuner: t, force: force, rebooted: s.Boot != "" && s.Boot != t.Boot}
	for i := len(s.Entries) - 1; i >= 0; i-- {
		r.items = append(r.items, newReturning(t.Backend, s.Entries[i]))
	}
	// Putting one setting back can change another, or bring back one that was
	// not there; a third pass would be against something that fights back.
	for range 3 {
		if !r.pass() {
			break
		}
	}
	return r.finish(s.ID)
}

// restoration is one Restore.
type restoration struct {
	tuner           *Tuner
	force, rebooted bool
	items           []*returning // in the order to put back
}

// returning is one setting on its way back.
type returning struct {
	record.Setting
	entry journal.Entry
	// guard is a setting that tare found as wanted: it is put back only when
	// putting back others has changed it.
	guard, ours bool
}

func newReturning(b Backend, e journal.Entry) *returning {
	r := &returning{entry: e, guard: e.Done && e.After == e.Before,
		Setting: record.Setting{Knob: e.Knob, Key: e.Key, Before: e.Before, Wanted: e.Left()}}
	if r.guard {
		now, err := b.Get(e.Key)
		r.ours = err == nil && (now == e.Before || slices.Contains(e.Also, now))
	}
	return r
}

// settled reports whether there is nothing more to do for the setting.
func (x *returning) settled() bool {
	return x.State.Settled() || x.guard && !x.ours
}

// pass looks at every setting once, and reports whether it wrote anything.
func (r *restoration) pass() (wrote bool) {
	for i, x := range r.items {
		if x.guard && !x.ours || x.settled() && r.older(i) {
			continue
		}
		wrote = r.putBack(x) || wrote
	}
	return wrote
}

// older reports whether an entry for the same key comes after i: it was made
// earlier and knows the value from before tare's first change.
func (r *restoration) older(i int) bool {
	for _, x := range r.items[i+1:] {
		if x.Key == r.items[i].Key {
			return true
		}
	}
	return false
}

// putBack compares and writes one setting, and reports whether it wrote.
func (r *restoration) putBack(x *returning) bool {
	b := r.tuner.Backend
	now, err := b.Get(x.Key)
	was := x.State
	x.After, x.Why = now, ""
	switch {
	case err != nil:
		x.Setting = lacking(x.Setting, err)
		switch {
		case errors.Is(err, ErrOver):
			x.State, x.Why = record.StateOver, ""
		case !errors.Is(err, fs.ErrNotExist):
		case r.rebooted: // nothing of tare's making can be left of it
			x.State = record.StateOriginal
		default:
			x.State = record.StateMissing
		}
		return false
	case now == x.Before:
		if was != record.StateRestored {
			x.State = record.StateOriginal
		}
		return false
	case !r.force && !x.settled() && !r.mine(x, now):
		return false
	}
	failure := b.Set(x.Key, x.Before)
	now, err = b.Get(x.Key)
	x.After = now
	switch {
	case err == nil && now == x.Before:
		x.State = record.StateRestored
	case failure != nil || err != nil:
		x.State, x.Why = record.StateFailed, errors.Join(failure, err).Error()
	default:
		x.State, x.Why = record.StateFailed, fmt.Sprintf("the kernel took it and says %q", now)
	}
	return true
}

// mine reports whether the value found is one that tare gave the setting, and
// says why not otherwise.
func (r *restoration) mine(x *returning, now string) bool {
	e := x.entry
	switch {
	case r.rebooted:
		x.State, x.Why = record.StateReboot, "the machine was restarted since, which undoes settings; something has set this one"
	case e.Done && now == e.After, !e.Done && now == e.Wanted, x.guard, slices.Contains(e.Also, now):
		return true
	case e.Done:
		x.State, x.Why = record.StateChanged, fmt.Sprintf("tare had left it at %q", e.After)
	default:
		x.State, x.Why = record.StateChanged, fmt.Sprintf("tare was interrupted while it set it to %q", e.Wanted)
	}
	return false
}

// finish writes down what was put back.
func (r *restoration) finish(session string) ([]record.Setting, error) {
	var settings []record.Setting
	var closed, done []journal.Entry
	for _, x := range r.items {
		switch {
		case x.settled():
			closed = append(closed, x.entry)
		case x.State == record.StateFailed && x.After != "": // a value of tare's making all the same
			x.entry.After, x.entry.Done = x.After, true
			done = append(done, x.entry)
		}
		if !x.guard || x.State == record.StateRestored || x.State == record.StateFailed {
			settings = append(settings, x.Setting)
		}
	}
	if len(closed) == len(r.items) {
		return settings, r.tuner.Journal.End(session)
	}
	return settings, errors.Join(r.tuner.Journal.Close(closed...), r.tuner.Journal.Done(done...))
}
