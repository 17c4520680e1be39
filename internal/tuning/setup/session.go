// Package setup is one use of the machine's settings by tare: it takes the
// lock, puts back what a killed tare has left, tunes, and restores.
package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tare/internal/host/setting"
	"tare/internal/journal"
	"tare/internal/record"
	"tare/internal/tuning"
)

// Options say whose settings are changed, and on whose account.
type Options struct {
	Root     string   // of the machine: "/", or a folder that looks like one
	StateDir string   // where the journal is (see StateDir)
	Command  []string // command line after "tare"
	// Hold is the command line that keeps a limit on CPU latency: it calls
	// setting.HoldCPULatency.
	Hold []string
	// Waiting is told, once each, who holds the lock, and answers whether to
	// wait for it.
	Waiting func(journal.Holder) bool
}

// Session has the lock, until it is closed.
type Session struct {
	options Options
	lock    *journal.Lock
	tuner   *tuning.Tuner
	// Orphans is what was put back because the tare that had set it was killed.
	Orphans []record.Setting
}

// Open takes the lock and puts back what killed runs have left.
func Open(ctx context.Context, o Options) (*Session, error) {
	lock, err := journal.Acquire(ctx, o.StateDir, journal.Holder{PID: os.Getpid(), Command: o.Command, Since: time.Now()}, o.Waiting)
	if err != nil {
		return nil, err
	}
	s, err := open(o)
	if err != nil {
		lock.Release()
		return nil, err
	}
	s.lock = lock
	for _, left := range s.Left() {
		if left.Standing {
			continue
		}
		// Whoever holds the lock can know that nobody else is at work.
		settings, err := s.tuner.Restore(left, false)
		s.Orphans = append(s.Orphans, settings...)
		if err != nil {
			lock.Release()
			return nil, err
		}
	}
	return s, nil
}

// open is Open of a process that has the lock already.
func open(o Options) (*Session, error) {
	boot, err := fs.ReadFile(os.DirFS(o.Root), "proc/sys/kernel/random/boot_id")
	if err != nil {
		return nil, fmt.Errorf("telling this boot from the next, which undoes settings: %w", err)
	}
	j, err := journal.Open(journal.FileLog{Dir: o.StateDir})
	if err != nil {
		return nil, err
	}
	backend := setting.Open(o.Root, setting.Options{Holder: o.Hold})
	return &Session{options: o, tuner: &tuning.Tuner{Backend: backend, Journal: j, Boot: strings.TrimSpace(string(boot))}}, nil
}

// Left lists what is in the journal and not put back, oldest first.
func (s *Session) Left() []journal.Session { return s.tuner.Journal.Sessions() }

// Damaged lists the lines of the journal that could not be read.
func (s *Session) Damaged() []int { return s.tuner.Journal.Damaged() }

// Begin opens an entry in the journal and returns its name. A standing one lasts
// until it is restored; others end with this process.
func (s *Session) Begin(profile string, standing bool) (id string, err error) {
	now := time.Now()
	id = now.UTC().Format("20060102-150405") + "-" + strconv.Itoa(os.Getpid())
	err = s.tuner.Journal.Begin(journal.Session{ID: id, Boot: s.tuner.Boot, Started: now,
		PID: os.Getpid(), Command: s.options.Command, Profile: profile, Standing: standing})
	if err != nil {
		return "", fmt.Errorf("%w (nothing was changed)", err)
	}
	return id, nil
}

// Tune carries the plan out under an entry that was begun.
func (s *Session) Tune(ctx context.Context, id string, plan []tuning.Item) record.Tuning {
	return record.Tuning{Session: id, Settings: s.tuner.Apply(ctx, id, plan)}
}

// Restore puts back one session.
func (s *Session) Restore(id string, force bool) (record.Tuning, error) {
	t := record.Tuning{Restore: true, Session: id}
	i := slices.IndexFunc(s.Left(), func(l journal.Session) bool { return l.ID == id })
	if i < 0 {
		return t, nil // put back already
	}
	var err error
	t.Settings, err = s.tuner.Restore(s.Left()[i], force)
	return t, err
}

// RestoreAll puts back everything in the journal, the newest session first.
func (s *Session) RestoreAll(force bool) (record.Tuning, error) {
	t := record.Tuning{Restore: true}
	var trouble error
	for _, left := range slices.Backward(s.Left()) {
		settings, err := s.tuner.Restore(left, force)
		t.Settings = append(t.Settings, settings...)
		trouble = errors.Join(trouble, err)
	}
	return t, trouble
}

// Forget drops what is left in the journal without putting it back.
func (s *Session) Forget() error {
	for _, left := range s.Left() {
		if err := s.tuner.Journal.End(left.ID); err != nil {
			return err
		}
	}
	return nil
}

// Close gives the lock back.
func (s *Session) Close() { s.lock.Release() }

// Plan reads what the knobs would change on the machine below root; it changes
// nothing and needs no lock.
func Plan(root string, knobs []tuning.Knob, w tuning.Wishes) []tuning.Item {
	return tuning.Plan(setting.Open(root, setting.Options{}), os.DirFS(root), knobs, w)
}

// Peek lists what the journal in dir says is tuned, without the lock; nothing
// when there is no journal.
func Peek(dir string) ([]journal.Session, error) {
	j, err := journal.Open(journal.FileLog{Dir: dir})
	if err != nil {
		return nil, err
	}
	return j.Sessions(), nil
}

// StateDir returns the folder of the journal of the machine below root: for
// everybody on the machine when tare may write there, the user's own otherwise.
// $TARE_STATE overrides it.
func StateDir(root string, getenv func(string) string, euid int) (string, error) {
	if dir := getenv("TARE_STATE"); dir != "" {
		return dir, nil
	}
	if root != "/" || euid == 0 {
		return filepath.Join(root, "var/lib/tare"), nil
	}
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tare"), nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local/state/tare"), nil
	}
	return "", errors.New("no folder for the journal: neither TARE_STATE, XDG_STATE_HOME nor HOME is set")
}
