package proc

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"testing"
	"testing/fstest"
)

// statLine is a line of /proc/PID/stat with the fields that matter.
func statLine(pid int, comm, state string, session int, start uint64) string {
	return fmt.Sprintf("%d (%s) %s 1 2 %d 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 %d 123 45\n", pid, comm, state, session, start)
}

// fakeProc is a procfs with the first process, the calling one, two others and one that
// is dead.
func fakeProc() fstest.MapFS {
	m := fstest.MapFS{}
	add := func(dir string, pid int, comm, state string, session int, start uint64, environ string) {
		m["proc/"+dir+"/stat"] = &fstest.MapFile{Data: []byte(statLine(pid, comm, state, session, start))}
		m["proc/"+dir+"/environ"] = &fstest.MapFile{Data: []byte(environ)}
		m["proc/"+dir+"/ns/pid"] = &fstest.MapFile{Data: []byte("pid:[4026531836]"), Mode: fs.ModeSymlink}
	}
	self := os.Getpid()
	add("self", self, "tare", "S", self, 100, "")
	add(fmt.Sprint(self), self, "tare", "S", self, 100, "MARK=1\x00")
	add("1", 1, "init", "S", 1, 1, "")
	add("900001", 900001, "a) R (b", "R", 900001, 200, "A=B\x00MARK=1\x00")
	add("900002", 900002, "sh", "S", 900001, 300, "A=B\x00")
	add("900003", 900003, "sh", "Z", 900001, 400, "MARK=1\x00")
	m["proc/meminfo"] = &fstest.MapFile{}
	return m
}

func TestIdentify(t *testing.T) {
	root := fakeProc()
	self, err := Identify(root, "self")
	if want := (Identity{4026531836, os.Getpid(), 100}); err != nil || self != want {
		t.Fatalf("got %+v, %v", self, err)
	}
	for _, c := range []struct {
		name string
		id   Identity
		gone bool
	}{
		{"itself", self, false},
		{"another", Identity{self.Namespace, 900001, 200}, false},
		{"PID used again", Identity{self.Namespace, 900001, 199}, true},
		{"no such process", Identity{self.Namespace, 900009, 200}, true},
		{"not yet reaped", Identity{self.Namespace, 900003, 400}, true},
		{"another namespace", Identity{1, 900009, 200}, false},
	} {
		if got := c.id.Gone(root, self); got != c.gone {
			t.Errorf("%s: gone %v", c.name, got)
		}
	}
	if (Identity{self.Namespace, 900009, 200}).Gone(fstest.MapFS{}, self) {
		t.Error("an empty procfs says nothing about anybody")
	}
	delete(root, "proc/1/stat")
	delete(root, "proc/1/environ")
	delete(root, "proc/1/ns/pid")
	if (Identity{self.Namespace, 900009, 200}).Gone(root, self) {
		t.Error("a procfs that hides what others run says nothing about them")
	}
}

func TestRunning(t *testing.T) {
	marked := func(_, _ int, environ func() []string) bool { return slices.Contains(environ(), "MARK=1") }
	if got, err := Running(fakeProc(), marked); err != nil || !slices.Equal(got, []int{900001}) {
		t.Errorf("marked: %v, %v", got, err)
	}
	session := func(_, session int, _ func() []string) bool { return session == 900001 }
	if got, err := Running(fakeProc(), session); err != nil || !slices.Equal(got, []int{900001, 900002}) {
		t.Errorf("session: %v, %v", got, err)
	}
	if _, err := Running(fstest.MapFS{}, marked); err == nil {
		t.Error("no error without procfs")
	}
}

func FuzzParseIdentity(f *testing.F) {
	for _, s := range []string{"4026531836-4711-123456", "1-2", "1-2-3-4", "-1-2", "1-9999999999-3", "1--2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, ok := ParseIdentity(s)
		if !ok && id != (Identity{}) {
			t.Errorf("%q is %+v, and is not", s, id)
		}
		if again, ok := ParseIdentity(id.String()); !ok || again != id {
			t.Errorf("%+v printed and parsed is %+v, %v", id, again, ok)
		}
	})
}

func TestParseIdentity(t *testing.T) {
	for s, want := range map[string]bool{"4026531836-4711-123456": true, "1-2": false, "1-2-3-4": false, "": false, "1-2-x": false, "1-9999999999-3": false} {
		if _, ok := ParseIdentity(s); ok != want {
			t.Errorf("%q: %v, want %v", s, ok, want)
		}
	}
}
