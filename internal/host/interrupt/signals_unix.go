//go:build unix

package interrupt

import "syscall"

// Of a pipe that nobody reads any more, SIGPIPE tells when standard output or standard
// error is written to it, each time anew: then nobody waits for the rest.
var others = []other{{syscall.SIGTERM, true}, {syscall.SIGHUP, false}, {syscall.SIGPIPE, false}, {syscall.SIGQUIT, false}}
