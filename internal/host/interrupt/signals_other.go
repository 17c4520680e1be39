//go:build !unix

package interrupt

import "syscall"

var others = []other{{syscall.SIGTERM, true}}
