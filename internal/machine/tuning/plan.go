package tuning

import (
	"errors"
	"io/fs"

	"tare/internal/machine/journal"
	"tare/internal/record"
)

// Item is one step of a plan: what is known of the setting, and how to set it.
type Item struct {
	record.Setting
	step  Step
	entry *journal.Entry // once it is in the journal
}

// Plan asks the knobs what they would set and reads what is there. It has at
// least one item per knob, in the order to carry out: one that says why, for a
// knob that cannot be used here.
func Plan(b Backend, root fs.FS, knobs []Knob, w Wishes) []Item {
	var plan []Item
	for _, k := range knobs {
		steps, err := k.Steps(root, w)
		if err != nil {
			plan = append(plan, Item{Setting: lacking(record.Setting{Knob: k.ID}, err)})
		}
		for _, s := range steps {
			plan = append(plan, Item{Setting: planned(b, k.ID, s), step: s})
		}
	}
	return plan
}

// planned reads one setting and says whether there is something to do.
func planned(b Backend, knob string, s Step) record.Setting {
	r := record.Setting{Knob: knob, Key: s.Key, Wanted: s.Value, State: record.StatePlanned, Action: s.Action}
	if !s.Action {
		before, err := b.Get(s.Key)
		if err != nil {
			return lacking(r, err)
		}
		if r.Before = before; before == s.Value {
			r.State = record.StateAlready
			return r
		}
	}
	if err := b.Settable(s.Key); err != nil {
		return lacking(r, err)
	}
	return r
}

// lacking says why a setting cannot be had.
func lacking(s record.Setting, err error) record.Setting {
	s.Why = err.Error()
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errors.ErrUnsupported):
		s.State = record.StateUnsupported
	case errors.Is(err, fs.ErrPermission):
		s.State = record.StateDenied
	default:
		s.State = record.StateFailed
	}
	return s
}

// Settings returns what is known of the plan's settings.
func Settings(plan []Item) []record.Setting {
	settings := make([]record.Setting, len(plan))
	for i, it := range plan {
		settings[i] = it.Setting
	}
	return settings
}
