package recording

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// An earlier recording stays unless all of the new one can take its place.
func TestSettleAllOrNothing(t *testing.T) {
	for name, whole := range map[string]bool{"whole": true, "without its kernel side": false} {
		dir, beside := t.TempDir(), t.TempDir()
		put := func(dir, name, text string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		put(dir, traceFile, "old")
		put(dir, kernelFile, "old")
		put(dir, hitFile, "old")
		put(beside, traceFile, "new")
		want := "old"
		if whole {
			put(beside, kernelFile, "new")
			want = "new"
		}
		s := &session{Request: Request{Dir: dir}, beside: beside}
		all, err := s.settle([]Files{{filepath.Join(beside, traceFile), filepath.Join(beside, kernelFile)}})
		if (err == nil) != whole || !whole && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		if whole && all[0].Kernel != filepath.Join(dir, kernelFile) {
			t.Errorf("%s: it is at %s", name, all[0].Kernel)
		}
		for _, file := range []string{traceFile, kernelFile} {
			if got, err := os.ReadFile(filepath.Join(dir, file)); string(got) != want || err != nil {
				t.Errorf("%s: %s is %q, %v", name, file, got, err)
			}
		}
		entries, err := os.ReadDir(dir)
		if left := map[bool]int{true: 2, false: 3}[whole]; len(entries) != left || err != nil {
			t.Errorf("%s: there are %v, %v", name, entries, err)
		}
	}
}

// Recordings of an earlier flight stay.
func TestNumbered(t *testing.T) {
	dir := t.TempDir() + "/new"
	for n := range 3 {
		got, err := Numbered(dir)
		if want := fmt.Sprintf("%s/%d", dir, n+1); err != nil || filepath.ToSlash(got) != filepath.ToSlash(want) {
			t.Errorf("%s, %v, not %s", got, err, want)
		}
	}
	if _, err := Numbered("/dev/null/x"); err == nil {
		t.Error("made a folder below a file")
	}
}
