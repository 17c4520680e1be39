package setup

import (
	"errors"
	"fmt"
	"strings"

	"tare/internal/host/setting"
	"tare/internal/machine/journal"
	"tare/internal/machine/tuning"
	"tare/internal/record"
)

// backend returns what sets the machine below root.
func backend(root string, hold []string) tuning.Backend {
	b := mortal{setting.Open(root, setting.Options{Holder: hold})}
	if root == "/" {
		return b
	}
	return remote{b}
}

// mortal says of what has ended that it has, in the words of package tuning.
type mortal struct{ tuning.Backend }

func (m mortal) Get(key string) (string, error) {
	value, err := m.Backend.Get(key)
	if errors.Is(err, setting.ErrEnded) {
		err = fmt.Errorf("%w: %w", tuning.ErrOver, err)
	}
	return value, err
}

// remote is a machine with another root than this process: what is set by system
// calls would be set on the wrong one.
type remote struct{ tuning.Backend }

func (r remote) Settable(key string) error {
	for _, local := range []string{"process:", "swap:", "latency:"} {
		if strings.HasPrefix(key, local) {
			return fmt.Errorf("%s is set by system calls, which reach only the machine that tare runs on: %w", key, errors.ErrUnsupported)
		}
	}
	return r.Backend.Settable(key)
}

func (r remote) Set(key, value string) error {
	if err := r.Settable(key); err != nil {
		return err
	}
	return r.Backend.Set(key, value)
}

// Rehearsal is what RestoreAll would do now, as far as that can be told without
// trying, and what is wrong with the journal.
type Rehearsal struct {
	Tuning  record.Tuning
	Damaged []journal.Damage
}

// Rehearse plays RestoreAll. It changes nothing and needs no lock.
func Rehearse(o Options, force bool) (Rehearsal, error) {
	s, err := open(o, nil)
	if err != nil {
		return Rehearsal{}, err
	}
	if s.tuner.Journal, err = journal.Open(frozen{journal.FileLog{Dir: o.StateDir}}); err != nil {
		return Rehearsal{}, err
	}
	s.options.Sweep = nil
	s.tuner.Backend = stage{s.tuner.Backend, make(map[string]string)}
	t, err := s.RestoreAll(force)
	t.DryRun = true
	for i := range t.Settings {
		if t.Settings[i].State == record.StateRestored {
			t.Settings[i].State = record.StatePlanned
		}
	}
	return Rehearsal{t, s.Damaged()}, err
}

// frozen is a journal that stays as it is.
type frozen struct{ journal.FileLog }

func (frozen) Append([]byte) error { return nil }
func (frozen) Clear() error        { return nil }

// stage is a machine on which nothing is changed but in appearance.
type stage struct {
	tuning.Backend
	played map[string]string
}

func (s stage) Get(key string) (string, error) {
	if value, ok := s.played[key]; ok {
		return value, nil
	}
	return s.Backend.Get(key)
}

func (s stage) Set(key, value string) error {
	if err := s.Settable(key); err != nil {
		return err
	}
	s.played[key] = value
	return nil
}
