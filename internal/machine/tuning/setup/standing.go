package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tare/internal/host/invoker"
	"tare/internal/host/private"
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

// Glance is what can be seen of a journal without its lock.
type Glance struct {
	Root     bool              // it is root's, and not the user's own
	Dir      string            // where it is
	Sessions []journal.Session // that have something set, since this start of the machine
	Damaged  []journal.Damage
	Err      error // why it could not be read; there is nothing else then
}

// Peek looks at the journals of root and of the user for whom tare works, the former
// first. Where one cannot be read, the other is told of all the same. The error is
// ErrNoBoot where root is not that of a running machine.
func Peek(root string, getenv func(string) string) ([]Glance, error) {
	boot, err := bootID(root)
	if err != nil {
		return nil, err
	}
	var all []Glance
	for _, uid := range []int{0, invoker.UID()} {
		dir, err := private.StateDir(root, getenv, uid)
		if err != nil || slices.ContainsFunc(all, func(g Glance) bool { return g.Dir == dir }) {
			continue // a user without a folder for a journal has none
		}
		place := private.Own()
		if uid != 0 {
			place = private.User()
		}
		all = append(all, glance(place, Glance{Root: uid == 0, Dir: dir}, boot))
	}
	return all, nil
}

// glance reads the journal in the folder that g names, which is place's.
func glance(place private.Place, g Glance, boot string) Glance {
	// Who has no journal may have any folders: only what is read has to be private.
	err := invoker.As(func() error { _, err := os.Lstat(filepath.Join(g.Dir, journal.FileName)); return err })
	if errors.Is(err, fs.ErrNotExist) {
		return g
	}
	g.Sessions, g.Damaged, g.Err = journal.Read(place, g.Dir)
	g.Sessions = slices.DeleteFunc(g.Sessions, func(s journal.Session) bool { return s.Boot != "" && s.Boot != boot || len(s.Entries) == 0 })
	return g
}
