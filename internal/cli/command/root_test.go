package command

import (
	"os"
	"path/filepath"
	"testing"

	"tare/internal/engine/exit"
)

func TestRoot(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{"/": "/", ".": dir, filepath.Join(dir, "."): dir} {
		if got, err := Root(in); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"file", "missing", ""} {
		if got, err := Root(in); exit.Status(err) != exit.Usage {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}
