//go:build unix

package input

import "syscall"

// unblocked opens a pipe at once, whether or not somebody writes to it.
const unblocked = syscall.O_NONBLOCK
