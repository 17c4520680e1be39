package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// only checks what is in a folder.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(names) {
		t.Errorf("in the folder: %v, %v", entries, err)
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "baseline")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	for _, commit := range []bool{false, true} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("new"); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != "old" {
			t.Errorf("before it is complete, there is %q", got)
		}
		want := "old"
		if commit {
			want = "new"
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != want {
			t.Errorf("commit %v: %q", commit, got)
		}
		only(t, dir, "baseline")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o200 == 0 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestNew(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	only(t, dir)
	if _, err := Create(filepath.Join(dir, "missing", "new")); !os.IsNotExist(err) {
		t.Error(err)
	}
	if _, err := Create(dir); err == nil {
		t.Error("a folder was taken for a file")
	}
}

// TestLink writes where a link points to, and leaves the link.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	f, err := Create(link)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != path || content(t, path) != "new" {
		t.Errorf("the link points to %q, %v", to, err)
	}
}

// write commits a file with some content.
func write(t *testing.T, path, text string) {
	t.Helper()
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestDangling makes the file that a link leads to.
func TestDangling(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	for to, want := range map[string]string{"sub/new": "sub/new", "../" + filepath.Base(dir) + "/sub/other": "sub/other"} {
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(link)
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
		write(t, link, "new")
		if got, err := os.Readlink(link); err != nil || got != to || content(t, filepath.Join(dir, want)) != "new" {
			t.Errorf("the link points to %q, %v", got, err)
		}
		only(t, dir, "link", "sub")
	}
	_ = os.Remove(link)
	if err := os.Symlink("missing/new", link); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(link); !os.IsNotExist(err) || !strings.Contains(err.Error(), link) {
		t.Errorf("into a folder that is not there: %v", err)
	}
	if err := errors.Join(os.Remove(link), os.Symlink("link", link)); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(link); err == nil {
		t.Error("a link led to itself, and somewhere else")
	}
}

func TestRoom(t *testing.T) {
	dir := t.TempDir()
	if err := Room(dir); err != nil {
		t.Error(err)
	}
	only(t, dir)
	if err := Room(filepath.Join(dir, "missing")); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// Where the disk fails, nothing is written over what is there; where renaming is merely
// refused, it is.
func TestFails(t *testing.T) {
	for err, want := range map[error]bool{syscall.EIO: true, syscall.ENOSPC: true, syscall.EBUSY: false, syscall.EPERM: false} {
		if got := fails(&os.LinkError{Op: "rename", Err: err}); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

// TestFailedWrite has a file that could not be written whole replace nothing.
func TestFailedWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "base.txt")
	if err := os.WriteFile(path, []byte("whole"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(f *Pending) error{
		"Write":       func(f *Pending) error { _, err := f.Write([]byte("x")); return err },
		"WriteString": func(f *Pending) error { _, err := io.WriteString(f, "x"); return err },
		"ReadFrom":    func(f *Pending) error { _, err := io.Copy(f, strings.NewReader("x")); return err },
	} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		open := f.File
		if f.File, err = os.Open(os.DevNull); err != nil { // writing to it fails
			t.Fatal(err)
		}
		if write(f) == nil {
			t.Errorf("%s to a file that is open for reading: no error", name)
		}
		f.File.Close()
		f.File = open
		if err := errors.Join(f.Commit(), f.Close()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != "whole" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
