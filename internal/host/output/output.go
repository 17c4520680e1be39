// Package output writes files that take the place of others only when they are
// complete: whatever happens before, what was there stays.
package output

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tare/internal/host/invoker"
)

// File is a file that is written beside the one that it is to replace. A device or a
// pipe, which cannot be replaced, is written to at the end.
type File struct {
	*os.File        // what is written to: in the same folder, under a name nobody knows
	path     string // to be replaced; links followed
	direct   bool   // path is no regular file
	done     bool
}

// Create opens a file for what is to be at path, with the rights of the person for whom
// tare works. It finds out whether that can be written, and does not touch what is
// there.
func Create(path string) (f *File, err error) {
	err = invoker.As(func() (err error) { f, err = create(path); return err })
	return f, err
}

func create(path string) (*File, error) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		target = path // it is not there, or cannot be: creating says so
	}
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "create", Path: path, Err: errors.New("is a directory")}
	case err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(path, "/dev/")): // such as /dev/stdout
		f, err := openDirect(path)
		if err != nil {
			return nil, err
		}
		return &File{File: f, path: path, direct: true}, nil
	case err == nil:
		if err := writable(target); err != nil {
			return nil, about(path, err)
		}
	}
	mode := fs.FileMode(0o666)
	beside := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%s.tare", filepath.Base(target), rand.Text()[:10]))
	f, err := os.OpenFile(beside, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, about(path, err)
	}
	if info != nil {
		_ = f.Chmod(info.Mode().Perm()) // as far as the file system knows of modes
	}
	return &File{File: f, path: target}, nil
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

// Clear takes back what was written, to begin anew.
func (f *File) Clear() error {
	if f.direct {
		return nil
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// Commit puts the file into its place. Without Commit, Close leaves no trace of it.
func (f *File) Commit() error {
	if f.done || f.direct {
		f.done = true
		return nil
	}
	f.done = true
	return invoker.As(func() error {
		if err := os.Rename(f.Name(), f.path); err == nil {
			return nil
		}
		// A file that something is mounted on, or that is open elsewhere, cannot be
		// replaced, but written.
		err := f.copy()
		return errors.Join(err, os.Remove(f.Name()))
	})
}

func (f *File) copy() error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	to, err := os.Create(f.path)
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
