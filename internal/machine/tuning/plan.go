// Package tuning sets machine settings through the journal and puts back what
// was there. It knows nothing about particular settings: those are knobs (see
// package knobs), which name keys and values, and a Backend that gets and sets
// the value of a key.
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

// Backend gets and sets settings by their keys. A key is a scheme, a colon and
// what the scheme needs: "file:/proc/sys/vm/swappiness". Values are canonical:
// what Get returns for a setting that Set has set is, byte for byte, what Set
// was given, unless the kernel changed it.
//
// Errors match fs.ErrNotExist when the machine does not have the setting, and
// fs.ErrPermission when it has but not for this user.
type Backend interface {
	Get(key string) (string, error)
	Set(key, value string) error
	// Settable returns why Set would fail, as far as that can be told without
	// trying; nil says that it should work.
	Settable(key string) error
}

// ErrOver is matched by errors of a Backend about a setting of something that has
// ended for good, such as a process: whatever follows it begins anew.
var ErrOver = errors.New("it has ended")

// Step is one setting that a knob wants.
type Step struct {
	Key   string
	Value string // canonical
	// Action is something to do rather than a value: Set does it, there is
	// nothing to read back, and nothing to restore.
	Action bool
	// Also are values that setting other steps may give this key, besides its
	// own: choosing a governor switches turbo on. Found later, they are known
	// to be of tare's making.
	Also []string
	// MayRefuse is for settings that the kernel refuses for reasons that cannot
	// be told beforehand, such as the affinity of interrupts that belong to one
	// CPU. Being refused is no failure then.
	MayRefuse bool
}

// Wishes are what the user wants of the knobs beyond their being used.
type Wishes struct {
	Frequency string // to lock the CPUs to: "2.4GHz", "80%" of the highest, or empty for the highest steady one
	Shield    []int  // CPUs to keep free of everything but tare's cells; nil for none
}

// Knob is one thing about the machine that can be set, by one setting or many.
type Knob struct {
	record.Knob
	// Steps returns what to set, in the order to set it, on the machine whose
	// root is given. An error says why the knob cannot be used, and matches
	// fs.ErrNotExist or fs.ErrPermission as those of Backend do.
	Steps func(root fs.FS, w Wishes) ([]Step, error)
}
