package tuning

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tare/internal/machine/journal"
	"tare/internal/record"
	"tare/internal/test/golden"
)

// fault is something that goes wrong at one write of tare, to the journal or to
// a setting.
type fault struct {
	name   string
	kills  bool
	before func() error          // instead of the write, unless it returns nil
	half   bool                  // half of the line reaches the journal first
	after  func(err error) error // when the write was done
	later  func(machine files)   // before tare comes back
	boot   string                // boot id by then
}

func kill() error {
	if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
		panic(err)
	}
	select {}
}

func returns(err error) func() error { return func() error { return err } }

var faults = []fault{
	{name: "kill -9 before the write", kills: true, before: kill},
	{name: "kill -9 within the write", kills: true, before: kill, half: true},
	{name: "kill -9 after the write", kills: true, after: func(error) error { return kill() }},
	{name: "write error", before: returns(syscall.EIO)},
	{name: "write error, though it was written", after: func(error) error { return syscall.EIO }},
	{name: "full disk", before: returns(syscall.ENOSPC), half: true},
	{name: "read-only file", before: returns(syscall.EROFS)},
	{name: "kill -9, then a reboot", kills: true, after: func(error) error { return kill() }, boot: "second",
		later: func(m files) { m.write(originals) }},
	{name: "kill -9, then somebody else sets the governor", kills: true, after: func(error) error { return kill() },
		later: func(m files) { m.write(map[string]string{"governor": "userspace"}) }},
}

// trigger lets a fault happen at the n-th write.
type trigger struct {
	fault
	at, writes int
}

func (t *trigger) hit() bool {
	t.writes++
	return t.writes == t.at
}

func (t *trigger) around(half, whole func() error) error {
	if !t.hit() {
		return whole()
	}
	if t.half {
		if err := half(); err != nil {
			return err
		}
	}
	if t.before != nil {
		return t.before()
	}
	return t.after(whole())
}

type faultyBackend struct {
	Backend
	*trigger
}

func (b faultyBackend) Set(key, value string) error {
	return b.around(func() error { return nil }, func() error { return b.Backend.Set(key, value) })
}

type faultyLog struct {
	journal.FileLog
	*trigger
}

func (l faultyLog) Append(lines []byte) error {
	return l.around(func() error {
		f, err := os.OpenFile(filepath.Join(l.Dir, "journal"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = f.Write(lines[:len(lines)/2])
		return err
	}, func() error { return l.FileLog.Append(lines) })
}

func (l faultyLog) Clear() error {
	return l.around(func() error { return nil }, l.FileLog.Clear)
}

// world is a machine and a journal in a folder.
type world struct{ dir string }

func (w world) machine() files { return files(filepath.Join(w.dir, "machine")) }

func newWorld(t *testing.T) world {
	w := world{t.TempDir()}
	for _, sub := range []string{"machine", "journal"} {
		if err := os.Mkdir(filepath.Join(w.dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	w.machine().write(originals)
	return w
}

// act is what tare does in one process: "tune" or "restore".
func (w world) act(verb, boot string, tr *trigger) ([]record.Setting, error) {
	j, err := journal.Open(faultyLog{journal.FileLog{Dir: filepath.Join(w.dir, "journal")}, tr})
	if err != nil {
		return nil, err
	}
	tuner := &Tuner{Backend: faultyBackend{w.machine(), tr}, Journal: j, Boot: boot}
	if verb == "tune" {
		plan := Plan(tuner.Backend, nil, testKnobs, Wishes{})
		if err := j.Begin(journal.Session{ID: "s", Boot: boot}); err != nil {
			return nil, err
		}
		return tuner.Apply(context.Background(), "s", plan), nil
	}
	var all []record.Setting
	for _, s := range j.Sessions() {
		settings, e := tuner.Restore(s, false)
		all, err = append(all, settings...), errors.Join(err, e)
	}
	return all, err
}

// TestMain is also the process that faults happen to.
func TestMain(m *testing.M) {
	spec := os.Getenv("TARE_TEST_FAULT")
	if spec == "" {
		os.Exit(m.Run())
	}
	f := strings.Split(spec, ",")
	which, err1 := strconv.Atoi(f[0])
	at, err2 := strconv.Atoi(f[1])
	if err := errors.Join(err1, err2); err != nil {
		panic(err)
	}
	tr := &trigger{fault: faults[which], at: at}
	_, err := world{f[3]}.act(f[2], "first", tr)
	fmt.Println(tr.writes, err)
}

// suffer lets tare act with a fault at the given write, and reports whether there
// was such a write. What kills gets a process of its own.
func (w world) suffer(t *testing.T, verb string, which, at int) bool {
	if !faults[which].kills {
		tr := &trigger{fault: faults[which], at: at}
		_, _ = w.act(verb, "first", tr) // what comes of it is seen afterwards
		return tr.writes >= at
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("TARE_TEST_FAULT=%d,%d,%s,%s", which, at, verb, w.dir))
	out, err := cmd.Output()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		if status, ok := e.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
			return true
		}
		t.Fatalf("%s: %v\n%s", verb, err, e.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	count, _, _ := bytes.Cut(out, []byte(" "))
	writes, err := strconv.Atoi(string(count))
	if err != nil {
		t.Fatal(err)
	}
	return writes >= at
}

// TestFaults lets every fault happen at every write of a tune and of a restore.
// A restore without faults must bring back every original, or name those that
// it left alone because somebody else had set them.
func TestFaults(t *testing.T) {
	results := make([]tally, 2*len(faults))
	var group sync.WaitGroup
	for i := range results {
		group.Go(func() {
			verb := []string{"tune", "restore"}[i%2]
			results[i] = tryAll(t, verb, i/2)
		})
	}
	group.Wait()
	if t.Failed() {
		return
	}
	checkTable(t, results)
}

// tally is what came of one fault at every write of one verb.
type tally struct {
	verb, fault     string
	cases, restored int
	named           int // cases in which something was left alone, and named
}

func tryAll(t *testing.T, verb string, which int) tally {
	sum := tally{verb: verb, fault: faults[which].name}
	for at := 1; ; at++ {
		w := newWorld(t)
		if verb == "restore" {
			if _, err := w.act("tune", "first", &trigger{}); err != nil {
				t.Fatal(err)
			}
		}
		if !w.suffer(t, verb, which, at) {
			if at < 8 {
				t.Errorf("%s: only %d writes", verb, at-1)
			}
			return sum
		}
		sum.cases++
		if f := faults[which]; f.later != nil {
			f.later(w.machine())
		}
		if named := w.recover(t, faults[which], fmt.Sprintf("%s, write %d: %s", verb, at, faults[which].name)); named {
			sum.named++
		} else {
			sum.restored++
		}
	}
}

// recover restores without faults and checks what comes of it; it reports
// whether settings were left alone and named.
func (w world) recover(t *testing.T, f fault, what string) (named bool) {
	boot := "first"
	if f.boot != "" {
		boot = f.boot
	}
	settings, err := w.act("restore", boot, &trigger{})
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	now := w.machine().all()
	for _, s := range settings {
		if s.State == record.StateRestored || s.State == record.StateOriginal {
			continue
		}
		named = true
		theirs := s.Key == "governor" && s.After == "userspace"
		rounded := s.Key == "speed" && s.After == "1000" && strings.Contains(s.Why, "interrupted")
		if !theirs && !rounded || s.State != record.StateChanged || s.Why == "" {
			t.Errorf("%s: %+v", what, s)
		}
		now[s.Key] = originals[s.Key]
	}
	if now["governor"] == "userspace" { // nothing of it was in the journal
		now["governor"] = originals["governor"]
	}
	if !maps.Equal(now, originals) {
		t.Errorf("%s: left %v", what, now)
	}
	if again, err := w.act("restore", boot, &trigger{}); err != nil || !named && len(again) > 0 {
		t.Errorf("%s: a second restore finds %+v, %v", what, again, err)
	}
	return named
}

// checkTable compares the results with the table in the docs.
func checkTable(t *testing.T, results []tally) {
	var b strings.Builder
	b.WriteString(`# What restore survives

Written by ` + "`go test ./internal/machine/tuning -run Faults -update`" + `, checked by every test run. Each case is
a process that tunes (or restores) a machine and meets one fault at one of its writes, to the
journal or to a setting; then tare restores. Kills are real; errors, full disks and a reboot
(settings as at first, another boot id) are played, on a machine that is a folder of files.
"Left alone" are the cases in which restore named a setting and did not touch it, because it had a
value that tare never wrote: somebody else had set it, or the kernel had rounded it and tare was
interrupted before what had become of it was in the journal. All other settings were as before.

| verb | fault | writes hit | every original back | left alone, and named |
| --- | --- | ---: | ---: | ---: |
`)
	for _, r := range results {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |\n", r.verb, r.fault, r.cases, r.restored, r.named)
	}
	golden.File(t, "../../../docs/restore-faults.md", b.String())
}
