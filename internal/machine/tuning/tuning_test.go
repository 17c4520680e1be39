package tuning

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"tare/internal/machine/journal"
	"tare/internal/record"
)

// memory is a journal's log that only lives as long as the test.
type memory struct {
	data []byte
	full bool
}

func (m *memory) Load() ([]byte, error) { return m.data, nil }

func (m *memory) Append(lines []byte) error {
	if m.full {
		return errors.New("no space left on device")
	}
	m.data = append(m.data, lines...)
	return nil
}

func (m *memory) Clear() error { m.data = nil; return nil }

// newTuner returns a tuner of a machine with the original settings.
func newTuner(t *testing.T) (*Tuner, files, *memory) {
	machine, log := files(t.TempDir()), &memory{}
	machine.write(originals)
	return &Tuner{Backend: machine, Journal: open(t, log), Boot: "first"}, machine, log
}

func open(t *testing.T, log journal.Log) *journal.Journal {
	t.Helper()
	j, err := journal.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// tune begins a session and carries the knobs out.
func tune(t *testing.T, tuner *Tuner, session string, knobs ...Knob) []record.Setting {
	t.Helper()
	if err := tuner.Journal.Begin(journal.Session{ID: session, Boot: tuner.Boot}); err != nil {
		t.Fatal(err)
	}
	return tuner.Apply(context.Background(), session, Plan(tuner.Backend, nil, knobs, Wishes{}))
}

func restore(t *testing.T, tuner *Tuner, force bool) []record.Setting {
	t.Helper()
	var all []record.Setting
	sessions := tuner.Journal.Sessions()
	slices.Reverse(sessions)
	for _, s := range sessions {
		settings, err := tuner.Restore(s, force)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, settings...)
	}
	return all
}

// states returns "key state" of each setting, the knob standing in for a key
// that is missing.
func states(settings []record.Setting) string {
	var list []string
	for _, s := range settings {
		key := s.Key
		if key == "" {
			key = s.Knob
		}
		list = append(list, key+" "+string(s.State))
	}
	return strings.Join(list, ", ")
}

func TestApply(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	got := states(tune(t, tuner, "s", testKnobs...))
	want := "governor set, turbo already, hi set, lo set, speed failed, irq/1 set, irq/2 set, percpu unsupported, " +
		"swap set, swap already, locked denied, absent unsupported"
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	now := machine.all()
	if now["turbo"] != "off" || now["governor"] != "performance" || now["swap"] != "on" || now["percpu"] != "2" {
		t.Errorf("the machine is %v", now)
	}
	restore(t, tuner, false)
	if now := machine.all(); !maps.Equal(now, originals) {
		t.Errorf("restored to %v", now)
	}
	if left := tuner.Journal.Sessions(); len(left) > 0 {
		t.Errorf("the journal still has %+v", left)
	}
}

// TestPlanWritesNothing is what -dry-run rests on.
func TestPlanWritesNothing(t *testing.T) {
	tuner, machine, log := newTuner(t)
	got := states(Settings(Plan(machine, nil, testKnobs, Wishes{})))
	want := "governor planned, turbo already, hi planned, lo planned, speed planned, irq/1 planned, irq/2 planned, percpu planned, " +
		"swap planned, swap already, locked denied, absent unsupported"
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if now := machine.all(); !maps.Equal(now, originals) || len(log.data) > 0 || len(tuner.Journal.Sessions()) > 0 {
		t.Errorf("planning left %v, journal %q", now, log.data)
	}
}

func TestNothingWithoutAJournal(t *testing.T) {
	tuner, machine, log := newTuner(t)
	plan := Plan(machine, nil, testKnobs, Wishes{})
	if err := tuner.Journal.Begin(journal.Session{ID: "s"}); err != nil {
		t.Fatal(err)
	}
	log.full = true
	for _, s := range tuner.Apply(context.Background(), "s", plan) {
		if s.State == record.StateSet || s.Key == "governor" && !strings.Contains(s.Why, "no space left") {
			t.Errorf("%+v", s)
		}
	}
	if now := machine.all(); !maps.Equal(now, originals) {
		t.Errorf("changed: %v", now)
	}
}

// TestFullDiskAtRestore puts everything back though it cannot be noted.
func TestFullDiskAtRestore(t *testing.T) {
	tuner, machine, log := newTuner(t)
	tune(t, tuner, "s", testKnobs...)
	log.full = true
	if _, err := tuner.Restore(tuner.Journal.Sessions()[0], false); err == nil {
		t.Error("the journal's trouble is not told")
	}
	if now := machine.all(); !maps.Equal(now, originals) {
		t.Errorf("restored to %v", now)
	}
	log.full = false
	tuner.Journal = open(t, log)
	if got := states(restore(t, tuner, false)); strings.Contains(got, string(record.StateRestored)) || len(tuner.Journal.Sessions()) > 0 {
		t.Errorf("the second restore: %s, left %+v", got, tuner.Journal.Sessions())
	}
}

func TestSomebodyElse(t *testing.T) {
	tuner, machine, log := newTuner(t)
	tune(t, tuner, "s", testKnobs...)
	machine.write(map[string]string{"hi": "1234"})
	got := restore(t, tuner, false)
	if s := find(got, "hi"); s.State != record.StateChanged || s.After != "1234" || s.Before != "3500" || !strings.Contains(s.Why, "2000") {
		t.Errorf("%+v", s)
	}
	want := maps.Clone(originals)
	want["hi"] = "1234"
	if now := machine.all(); !maps.Equal(now, want) {
		t.Errorf("restored to %v", now)
	}
	tuner.Journal = open(t, log) // it is not forgotten
	if s := find(restore(t, tuner, true), "hi"); s.State != record.StateRestored || len(tuner.Journal.Sessions()) > 0 {
		t.Errorf("forced: %+v", s)
	}
}

func TestReboot(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	tune(t, tuner, "s", testKnobs...)
	machine.write(originals)
	machine.write(map[string]string{"hi": "2000"}) // as tare had it, but not by tare
	tuner.Boot = "second"
	if s := find(restore(t, tuner, false), "hi"); s.State != record.StateReboot || s.Why == "" {
		t.Errorf("%+v", s)
	}
	if machine.all()["hi"] != "2000" {
		t.Error("written after a reboot")
	}
}

// TestNested tunes twice; each restore undoes one.
func TestNested(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	tune(t, tuner, "standing", knob("frequency", Step{Key: "hi", Value: "2000"}))
	between := machine.all()
	tune(t, tuner, "run", knob("frequency", Step{Key: "hi", Value: "1000"}, Step{Key: "lo", Value: "1000"}))
	if _, err := tuner.Restore(tuner.Journal.Sessions()[1], false); err != nil {
		t.Fatal(err)
	}
	if now := machine.all(); !maps.Equal(now, between) {
		t.Errorf("after the run: %v", now)
	}
	restore(t, tuner, false)
	if now := machine.all(); !maps.Equal(now, originals) {
		t.Errorf("after both: %v", now)
	}
}

// TestGone restores a setting that has vanished, and one that refuses.
func TestGone(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	tune(t, tuner, "s", testKnobs...)
	if err := os.Remove(machine.path("lo")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(machine.path("hi")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(machine.path("hi"), 0o700); err != nil {
		t.Fatal(err)
	}
	got := restore(t, tuner, false)
	if s := find(got, "lo"); s.State != record.StateMissing {
		t.Errorf("%+v", s)
	}
	if s := find(got, "hi"); s.State != record.StateFailed || s.Why == "" {
		t.Errorf("%+v", s)
	}
	if left := tuner.Journal.Sessions(); len(left) != 1 || len(left[0].Entries) != 2 {
		t.Errorf("the journal keeps %+v", left)
	}
}

// over is a machine on which a process has ended.
type over struct {
	Backend
	key string
}

func (o over) Get(key string) (string, error) {
	if key == o.key {
		return "", fmt.Errorf("%w: %w", ErrOver, fs.ErrNotExist)
	}
	return o.Backend.Get(key)
}

// TestOver: a daemon that was stopped and has been restarted since is not stopped
// any more, and no later restore need look for it.
func TestOver(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	tune(t, tuner, "s", knob("irqbalance", Step{Key: "irq/1", Value: "0"}))
	tuner.Backend = over{machine, "irq/1"}
	if got := states(restore(t, tuner, false)); got != "irq/1 over" || len(tuner.Journal.Sessions()) > 0 {
		t.Errorf("%s, left %+v", got, tuner.Journal.Sessions())
	}
}

// TestGoneAfterReboot: processes and interrupts do not come back under their old
// numbers, and need not be put back.
func TestGoneAfterReboot(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	tune(t, tuner, "s", knob("irq-affinity", Step{Key: "irq/1", Value: "0"}))
	if err := os.Remove(machine.path("irq/1")); err != nil {
		t.Fatal(err)
	}
	tuner.Boot = "second"
	if got := states(restore(t, tuner, false)); got != "irq/1 original" || len(tuner.Journal.Sessions()) > 0 {
		t.Errorf("%s, left %+v", got, tuner.Journal.Sessions())
	}
}

// TestWriteErrorShows: a value that shows is no success when its setting failed,
// as when processes could not be moved out of a shield.
func TestWriteErrorShows(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	tuner.Backend = failing{machine}
	got := tune(t, tuner, "s", knob("shield", Step{Key: "swap", Value: "off"}))
	if s := got[0]; s.State != record.StateFailed || s.After != "off" || s.Why != "too late" {
		t.Errorf("%+v", s)
	}
	tuner.Backend = machine
	if got := states(restore(t, tuner, false)); got != "swap restored" {
		t.Error(got)
	}
}

// failing sets, and says that it failed.
type failing struct{ Backend }

func (f failing) Set(key, value string) error {
	return errors.Join(f.Backend.Set(key, value), errors.New("too late"))
}

func TestInterrupted(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := tuner.Journal.Begin(journal.Session{ID: "s"}); err != nil {
		t.Fatal(err)
	}
	got := tuner.Apply(ctx, "s", Plan(machine, nil, testKnobs, Wishes{}))
	if s := find(got, "governor"); s.State != record.StateFailed || !strings.Contains(s.Why, "interrupted") {
		t.Errorf("%+v", s)
	}
	if now := machine.all(); !maps.Equal(now, originals) {
		t.Errorf("changed: %v", now)
	}
}

func TestActions(t *testing.T) {
	tuner, machine, _ := newTuner(t)
	machine.write(map[string]string{"drop": ""})
	got := tune(t, tuner, "s",
		knob("drop-caches", Step{Key: "drop", Value: "3", Action: true}, Step{Key: "percpu", Value: "1", Action: true}),
		Knob{Knob: record.Knob{ID: "smt"}, Steps: func(fs.FS, Wishes) ([]Step, error) { return nil, fs.ErrPermission }})
	if s := states(got); s != "drop done, percpu failed, smt denied" {
		t.Error(s)
	}
	if restored := restore(t, tuner, false); len(restored) > 0 || machine.all()["drop"] != "3" {
		t.Errorf("actions were restored: %+v", restored)
	}
}

func find(settings []record.Setting, key string) record.Setting {
	for _, s := range settings {
		if s.Key == key {
			return s
		}
	}
	return record.Setting{}
}
