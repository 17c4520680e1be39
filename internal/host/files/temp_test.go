package files

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"tare/internal/host/proc"
)

func TestLeftoversOfTheDeadGo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("owners are told apart by procfs")
	}
	parent := t.TempDir()
	self, err := proc.Identify(os.DirFS("/"), "self")
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(parent, tempPrefix(self)+"1")
	earlier := self
	earlier.Start-- // the same PID, used before
	dead := filepath.Join(parent, tempPrefix(earlier)+"2")
	stranger := filepath.Join(parent, "tare-of-somebody-else-x")
	for _, dir := range []string{mine, dead, stranger} {
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	fresh, err := tempIn(parent)
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]bool{mine: true, dead: false, stranger: true, fresh: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: there is %v, want %v", filepath.Base(dir), err == nil, want)
		}
	}
}
