package setting

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFileRefused checks that what the kernel says is kept, explained, and of
// the right kind.
func TestFileRefused(t *testing.T) {
	k := newKernel(t, map[string]string{"x": "1\n"})
	f := file{k.tree()}
	for _, c := range []struct {
		says error
		kind error // nil: neither missing nor denied
		hint string
	}{
		{unix.EINVAL, nil, "does not take this value"},
		{unix.EBUSY, nil, "using it"},
		{unix.EIO, nil, "interrupts"},
		{unix.ENOSPC, nil, "no room"},
		{unix.EROFS, fs.ErrPermission, "read-only"},
		{unix.EPERM, fs.ErrPermission, "root"},
		{unix.EACCES, fs.ErrPermission, "root"},
		{unix.ENODEV, fs.ErrNotExist, "does not have it"},
		{enotsupp, fs.ErrNotExist, "does not have it"},
		{io.ErrShortWrite, nil, "short write"},
	} {
		f.write = func(path, text string) error { return &fs.PathError{Op: "write", Path: path, Err: c.says} }
		err := f.set("/x", "7")
		if !errors.Is(err, c.says) {
			t.Errorf("%v became %v", c.says, err)
			continue
		}
		for _, kind := range []error{fs.ErrPermission, fs.ErrNotExist} {
			if errors.Is(err, kind) != (c.kind == kind) {
				t.Errorf("%v: matches %v: %v", err, kind, !(c.kind == kind))
			}
		}
		text := err.Error()
		if !strings.Contains(text, c.hint) || !strings.Contains(text, `"7"`) || strings.Count(text, k.root+"/x") != 1 {
			t.Errorf("%v became %q", c.says, text)
		}
	}
}

// TestFileWrites uses what the real kernel refuses anywhere.
func TestFileWrites(t *testing.T) {
	k := newKernel(t, map[string]string{"long": "a long value\n", "dir/x": ""})
	if err := os.Symlink("/dev/full", filepath.Join(k.root, "full")); err != nil {
		t.Fatal(err)
	}
	b := Open(k.root, Options{})
	if err := b.Set("file:/full", "1"); !errors.Is(err, unix.ENOSPC) {
		t.Errorf("on a full disk: %v", err)
	}
	if err := b.Set("file:/dir", "1"); !errors.Is(err, unix.EISDIR) {
		t.Errorf("on a folder: %v", err)
	}
	if err := b.Set("file:/long", "short"); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(filepath.Join(k.root, "long")); err != nil || string(got) != "short\n" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if err := b.Set("file:/new", "1"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(k.root, "new")); err == nil {
		t.Error("it made a file")
	}
}

// TestFileReadOnly: root may write to any file, except where the kernel lets it
// be read only.
func TestFileReadOnly(t *testing.T) {
	k := newKernel(t, map[string]string{"x": "1\n"})
	b := Open(k.root, Options{})
	if err := b.Settable("file:/x"); err != nil {
		t.Error(err)
	}
	if err := os.Chmod(filepath.Join(k.root, "x"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := b.Settable("file:/x"); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("read-only file: %v", err)
	}
}

// TestFileStaysBelowRoot checks that no path leads out of the root.
func TestFileStaysBelowRoot(t *testing.T) {
	k := newKernel(t, map[string]string{"outside": "1", "root/inside": "2"})
	b := Open(filepath.Join(k.root, "root"), Options{})
	if v, err := b.Get("file:/../outside"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %q, %v", v, err)
	}
	if v, err := b.Get("file:/../inside"); v != "2" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
}
