package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tare/internal/machine/journal"
	"tare/internal/machine/tuning"
	"tare/internal/record"
)

// TestMain lets the test binary be the processes that the tests need.
func TestMain(m *testing.M) {
	role, root := "", ""
	if len(os.Args) > 2 {
		role, root = os.Args[1], os.Args[2]
	}
	switch role {
	case "watchdog":
		exit(RestoreWhenOver(options(root, role), os.Args[3]))
	case "faithless": // a watchdog that does nothing
		_, err := io.Copy(io.Discard, os.Stdin)
		exit(err)
	case "victim":
		exit(victim(root, os.Args[3], os.Args[4]))
	case "tuner":
		s, err := Open(context.Background(), options(root, "watchdog"))
		if err == nil {
			_, err = s.Tune(context.Background(), "quiet", false, Plan(root, testKnobs, tuning.Wishes{}))
		}
		if err != nil {
			exit(err)
		}
		fmt.Println("tuned", s.watchdog.cmd.Process.Pid)
		time.Sleep(time.Hour) // until it is killed
	}
	os.Exit(m.Run())
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

var testKnobs = []tuning.Knob{
	{Knob: record.Knob{ID: "a"}, Steps: steps(tuning.Step{Key: "file:/a", Value: "1"})},
	{Knob: record.Knob{ID: "b"}, Steps: steps(tuning.Step{Key: "file:/b", Value: "1"})},
	{Knob: record.Knob{ID: "action"}, Steps: steps(tuning.Step{Key: "file:/action", Value: "1", Action: true})},
}

func steps(s ...tuning.Step) func(fs.FS, tuning.Wishes) ([]tuning.Step, error) {
	return func(fs.FS, tuning.Wishes) ([]tuning.Step, error) { return s, nil }
}

// machine makes a root whose settings a and b are 0.
func machine(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, value := range map[string]string{"proc/sys/kernel/random/boot_id": "first\n", "a": "0\n", "b": "0\n", "action": ""} {
		write(t, root, name, value)
	}
	return root
}

func write(t *testing.T, root, name, value string) {
	t.Helper()
	path := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(value), 0o600); err != nil {
		t.Fatal(err)
	}
}

// expect compares the settings a and b.
func expect(t *testing.T, root, a, b string) {
	t.Helper()
	for name, want := range map[string]string{"a": a + "\n", "b": b + "\n"} {
		if got, err := os.ReadFile(filepath.Join(root, name)); string(got) != want || err != nil {
			t.Errorf("%s is %q, %v; want %q", name, got, err, want)
		}
	}
}

// options are those of a tare whose watchdog is the given one.
func options(root, watchdog string) Options {
	return Options{Root: root, StateDir: filepath.Join(root, "state"), Command: []string{"run", "-tune"},
		Watch: []string{os.Args[0], watchdog, root}, Waiting: func(journal.Holder) bool { return false }}
}

func start(t *testing.T, o Options) *Session {
	t.Helper()
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func tune(t *testing.T, s *Session, standing bool, knobs ...tuning.Knob) record.Tuning {
	t.Helper()
	result, err := s.Tune(t.Context(), "quiet", standing, Plan(s.options.Root, knobs, tuning.Wishes{}))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestStanding tunes until it is restored, by somebody else.
func TestStanding(t *testing.T) {
	root := machine(t)
	o := options(root, "none")
	s := start(t, o)
	first := tune(t, s, true, testKnobs...)
	expect(t, root, "1", "1")
	if again := tune(t, s, true, testKnobs[:2]...); first.Session == "" || again.Session != "" || len(s.Left()) != 1 {
		t.Errorf("sessions %q and %q, left %+v", first.Session, again.Session, s.Left())
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if all, err := Peek(root, func(string) string { return o.StateDir }); len(all) != 1 || len(all[0].Sessions) != 1 || len(all[0].Sessions[0].Entries) != 2 || err != nil {
		t.Errorf("peeked %+v, %v", all, err)
	}
	s = start(t, o)
	defer s.Close()
	if len(s.Orphans) > 0 {
		t.Errorf("orphans %+v", s.Orphans)
	}
	expect(t, root, "1", "1")
	if _, err := s.RestoreAll(false); err != nil {
		t.Error(err)
	}
	expect(t, root, "0", "0")
}

// TestActionsLeaveNothing: what has no value is not in the journal.
func TestActionsLeaveNothing(t *testing.T) {
	root := machine(t)
	s := start(t, options(root, "none"))
	defer s.Close()
	if r := tune(t, s, true, testKnobs[2]); r.Settings[0].State != record.StateDone || len(s.Left()) > 0 {
		t.Errorf("%+v, left %+v", r, s.Left())
	}
}

// TestOrphans: what is not standing, and not put back, is put back by the next
// tare.
func TestOrphans(t *testing.T) {
	root := machine(t)
	s := start(t, options(root, "faithless"))
	tune(t, s, false, testKnobs...)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, root, "1", "1")
	s = start(t, options(root, "none"))
	defer s.Close()
	expect(t, root, "0", "0")
	if len(s.Orphans) != 2 || s.Orphans[0].State != record.StateRestored || len(s.Left()) > 0 {
		t.Errorf("orphans %+v, left %+v", s.Orphans, s.Left())
	}
}

func TestRehearse(t *testing.T) {
	root := machine(t)
	o := options(root, "none")
	s := start(t, o)
	defer s.Close()
	tune(t, s, true, testKnobs...)
	write(t, root, "b", "7\n")
	for force, want := range map[bool]record.State{false: record.StateChanged, true: record.StatePlanned} {
		played, err := Rehearse(o, force)
		r := played.Tuning
		if err != nil || !r.DryRun || len(r.Settings) != 2 {
			t.Fatalf("%+v, %v", r, err)
		}
		if b, a := r.Settings[0], r.Settings[1]; a.State != record.StatePlanned || b.State != want {
			t.Errorf("force %v: %+v", force, r.Settings)
		}
	}
	expect(t, root, "1", "7")
	if again := reread(t, o); len(again) != 1 || len(again[0].Entries) != 2 {
		t.Errorf("the journal has %+v", again)
	}
}

// reread reads the journal again.
func reread(t *testing.T, o Options) []journal.Session {
	t.Helper()
	j, err := journal.Open(journal.FileLog{Dir: o.StateDir})
	if err != nil {
		t.Fatal(err)
	}
	return j.Sessions()
}

func TestOpenFails(t *testing.T) {
	o := options(t.TempDir(), "none")
	if _, err := Open(t.Context(), o); !errors.Is(err, ErrNoBoot) {
		t.Errorf("without /proc: %v", err)
	}
	o = options(machine(t), "none")
	s := start(t, o)
	if _, err := Open(t.Context(), o); !errors.Is(err, journal.ErrHeld) {
		t.Errorf("while another has it: %v", err)
	}
	s.Close()
	start(t, o).Close()
}

// TestNoWatchdog changes nothing when nobody would put it back.
func TestNoWatchdog(t *testing.T) {
	root := machine(t)
	o := options(root, "")
	o.Watch = []string{filepath.Join(root, "missing")}
	s := start(t, o)
	defer s.Close()
	_, err := s.Tune(t.Context(), "quiet", false, Plan(root, testKnobs, tuning.Wishes{}))
	if err == nil || len(s.Left()) > 0 {
		t.Errorf("%v, left %+v", err, s.Left())
	}
	expect(t, root, "0", "0")
}

// TestOrphanBeforeStanding: what somebody else had changed when a killed run was
// put back, and tare tune has set since, is not put back on the run's account.
func TestOrphanBeforeStanding(t *testing.T) {
	root := machine(t)
	s := start(t, options(root, "faithless"))
	tune(t, s, false, testKnobs[0])
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, root, "a", "7\n")
	s = start(t, options(root, "none"))
	tune(t, s, true, testKnobs[0])
	s.Close()
	expect(t, root, "1", "0")

	s = start(t, options(root, "none"))
	defer s.Close()
	expect(t, root, "1", "0")
	if _, err := s.RestoreAll(false); err != nil {
		t.Error(err)
	}
	expect(t, root, "7", "0")
	if left := s.Left(); len(left) != 1 || left[0].Standing {
		t.Errorf("left %+v", left)
	}
}

// TestOrphansOnReadOnlyDisk: a journal that cannot be written keeps nobody from
// restoring the rest, but from tuning.
func TestOrphansOnReadOnlyDisk(t *testing.T) {
	root := machine(t)
	s := start(t, options(root, "faithless"))
	tune(t, s, true, testKnobs[0])
	tune(t, s, false, testKnobs[1])
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, root, "1", "1")
	var err error
	if s.tuner.Journal, err = journal.Open(readOnly{journal.FileLog{Dir: s.options.StateDir}}); err != nil {
		t.Fatal(err)
	}
	s.putBackOrphans()
	expect(t, root, "1", "0")
	if _, err := s.Tune(t.Context(), "quiet", true, Plan(root, testKnobs[1:2], tuning.Wishes{})); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("tuned: %v", err)
	}
	if _, err := s.RestoreAll(false); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("restored: %v", err)
	}
	expect(t, root, "0", "0")
}

// readOnly is a log that cannot be written.
type readOnly struct{ journal.FileLog }

func (readOnly) Append([]byte) error { return fs.ErrPermission }
