package proc

import (
	"os/exec"
	"syscall"
)

// Detach makes cmd, which is not started yet, outlive this process and the
// terminal: it gets a session of its own.
func Detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
