package recording

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A trace that was there before, and was not written since, is not the command's. Another
// file in its place is, whatever its time.
func TestAddTrace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "trace.out")
	at := time.Unix(1_700_000_000, 0)
	write := func(name string) {
		if err := os.WriteFile(name, []byte("trace"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write(name)
	before, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	all := []Files{{}}
	s := &session{}
	if err := s.addTrace(all, name, before); err == nil {
		t.Error("a trace of before was taken")
	}
	write(name + ".new")
	if err := os.Rename(name+".new", name); err != nil {
		t.Fatal(err)
	}
	if err := s.addTrace(all, name, before); err != nil || all[0].Trace != name {
		t.Errorf("%v, %v", all, err)
	}
}
