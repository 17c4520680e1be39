//go:build !linux

package invoker

import (
	"errors"
	"os"
	"os/exec"
)

// Run is for Linux, where a thread can have an identity of its own.
func Run(Person, func() error) error { return errors.ErrUnsupported }

// Lower does nothing where there is never another person than the user.
func Lower(*exec.Cmd) {}

func belongs(string, int) bool { return false }

func owns(os.FileInfo, int) bool { return false }
