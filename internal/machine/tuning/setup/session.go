// Package setup is one use of the machine's settings by tare: it takes the
// lock, puts back what a killed tare has left, tunes, and restores.
package setup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"tare/internal/machine/journal"
	"tare/internal/machine/tuning"
	"tare/internal/record"
)

// Options say whose settings are changed, and on whose account.
type Options struct {
	Root     string   // of the machine, absolute: "/", or a folder that looks like one
	StateDir string   // where the journal is (see StateDir)
	Command  []string // command line after "tare"
	// Hold is the command line that keeps a limit on CPU latency: it calls
	// setting.HoldCPULatency.
	Hold []string
	// Watch is the command line that restores what a killed process has set: it
	// calls RestoreWhenOver. The name of what is to be restored is appended.
	Watch []string
	// Sweep, if any, is called before settings are put back: it removes what a
	// killed tare has left running behind a shield, which would keep the shield.
	Sweep func()
	// Waiting is told, once each, who holds the lock, and answers whether to
	// wait for it.
	Waiting func(journal.Holder) bool
}

// ErrNoBoot says that the running kernel cannot be told from the next one, which
// knows nothing of the settings of this one.
var ErrNoBoot = errors.New("tare cannot tell this start of the machine from the next")

// Session has the lock, until it is closed.
type Session struct {
	options  Options
	lock     *journal.Lock
	tuner    *tuning.Tuner
	watchdog *watchdog // of what was tuned for as long as this process lives
	// Orphans is what became of the settings of killed tares, which Open puts back.
	Orphans []record.Setting
	trouble error // with the journal, when that was to be noted
}

// Open takes the lock and puts back what killed runs have left. The error is
// journal.ErrHeld when another tare has the lock and Waiting would not wait.
func Open(ctx context.Context, o Options) (*Session, error) {
	lock, err := journal.Acquire(ctx, o.StateDir, journal.Holder{PID: os.Getpid(), Command: o.Command, Since: time.Now()}, o.Waiting)
	if err != nil {
		return nil, err
	}
	s, err := open(o, lock)
	if err != nil {
		lock.Release()
		return nil, err
	}
	s.putBackOrphans()
	return s, nil
}

// putBackOrphans puts back what killed runs have left, the newest first: whoever
// holds the lock can know that nobody else is at work. A run that shares a setting
// with a later session, which found what the run had not got back, has to wait
// until RestoreAll has put that one back.
func (s *Session) putBackOrphans() {
	later := make(map[string]bool) // keys of sessions that are left
	for _, left := range slices.Backward(s.Left()) {
		shared := slices.ContainsFunc(left.Entries, func(e journal.Entry) bool { return later[e.Key] })
		if !left.Standing && !shared {
			settings, err := s.putBack(left, false)
			s.Orphans, s.trouble = append(s.Orphans, settings...), errors.Join(s.trouble, err)
		}
		for _, e := range s.left(left.ID).Entries {
			later[e.Key] = true
		}
	}
}

// open is Open of a process that has the lock already.
func open(o Options, lock *journal.Lock) (*Session, error) {
	boot, err := bootID(o.Root)
	if err != nil {
		return nil, err
	}
	j, err := journal.Open(journal.FileLog{Dir: o.StateDir})
	if err != nil {
		return nil, err
	}
	return &Session{options: o, lock: lock, tuner: &tuning.Tuner{Backend: backend(o.Root, o.Hold), Journal: j, Boot: boot}}, nil
}

func bootID(root string) (string, error) {
	b, err := fs.ReadFile(os.DirFS(root), "proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoBoot, err)
	}
	return strings.TrimSpace(string(b)), nil
}

// Left lists what is in the journal and not put back, oldest first.
func (s *Session) Left() []journal.Session { return s.tuner.Journal.Sessions() }

// Dir is the folder of the journal.
func (s *Session) Dir() string { return s.options.StateDir }

// Damaged lists what is wrong with lines of the journal.
func (s *Session) Damaged() []journal.Damage { return s.tuner.Journal.Damaged() }

// Tune carries the plan out. What is standing lasts until it is restored; the
// rest is put back when this process ends, whatever it dies of. When there is
// nothing to set, or the error is not nil, nothing was changed.
func (s *Session) Tune(ctx context.Context, profile string, standing bool, plan []tuning.Item) (record.Tuning, error) {
	t := record.Tuning{Profile: profile, Settings: tuning.Settings(plan)}
	if !slices.ContainsFunc(plan, func(it tuning.Item) bool { return it.State == record.StatePlanned }) {
		return t, nil
	}
	if s.trouble != nil {
		return t, s.trouble
	}
	id, err := s.begin(profile, standing)
	if err != nil {
		return t, err
	}
	if !standing {
		if s.watchdog, err = s.watch(id); err != nil {
			return t, errors.Join(err, s.tuner.Journal.End(id))
		}
	}
	t.Session = id
	t.Settings = s.tuner.Apply(ctx, id, plan)
	if len(s.left(id).Entries) > 0 {
		return t, nil
	}
	// Actions leave nothing to restore. If this cannot be written, that is no
	// loss: so much the journal says as it is.
	_ = s.tuner.Journal.End(id)
	return t, nil
}

// begin opens a session in the journal and returns its name.
func (s *Session) begin(profile string, standing bool) (id string, err error) {
	now := time.Now()
	// A machine without a clock starts at the same time each time, and may count
	// the same PIDs.
	id = now.UTC().Format("20060102-150405") + "-" + rand.Text()[:6]
	err = s.tuner.Journal.Begin(journal.Session{ID: id, Boot: s.tuner.Boot, Started: now,
		PID: os.Getpid(), Command: s.options.Command, Profile: profile, Standing: standing})
	if err != nil {
		return "", fmt.Errorf("%w (nothing was changed)", err)
	}
	return id, nil
}

// left returns what is left of a session: none of its entries once it is over.
func (s *Session) left(id string) journal.Session {
	for _, l := range s.Left() {
		if l.ID == id {
			return l
		}
	}
	return journal.Session{ID: id}
}

// Restore puts back what Tune has set, by the name in record.Tuning.Session.
func (s *Session) Restore(id string) (record.Tuning, error) {
	t := record.Tuning{Restore: true, Session: id}
	left := s.left(id)
	if len(left.Entries) == 0 {
		return t, nil
	}
	var err error
	t.Settings, err = s.putBack(left, false)
	return t, err
}

// RestoreAll puts back everything in the journal, the newest session first.
func (s *Session) RestoreAll(force bool) (record.Tuning, error) {
	t := record.Tuning{Restore: true}
	var trouble error
	for _, left := range slices.Backward(s.Left()) {
		settings, err := s.putBack(left, force)
		t.Settings = append(t.Settings, settings...)
		trouble = errors.Join(trouble, err)
	}
	return t, trouble
}

func (s *Session) putBack(left journal.Session, force bool) ([]record.Setting, error) {
	if s.options.Sweep != nil {
		s.options.Sweep()
	}
	return s.tuner.Restore(left, force)
}

// Forget drops what is left in the journal without putting it back.
func (s *Session) Forget() error { return s.tuner.Journal.Forget() }

// Close gives the lock back. What was tuned for this process is put back first,
// if that has not been done; the error says why that failed.
func (s *Session) Close() error {
	defer s.lock.Release()
	if s.watchdog == nil {
		return nil
	}
	return s.watchdog.stop()
}

// Plan reads what the knobs would change on the machine below root; it changes
// nothing and needs no lock.
func Plan(root string, knobs []tuning.Knob, w tuning.Wishes) []tuning.Item {
	return tuning.Plan(backend(root, nil), os.DirFS(root), knobs, w)
}
