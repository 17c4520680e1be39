// Package scratch makes temporary files and folders that do not outlive their owner for
// long: each carries its owner's identity in its name, and the next one to be made in the
// same place removes those whose owner is gone.
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tare/internal/host/interrupt"
	"tare/internal/host/invoker"
	"tare/internal/host/private"
	"tare/internal/host/proc"
)

// Dir makes a fresh folder in the system's place for temporary files; what a killed tare
// could not remove there goes now. The caller calls remove, which the second signal does
// for him.
func Dir() (dir string, remove func() error, err error) {
	if dir, err = dirIn(os.TempDir()); err != nil {
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

func dirIn(parent string) (string, error) {
	root := os.DirFS("/")
	self, err := proc.Identify(root, "self")
	if err != nil { // no procfs here: nothing can be told about owners
		return fresh(parent, "tare-")
	}
	sweep(parent, func(e os.DirEntry) bool {
		id, ok := owner(e.Name())
		return ok && id.Gone(root, self)
	})
	return fresh(parent, prefix(self))
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

// Abandoned reports whether path lies, or lay, in a folder that Dir made for a
// process that is certainly gone.
func Abandoned(path string) bool {
	root := os.DirFS("/")
	self, err := proc.Identify(root, "self")
	if err != nil {
		return false
	}
	for element := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if id, ok := owner(element); ok && id.Gone(root, self) {
			return true
		}
	}
	return false
}

const format = "tare-%d-%d-%d-"

func prefix(id proc.Identity) string { return fmt.Sprintf(format, id.Namespace, id.PID, id.Start) }

// owner reads a folder's name; false when Dir does not make such names.
func owner(name string) (id proc.Identity, ok bool) {
	_, err := fmt.Sscanf(name, format, &id.Namespace, &id.PID, &id.Start)
	return id, err == nil
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
