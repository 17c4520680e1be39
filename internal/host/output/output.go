// Package output writes files that take the place of others only when they are
// complete: whatever happens before, what was there stays. It also tells whether output
// goes to a terminal.
package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"tare/internal/host/invoker"
	"tare/internal/host/scratch"
)

// File is a file that is written beside the one that it is to replace. A device or a
// pipe, which cannot be replaced, is written to at the end.
type File struct {
	*os.File        // what is written to: in the same folder, under a name nobody knows
	path     string // to be replaced; links followed
	direct   bool   // path is not a regular file, or one that is open already
	away     bool   // path's folder takes no other file: this one is elsewhere
	done     bool
	failed   error // of the first write that failed since Clear
}

// Create opens a file for what is to be at path, with the rights of the person for whom
// tare works. It finds out whether that can be written, and does not touch what is
// there. Where a link leads to nothing, that is what will be made.
func Create(path string) (f *File, err error) {
	err = invoker.As(func() (err error) { f, err = create(path); return err })
	return f, err
}

func create(path string) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "create", Path: path, Err: errors.New("is a directory")}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	target, open, err := follow(path)
	if err != nil {
		return nil, about(path, err)
	}
	if info == nil {
		f, err := scratch.Beside(target, 0o666)
		if err != nil {
			return nil, about(path, err)
		}
		return &File{File: f, path: target}, nil
	}
	if open || !info.Mode().IsRegular() {
		f, err := openDirect(path)
		if err != nil {
			return nil, err
		}
		return &File{File: f, path: path, direct: true}, nil
	}
	f, err := replace(target, info.Mode().Perm())
	if err != nil {
		return nil, about(path, err)
	}
	return f, nil
}

// replace opens a file for what is to replace the one at path.
func replace(path string, mode fs.FileMode) (*File, error) {
	if err := writable(path); err != nil {
		return nil, err
	}
	f, err := scratch.Beside(path, 0o666)
	if err == nil {
		_ = f.Chmod(mode) // as far as the file system knows of modes
		return &File{File: f, path: path}, nil
	}
	if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return nil, err
	}
	f, err = scratch.Beside(filepath.Join(os.TempDir(), filepath.Base(path)), 0o600)
	if err != nil {
		return nil, err
	}
	return &File{File: f, path: path, away: true}, nil
}

// about makes an error one about the name that the user knows.
func about(path string, err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		e.Path = path
	}
	return err
}

// writable returns why a file must not be replaced: who protects it means it.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// Write implements io.Writer.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if err != nil && f.failed == nil {
		f.failed = err
	}
	return n, err
}

// WriteString implements io.StringWriter.
func (f *File) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// ReadFrom implements io.ReaderFrom.
func (f *File) ReadFrom(r io.Reader) (int64, error) { return io.Copy(struct{ io.Writer }{f}, r) }

// Clear takes back what was written, to begin anew.
func (f *File) Clear() error {
	f.failed = nil
	if f.direct {
		return nil
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// Commit puts the file into its place. Without Commit, Close leaves no trace of it, nor
// after a write that failed: whoever wrote has that error, and what is there is whole.
func (f *File) Commit() error {
	if f.failed != nil {
		return nil
	}
	if f.done || f.direct {
		f.done = true
		return nil
	}
	f.done = true
	return invoker.As(func() error {
		var err error
		if !f.away {
			err = os.Rename(f.Name(), f.path)
		}
		if f.away || err != nil && !fails(err) {
			// A file that something is mounted on, or that is open elsewhere, cannot be
			// replaced, but written.
			err = f.copy()
		} else if err == nil {
			return nil
		}
		return errors.Join(err, os.Remove(f.Name()))
	})
}

// fails reports whether the disk is the reason for an error: who wrote to it all the same
// could lose what is there.
func fails(err error) bool {
	return errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS)
}

func (f *File) copy() error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	// Of a file that is there O_CREATE could make one that may not be written: somebody
	// else's in a sticky folder.
	to, err := os.OpenFile(f.path, os.O_WRONLY|os.O_TRUNC, 0)
	if errors.Is(err, fs.ErrNotExist) {
		to, err = os.Create(f.path)
	}
	if err != nil {
		return err
	}
	_, err = io.Copy(to, f.File)
	return errors.Join(err, to.Close())
}

// Close closes the file, and removes it if it was not committed.
func (f *File) Close() error {
	err := f.File.Close()
	if !f.done && !f.direct {
		err = errors.Join(err, invoker.Remove(f.Name()))
	}
	return err
}

// Room returns why the person for whom tare works can write nothing to a folder, such as
// that its disk is full, also where root still could; nil when he can.
func Room(dir string) error {
	f, err := scratch.Beside(filepath.Join(dir, "room"), 0o600)
	if err != nil {
		return err
	}
	err = invoker.As(func() error {
		_, err := f.Write(make([]byte, 64<<10))
		return err
	})
	return errors.Join(err, f.Close(), invoker.Remove(f.Name()))
}
