// Package private is about folders and files that nobody else can change. Whatever
// tare reads back or has executed lies in such a place: it belongs to its owner or
// to root, nobody else may write to it, and the same holds for every folder on the
// way there from "/". A folder that everybody may write to, such as /tmp, may be on
// that way when it is sticky, so that what lies in it can be replaced by nobody but
// its owner. Where a whole way is private, no link in it is a stranger's. Locks that tares
// of one user keep each other out with lie there as well.
//
// Windows keeps these rights in access lists, which are right for the user's own
// folders without anybody's doing; nothing is checked there.
package private

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tare/internal/host/invoker"
)

// Error says why something is not private.
type Error struct{ Path, Why string }

// Error implements error.
func (e *Error) Error() string { return e.Path + " " + e.Why }

// Place is whose folders are meant.
type Place struct {
	owners []int // users who may own what is there, beside root
	as     func(func() error) error
}

// Own is the place of the user that this process runs as: root's for root.
func Own() Place {
	return Place{[]int{os.Geteuid()}, func(f func() error) error { return f() }}
}

// User is the place of the person for whom tare works, who makes what is made
// there: who called sudo, if somebody did.
func User() Place { return Place{[]int{invoker.UID()}, invoker.As} }

// Check returns an *Error unless the path, which has to exist, is private. A link
// at its end is followed.
func (p Place) Check(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	return p.as(func() error { return p.check(path) })
}

// Dir makes a folder that only its owner can use, and those above it that are
// missing, and checks it. What is there already stays as it is.
func (p Place) Dir(path string) error {
	err := p.as(func() error { return os.MkdirAll(path, 0o700) })
	if err != nil {
		return err
	}
	return p.Check(path)
}

// State makes the folder that StateDir has named, like Dir. What others may do in
// one that an older tare has made is taken away from them; one with another name, in
// TARE_STATE, can be anything, such as somebody's home, and its files alone are
// for their owner only.
func (p Place) State(path string) error {
	// In a small container /var/lib itself may be missing, which is everybody's.
	err := p.as(func() error { return os.MkdirAll(filepath.Dir(path), 0o755) })
	if err == nil {
		err = p.Dir(path)
	}
	if err != nil || filepath.Base(path) != stateName {
		return err
	}
	return p.as(func() error {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o077 == 0 {
			return err
		}
		return os.Chmod(path, 0o700)
	})
}

// OpenFile is os.OpenFile for a file in a private folder that is private itself. A
// link in its place is an error, and so is anything but a regular file.
func (p Place) OpenFile(path string, flag int, perm os.FileMode) (*os.File, error) {
	if err := p.Check(filepath.Dir(path)); err != nil {
		return nil, err
	}
	f, info, err := p.open(path, flag, perm)
	if err != nil {
		return nil, err
	}
	if err := p.mine(path, info); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Open opens a file for reading that a program of the person's was to write, who may
// have put anything in its place: a link, or what is not a regular file, is an error.
func (p Place) Open(path string) (*os.File, error) {
	f, _, err := p.open(path, os.O_RDONLY, 0)
	return f, err
}

// open opens a regular file and no other.
func (p Place) open(path string, flag int, perm os.FileMode) (f *os.File, info os.FileInfo, err error) {
	err = p.as(func() (err error) { f, err = os.OpenFile(path, flag|noFollow, perm); return err })
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &Error{path, "is not a regular file"}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadFile is os.ReadFile for a private file.
func (p Place) ReadFile(path string) ([]byte, error) {
	f, err := p.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// WriteFile puts a file into a private folder, in one step for those who read it
// meanwhile. What was there by that name, file or link, is replaced.
func (p Place) WriteFile(path string, data []byte) error {
	return p.put(path, data, func(fresh string) error { return os.Rename(fresh, path) })
}

// put has a file with a name that nobody knows come to path.
func (p Place) put(path string, data []byte, come func(fresh string) error) error {
	if err := p.Check(filepath.Dir(path)); err != nil {
		return err
	}
	return p.as(func() error {
		f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".")
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		if err = errors.Join(err, f.Close()); err == nil {
			err = come(f.Name())
		}
		if err != nil {
			os.Remove(f.Name())
		}
		return err
	})
}

// NewFile is WriteFile for a file that is not there yet: of several who make it at the same
// time one does, the others get fs.ErrExist. Where the file system has no hard links, the
// last one's stays.
func (p Place) NewFile(path string, data []byte) error {
	return p.put(path, data, func(fresh string) error {
		err := os.Link(fresh, path)
		if err == nil {
			return os.Remove(fresh)
		}
		if errors.Is(err, fs.ErrExist) {
			return err
		}
		return os.Rename(fresh, path)
	})
}

// Link makes link, in a private folder, point to target, in one step for those who
// use it meanwhile.
func (p Place) Link(target, link string) error {
	if err := p.Check(filepath.Dir(link)); err != nil {
		return err
	}
	return p.as(func() error {
		if old, err := os.Readlink(link); err == nil && old == target && p.ownLink(link) == nil {
			return nil
		}
		// A folder of its own gives the new link a name that nobody has.
		fresh, err := os.MkdirTemp(filepath.Dir(link), filepath.Base(link)+".")
		if err != nil {
			return err
		}
		defer os.RemoveAll(fresh)
		name := filepath.Join(fresh, "link")
		if err := os.Symlink(target, name); err != nil {
			return err
		}
		return os.Rename(name, link)
	})
}

// writable describes who else could write.
func writable(mode os.FileMode) string {
	return fmt.Sprintf("can be written by others (mode %04o)", mode.Perm())
}

// stateName is what the state folder is called, unless $TARE_STATE says otherwise.
const stateName = "tare"

// StateDir returns the folder for the journal of the machine below root, and for
// the locks: root's is for everybody on the machine, others have their own.
// $TARE_STATE overrides it.
func StateDir(root string, getenv func(string) string, euid int) (string, error) {
	if dir := getenv("TARE_STATE"); dir != "" {
		return filepath.Abs(dir)
	}
	if root != "/" || euid == 0 {
		return filepath.Join(root, "var/lib", stateName), nil
	}
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, stateName), nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local/state", stateName), nil
	}
	return "", errors.New("no folder for the journal: neither TARE_STATE, XDG_STATE_HOME nor HOME is set")
}
