package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// sample is a journal with one session put back and one open, in which one
// setting is done, one under way, and one closed.
func sample(t *testing.T, log Log) *Journal {
	t.Helper()
	j := open(t, log)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(j.Begin(Session{ID: "open", Boot: "b", PID: 7, Command: []string{"tune"}, Standing: true}))
	check(j.Begin(Session{ID: "ended"}))
	_, err := j.Intend("ended", []Entry{{Knob: "ksm", Key: "file:/ksm", Before: "1", Wanted: "0"}})
	check(err)
	check(j.End("ended"))
	entries, err := j.Intend("open", []Entry{
		{Knob: "governor", Key: "file:/governor", Before: "powersave", Wanted: "performance"},
		{Knob: "boost", Key: "file:/boost", Before: "1", Wanted: "0", Also: []string{"1"}},
		{Knob: "swap", Key: "swap:/dev/sda2", Before: "on", Wanted: "off"},
	})
	check(err)
	entries[0].After, entries[0].Done = "performance", true
	check(j.Done(entries[0]))
	check(j.Close(entries[2]))
	return j
}

func open(t *testing.T, log Log) *Journal {
	t.Helper()
	j, err := Open(log)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestReload(t *testing.T) {
	log := FileLog{t.TempDir()}
	j := sample(t, log)
	got := open(t, log).Sessions()
	if !reflect.DeepEqual(got, j.Sessions()) {
		t.Errorf("loaded %+v, wrote %+v", got, j.Sessions())
	}
	if len(got) != 1 || got[0].ID != "open" || !got[0].Standing || len(got[0].Entries) != 2 {
		t.Fatalf("got %+v", got)
	}
	if e := got[0].Entries[0]; e.Number != 1 || e.After != "performance" || !e.Done {
		t.Errorf("done: %+v", e)
	}
	if e := got[0].Entries[1]; e.Number != 2 || e.Done || e.Also[0] != "1" {
		t.Errorf("under way: %+v", e)
	}
	if more, err := j.Intend("open", []Entry{{Key: "k"}}); err != nil || more[0].Number != 4 {
		t.Errorf("the next entry is %+v, %v", more, err)
	}
}

func TestClear(t *testing.T) {
	log := FileLog{t.TempDir()}
	if err := sample(t, log).End("open"); err != nil {
		t.Fatal(err)
	}
	if data, err := log.Load(); err != nil || data != nil {
		t.Errorf("a journal without open sessions is still there: %q, %v", data, err)
	}
	if _, err := os.Stat(filepath.Join(log.Dir, lastName)); err != nil {
		t.Error(err)
	}
}

// TestDamage damages one line after the other: the rest is still read, and the
// line is named.
func TestDamage(t *testing.T) {
	log := FileLog{t.TempDir()}
	sample(t, log)
	data, err := log.Load()
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	for n, line := range lines {
		if len(line) == 1 { // it keeps two others apart
			continue
		}
		bad := bytes.Clone(data)
		at := len(bytes.Join(lines[:n], nil)) + 20
		bad[at] ^= 1
		j := open(t, fixed(bad))
		if d := j.Damaged(); len(d) != 1 || d[0].Line != n+1 {
			t.Errorf("line %d: damaged are %v", n+1, d)
		}
	}
	// Without its beginning a session can still be put back.
	bad := bytes.Clone(data)
	bad[20] ^= 1
	if s := open(t, fixed(bad)).Sessions(); len(s) != 1 || len(s[0].Entries) != 2 {
		t.Errorf("without its beginning: %+v", s)
	}
}

// TestTornEnd writes on after a line that was cut off.
func TestTornEnd(t *testing.T) {
	log := FileLog{t.TempDir()}
	sample(t, log)
	data, err := log.Load()
	if err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < len(data); cut++ {
		if err := os.WriteFile(log.path(), data[:len(data)-cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := open(t, log).Begin(Session{ID: "new"}); err != nil {
			t.Fatal(err)
		}
		sessions := open(t, log).Sessions()
		if len(sessions) == 0 || sessions[len(sessions)-1].ID != "new" {
			t.Fatalf("cut by %d: %+v", cut, sessions)
		}
		if cut > 200 {
			break
		}
	}
}

// full is a log on a disk that is full.
type full struct{ fixed }

func (full) Append(lines []byte) error {
	f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return appendTo(f, lines)
}

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	j := &Journal{log: full{}}
	err := j.Begin(Session{ID: "s"})
	if err == nil || !strings.Contains(err.Error(), "no space left") || len(j.Sessions()) > 0 {
		t.Errorf("got %v, sessions %+v", err, j.Sessions())
	}
}

// A journal that somebody else may have written is not believed.
func TestStrangersJournal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("who may write is in access lists")
	}
	dir := t.TempDir()
	log := FileLog{dir}
	sample(t, log)
	if err := os.Chmod(log.path(), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(log); err == nil || !strings.Contains(err.Error(), "written by others") {
		t.Errorf("got %v", err)
	}
	linked := FileLog{t.TempDir()}
	if err := errors.Join(os.Chmod(log.path(), 0o600), os.Symlink(log.path(), linked.path())); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(linked); err == nil {
		t.Error("a link was followed")
	}
}

func TestIntendNeedsSession(t *testing.T) {
	if _, err := open(t, fixed(nil)).Intend("none", []Entry{{Key: "k"}}); err == nil {
		t.Error("an entry without a session was taken")
	}
}

// fixed is a log that cannot be written.
type fixed []byte

func (f fixed) Load() ([]byte, error) { return f, nil }
func (fixed) Append([]byte) error     { return errors.New("read-only") }
func (fixed) Clear() error            { return errors.New("read-only") }

// FuzzDecode feeds damaged logs: every line is read or named, and what is read
// survives being written again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("00000000 {}\n"))
	f.Add(encode([]event{{Kind: begin, Session: &Session{ID: "s"}}, {Kind: end, ID: "s"}}))
	f.Add(encode([]event{{Kind: intent, Entry: &Entry{Session: "s", Number: 1, Key: "k"}}})[:30])
	f.Fuzz(func(t *testing.T, data []byte) {
		events, damaged := decode(data)
		j := &Journal{}
		for _, e := range events {
			j.replay(e)
		}
		again, _ := decode(encode(events)) // lines may be missing again
		if !reflect.DeepEqual(again, events) {
			t.Errorf("%+v became %+v", events, again)
		}
		damaged = slices.DeleteFunc(damaged, func(d Damage) bool { return d.Missing > 0 })
		if lines := bytes.Count(data, []byte("\n")) + 1; len(events)+len(damaged) > lines {
			t.Errorf("%d events and %d damaged of %d lines", len(events), len(damaged), lines)
		}
	})
}
