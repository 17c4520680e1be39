package files

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tare/internal/host/invoker"
	"tare/internal/host/proc"
)

const nobody = 65534

// unprivileged runs f with rights that modes mean something to.
func unprivileged(t *testing.T, f func() error) {
	t.Helper()
	run := func(f func() error) error { return f() }
	if os.Geteuid() == 0 {
		run = func(f func() error) error {
			return invoker.Run(invoker.Person{User: proc.User{UID: nobody, GID: nobody}}, f)
		}
	}
	if err := run(f); err != nil {
		t.Error(err)
	}
}

// open returns a folder that everybody can write to.
func open(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFixedFolder writes a file in a folder that takes no other.
func TestFixedFolder(t *testing.T) {
	dir, temp := open(t), open(t)
	t.Setenv("TMPDIR", temp)
	path := filepath.Join(dir, "baseline")
	if err := os.WriteFile(path, []byte("old and longer"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, commit := range []bool{false, true} {
		want := "old and longer"
		unprivileged(t, func() error {
			f, err := create(path)
			if err != nil {
				return err
			}
			if _, err := f.WriteString("new"); err != nil {
				return err
			}
			if got := content(t, path); got != want {
				return fmt.Errorf("before it is complete, there is %q", got)
			}
			if commit {
				want = "new"
				if err := f.Commit(); err != nil {
					return err
				}
			}
			return f.Close()
		})
		if got := content(t, path); got != want {
			t.Errorf("commit %v: %q", commit, got)
		}
		only(t, dir, "baseline")
		only(t, temp)
	}
	unprivileged(t, func() error {
		if _, err := create(filepath.Join(dir, "new")); !os.IsPermission(err) {
			return fmt.Errorf("a new file: %v", err)
		}
		return nil
	})
}

// TestMemory replaces a file below /dev that is one like any other.
func TestMemory(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "")
	if err != nil {
		t.Skip(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "baseline")
	if err := os.WriteFile(path, []byte("old and longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, path, "new")
	if got := content(t, path); got != "new" {
		t.Errorf("%q", got)
	}
	only(t, dir, "baseline")
}

// TestOpen writes on a file that somebody has open, as standard output is.
func TestOpen(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(fmt.Sprintf("/dev/fd/%d", f.Fd()), link); err != nil {
		t.Fatal(err)
	}
	for i, path := range []string{link, fmt.Sprintf("/proc/self/fd/%d", f.Fd())} {
		want := fmt.Sprint("text ", i)
		write(t, path, want)
		got := make([]byte, len(want))
		if _, err := f.ReadAt(got, 0); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
}
