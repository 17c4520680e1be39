package explain

import (
	"errors"
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
		s := &session{options: options{dir: dir}, beside: beside}
		all, err := s.settle([]recording{{filepath.Join(beside, traceFile), filepath.Join(beside, kernelFile)}})
		if (err == nil) != whole || !whole && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		if whole && all[0].kernel != filepath.Join(dir, kernelFile) {
			t.Errorf("%s: it is at %s", name, all[0].kernel)
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
