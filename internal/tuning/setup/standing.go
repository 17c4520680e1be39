package setup

import (
	"tare/internal/record"
)

// Standing reads, of the settings that the journals of root and of the user have
// open, those that are not as tare found them. With onlyStanding, what a killed tare
// has left does not count: whoever takes the lock puts that back. It needs no lock.
func Standing(root string, getenv func(string) string, euid int, onlyStanding bool) ([]record.Setting, error) {
	sessions, err := Peek(root, getenv, euid)
	if err != nil {
		return nil, err
	}
	b := backend(root, nil)
	seen := make(map[string]bool)
	var all []record.Setting
	for _, s := range sessions {
		for _, e := range s.Entries {
			if seen[e.Key] || onlyStanding && !s.Standing {
				continue
			}
			seen[e.Key] = true // the oldest entry has the original
			now, err := b.Get(e.Key)
			if err != nil || now == e.Before {
				continue // what is gone differs from nothing
			}
			x := record.Setting{Knob: e.Knob, Key: e.Key, Before: e.Before, Wanted: e.Left(), After: now, State: record.StateSet}
			if now != e.Left() {
				x.State = record.StateChanged
			}
			all = append(all, x)
		}
	}
	return all, nil
}
