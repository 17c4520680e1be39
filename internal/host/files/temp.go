package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"tare/internal/host/interrupt"
	"tare/internal/host/invoker"
	"tare/internal/host/private"
	"tare/internal/host/proc"
)

// Temp makes a fresh folder in the system's place for temporary files; what a killed tare
// could not remove there goes now. The caller calls remove, which the second signal does
// for him.
func Temp() (dir string, remove func() error, err error) {
	if dir, err = tempIn(os.TempDir()); err != nil {
		return "", nil, err
	}
	return dir, remover(dir), nil
}

// remover has a folder removed by whoever comes first: who calls it, or the second signal.
func remover(dir string) func() error {
	forget := interrupt.Remove(dir)
	return func() error {
		defer forget()
		return invoker.RemoveAll(dir)
	}
}

func tempIn(parent string) (string, error) {
	root := os.DirFS("/")
	self, err := proc.Identify(root, "self")
	if err != nil { // no procfs here: nothing can be told about owners
		return fresh(parent, ours)
	}
	sweep(parent, func(e os.DirEntry) bool {
		id, ok := tempOwner(e.Name())
		return ok && id.Gone(root, self)
	})
	return fresh(parent, tempPrefix(self))
}

// fresh makes a folder that only the person for whom tare works can use. In a
// parent that lets others put something else in its place there is no such folder.
func fresh(parent, prefix string) (string, error) {
	dir, err := invoker.MkdirTemp(parent, prefix)
	if err != nil {
		return "", err
	}
	if err := private.User().Check(dir); err != nil {
		return "", errors.Join(err, invoker.Remove(dir))
	}
	return dir, nil
}

// Abandoned reports whether path lies, or lay, in a folder that Temp made for a
// process that is certainly gone.
func Abandoned(path string) bool {
	root := os.DirFS("/")
	self, err := proc.Identify(root, "self")
	if err != nil {
		return false
	}
	for element := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if id, ok := tempOwner(element); ok && id.Gone(root, self) {
			return true
		}
	}
	return false
}

// ours begins the names of the folders that Temp makes; random digits end them.
const ours = "tare-"

func tempPrefix(owner proc.Identity) string { return ours + owner.String() + "-" }

// tempOwner reads a folder's name; false when Temp does not make such names.
func tempOwner(name string) (proc.Identity, bool) {
	name, ok := strings.CutPrefix(name, ours)
	end := strings.LastIndexByte(name, '-')
	if !ok || end < 0 {
		return proc.Identity{}, false
	}
	return proc.ParseIdentity(name[:end])
}

// sweep removes what is left in a folder, as far as the person for whom tare works can: a
// folder of another user stays.
func sweep(parent string, left func(os.DirEntry) bool) {
	_ = invoker.As(func() error {
		entries, err := os.ReadDir(parent)
		for _, e := range entries {
			if left(e) {
				_ = os.RemoveAll(filepath.Join(parent, e.Name()))
			}
		}
		return err
	})
}
