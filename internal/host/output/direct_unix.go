//go:build unix

package output

import (
	"os"
	"syscall"
)

// openDirect opens a device, or a pipe for which somebody is waiting: opening one for
// which nobody is would wait for ever.
func openDirect(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
}
