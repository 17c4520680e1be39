//go:build unix

package proc

import (
	"os"
	"syscall"
)

// Hold stops a process before it goes any further, until release is called.
func Hold(p interface{ Signal(os.Signal) error }) (release func()) {
	if p.Signal(syscall.SIGSTOP) != nil {
		return func() {} // it has ended
	}
	return func() { _ = p.Signal(syscall.SIGCONT) }
}
