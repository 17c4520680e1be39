//go:build unix

package files

import "syscall"

// nonblock opens a pipe at once, whether or not there is somebody at its other end.
const nonblock = syscall.O_NONBLOCK
