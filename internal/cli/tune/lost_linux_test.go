package tune

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/host/setting"
	"tare/internal/machine/journal"
	"tare/internal/machine/tuning"
	"tare/internal/record"
)

// originals are the settings of a machine that is a folder of files.
var originals = map[string]string{
	"proc/sys/vm/swappiness":                     "60\n",
	"proc/sys/kernel/timer_migration":            "1\n",
	"proc/sys/kernel/randomize_va_space":         "2\n",
	"sys/kernel/mm/ksm/run":                      "1\n",
	"sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
}

// instant is what a kill -9 would leave.
type instant struct {
	settings map[string]string
	journal  []byte
}

// filmed is a machine, filmed before and after every setting.
type filmed struct {
	tuning.Backend
	film func()
}

func (f filmed) Set(key, value string) error {
	f.film()
	defer f.film() // what became of it is not in the journal yet
	return f.Backend.Set(key, value)
}

// film tunes and restores a machine below root and returns what a kill -9 would
// have left at every moment at which something of it was changed.
func film(t *testing.T, root, state string) (all []instant) {
	log := journal.FileLog{Dir: state}
	take := func() {
		lines, err := log.Load()
		if err != nil {
			t.Fatal(err)
		}
		if settings := read(t, root); fmt.Sprint(settings) != fmt.Sprint(originals) {
			all = append(all, instant{settings, lines})
		}
	}
	j, err := journal.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	tuner := &tuning.Tuner{Backend: filmed{setting.Open(root, setting.Options{}), take}, Journal: j, Boot: "boot"}
	if err := j.Begin(journal.Session{ID: "s", Boot: "boot", Standing: true}); err != nil {
		t.Fatal(err)
	}
	var knobs []tuning.Knob
	for name := range originals {
		steps := []tuning.Step{{Key: "file:/" + name, Value: "0"}}
		knobs = append(knobs, tuning.Knob{Knob: record.Knob{ID: name}, Steps: func(fs.FS, tuning.Wishes) ([]tuning.Step, error) { return steps, nil }})
	}
	tuner.Apply(context.Background(), "s", tuning.Plan(tuner.Backend, os.DirFS(root), knobs, tuning.Wishes{}))
	take()
	if _, err := tuner.Restore(j.Sessions()[0], false); err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, root string) map[string]string {
	values := map[string]string{}
	for name := range originals {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		values[name] = string(b)
	}
	return values
}

func write(t *testing.T, root string, values map[string]string) {
	for name, value := range values {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(value), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLostLine damages or drops every line of the journal of a tare that was killed
// at any moment: restore never says that all is well while an original is missing,
// it names a damaged line, and keeps the journal.
func TestLostLine(t *testing.T) {
	root, state := t.TempDir(), t.TempDir()
	t.Setenv("TARE_STATE", state)
	write(t, root, originals)
	write(t, root, map[string]string{"proc/sys/kernel/random/boot_id": "boot\n"})
	moments := film(t, root, state)
	if len(moments) < 2*len(originals)-2 {
		t.Fatalf("only %d moments", len(moments))
	}
	for m, at := range moments {
		lines := bytes.SplitAfter(bytes.TrimSuffix(at.journal, []byte("\n")), []byte("\n"))
		for n, line := range lines {
			for how, bad := range broken(line) {
				write(t, root, at.settings)
				damaged := bytes.Join([][]byte{bytes.Join(lines[:n], nil), bad, bytes.Join(lines[n+1:], nil), []byte("\n")}, nil)
				what := fmt.Sprintf("moment %d, line %d of %d, %s", m, n+1, len(lines), how)
				last := n == len(lines)-1
				lost(t, root, state, damaged, what, (!last || how != "end flipped") && (!last && len(line) > 1 || how != "dropped"))
			}
		}
	}
}

// broken are the ways in which a line is damaged.
func broken(line []byte) map[string][]byte {
	flip := func(at int) []byte {
		bad := bytes.Clone(line)
		bad[at] ^= 1
		return bad
	}
	return map[string][]byte{"dropped": nil, "sum flipped": flip(0), "middle flipped": flip(len(line) / 2), "end flipped": flip(len(line) - 1)}
}

// lost restores with a damaged journal.
func lost(t *testing.T, root, state string, damaged []byte, what string, told bool) {
	t.Helper()
	path := filepath.Join(state, journal.FileName)
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := RestoreCommand()
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	err := command.Run(t.Context(), cmd, []string{"-root=" + root})
	now := read(t, root)
	back := fmt.Sprint(now) == fmt.Sprint(canonical(originals, now))
	if exit.Status(err) == exit.Fine && !back {
		t.Errorf("%s: all is well, it says, and the settings are %v", what, now)
	}
	if !told {
		return
	}
	if exit.Status(err) == exit.Fine || !strings.Contains(exit.Message(err), "line") {
		t.Errorf("%s: status %d, %q", what, exit.Status(err), exit.Message(err))
	}
	if !back {
		t.Errorf("%s: an original that is on another line was not put back: %v", what, now)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// canonical are the originals as somebody writes them who chooses a value.
func canonical(originals, now map[string]string) map[string]string {
	same := map[string]string{}
	for name, value := range originals {
		same[name] = value
		if w := strings.TrimSpace(now[name]); w != "" && (w == strings.TrimSpace(value) || strings.Contains(value, "["+w+"]")) {
			same[name] = now[name]
		}
	}
	return same
}
