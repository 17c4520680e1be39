package setup

import (
	"tare/internal/machine/journal"
	"tare/internal/machine/tuning"
	"tare/internal/record"
)

// Standing reads, of the settings that the journals have open that were peeked into,
// those that are not as tare found them. With onlyStanding, what a killed tare has
// left does not count: whoever takes the lock puts that back. It needs no lock.
func Standing(root string, journals []Glance, onlyStanding bool) []record.Setting {
	b := backend(root, nil)
	seen := make(map[string]bool)
	var all []record.Setting
	for _, g := range journals {
		for _, s := range g.Sessions {
			if onlyStanding && !s.Standing {
				continue
			}
			for _, e := range s.Entries {
				if seen[e.Key] {
					continue
				}
				seen[e.Key] = true // the oldest entry has the original
				if x, differs := standing(b, e); differs {
					all = append(all, x)
				}
			}
		}
	}
	return all
}

// standing compares a setting with what the journal says it was. What is gone
// differs from nothing.
func standing(b tuning.Backend, e journal.Entry) (record.Setting, bool) {
	now, err := b.Get(e.Key)
	if err != nil || now == e.Before {
		return record.Setting{}, false
	}
	x := record.Setting{Knob: e.Knob, Key: e.Key, Before: e.Before, Wanted: e.Left(), After: now, State: record.StateSet}
	if now != e.Left() {
		x.State = record.StateChanged
	}
	return x, true
}
