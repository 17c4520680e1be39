package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"tare/internal/host/invoker"
)

// Pending is a file that is written beside the one that it is to replace. A device or a
// pipe, which cannot be replaced, is written to at the end.
type Pending struct {
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
func Create(path string) (f *Pending, err error) {
	err = invoker.As(func() (err error) { f, err = create(path); return err })
	return f, err
}

func create(path string) (*Pending, error) {
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
		f, err := Beside(target, 0o666)
		if err != nil {
			return nil, about(path, err)
		}
		return &Pending{File: f, path: target}, nil
	}
	if open || !info.Mode().IsRegular() {
		// Opening a pipe for which nobody is waiting would wait for ever.
		f, err := os.OpenFile(path, os.O_WRONLY|nonblock, 0)
		if err != nil {
			return nil, err
		}
		return &Pending{File: f, path: path, direct: true}, nil
	}
	f, err := replace(target, info.Mode().Perm())
	if err != nil {
		return nil, about(path, err)
	}
	return f, nil
}

// replace opens a file for what is to replace the one at path.
func replace(path string, mode fs.FileMode) (*Pending, error) {
	if err := writable(path); err != nil {
		return nil, err
	}
	f, err := Beside(path, 0o666)
	if err == nil {
		_ = f.Chmod(mode) // as far as the file system knows of modes
		return &Pending{File: f, path: path}, nil
	}
	if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return nil, err
	}
	f, err = Beside(filepath.Join(os.TempDir(), filepath.Base(path)), 0o600)
	if err != nil {
		return nil, err
	}
	return &Pending{File: f, path: path, away: true}, nil
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
func (f *Pending) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if err != nil && f.failed == nil {
		f.failed = err
	}
	return n, err
}

// WriteString implements io.StringWriter.
func (f *Pending) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// ReadFrom implements io.ReaderFrom.
func (f *Pending) ReadFrom(r io.Reader) (int64, error) { return io.Copy(struct{ io.Writer }{f}, r) }

// Clear takes back what was written, to begin anew.
func (f *Pending) Clear() error {
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
func (f *Pending) Commit() error {
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

func (f *Pending) copy() error {
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
func (f *Pending) Close() error {
	err := f.File.Close()
	if !f.done && !f.direct {
		err = errors.Join(err, invoker.Remove(f.Name()))
	}
	return err
}
