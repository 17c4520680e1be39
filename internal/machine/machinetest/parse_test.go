package machinetest

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

const archive = `comment
-- a/cpu{9-11}/same --
x
-- a/cpu{9-11}/own --
1
2
3
-- one --
1
2
-- none --
-- dir/ --
-- latency (hex) --
00943577
-- secret (denied) --
-- debug/ (denied) --
-- debug/sched/preempt --
full
`

func TestParse(t *testing.T) {
	root, err := parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a/cpu9/same": "x\n", "a/cpu11/same": "x\n", "a/cpu9/own": "1\n", "a/cpu11/own": "3\n",
		"one": "1\n2\n", "none": "", "latency": "\x00\x945w",
	} {
		if got, err := fs.ReadFile(root, name); string(got) != want || err != nil {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, want)
		}
	}
	if entries, err := fs.ReadDir(root, "dir"); len(entries) != 0 || err != nil {
		t.Errorf("dir: %v, %v", entries, err)
	}
	if len(root) != 13 {
		t.Errorf("%d files, want 13", len(root))
	}
}

func TestParseErrors(t *testing.T) {
	for archive, want := range map[string]string{
		"-- cpu{0-2} --\n1\n2\n":                 "2 lines for 3 files",
		"-- cpu{2-1} --\n1\n":                    "one ascending range",
		"-- cpu{0-1}/state{0-1} --\n1\n":         "one ascending range",
		"-- cpu{0-99999999999999999999} --\n1\n": "out of range",
		"-- cpu (hex) --\nx\n":                   "invalid byte",
	} {
		if _, err := parse([]byte(archive)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", archive, err, want)
		}
	}
}

func TestGuarded(t *testing.T) {
	files, err := parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	root := guarded{files}
	for _, c := range []struct {
		name       string
		open, stat bool
	}{
		{"one", true, true}, {"secret", false, true}, {"debug", false, true}, {"debug/sched/preempt", false, false},
	} {
		f, err := root.Open(c.name)
		if (err == nil) != c.open || err != nil && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("opening %s: %v", c.name, err)
		}
		if err == nil {
			f.Close()
		}
		if _, err := fs.Stat(root, c.name); (err == nil) != c.stat || err != nil && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("stat of %s: %v", c.name, err)
		}
	}
}

// TestRoots checks that every archive has options, says where it is from, and
// makes a tree: no file has others below it.
func TestRoots(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) != len(Names()) {
		t.Fatalf("%d archives (%v), %d with options", len(names), err, len(Names()))
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		comment := string(a.Comment)
		if len(a.Files) > 0 && !strings.Contains(comment, "https://") && !strings.Contains(comment, "Recorded on") {
			t.Errorf("%s names no source", name)
		}
	}
	all, err := archives()
	if err != nil {
		t.Fatal(err)
	}
	for machine, files := range all {
		for name := range files {
			for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
				if f := files[dir]; f != nil && !f.Mode.IsDir() {
					t.Errorf("%s: %s is a file and has %s", machine, dir, name)
				}
			}
		}
	}
}

func TestRootChanges(t *testing.T) {
	root := Root(t, "empty", fstest.MapFS{"proc/version": {Data: []byte("x")}})
	if b, err := fs.ReadFile(root, "proc/version"); string(b) != "x" || err != nil {
		t.Errorf("got %q, %v", b, err)
	}
	if _, err := fs.Stat(Root(t, "empty"), "proc/version"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a change was kept: %v", err)
	}
}
