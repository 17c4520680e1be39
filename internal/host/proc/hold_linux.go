package proc

import (
	"errors"
	"os"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// canTrace tells whether a child may ask to be traced. Some seccomp profiles forbid
// ptrace, and from 2 on so does Yama's ptrace_scope to all or most (see
// Documentation/admin-guide/LSM/Yama.rst): the child could not be started then.
var canTrace = sync.OnceValue(func() (ok bool) {
	scope, err := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope")
	if err == nil && strings.TrimSpace(string(scope)) >= "2" {
		return false
	}
	OnOwnThread(func() {
		// Nothing can be detached from: that is ESRCH where ptrace is allowed.
		ok = errors.Is(unix.PtraceDetach(unix.Gettid()), unix.ESRCH)
	})
	return ok
})

// hold calls held while the child that the calling thread has started, traced if
// that is allowed, stands still after its exec, and then lets it go.
func (p *Process) hold(held func(pid int)) {
	stopped := p.cmd.SysProcAttr.Ptrace && awaitStop(p.PID)
	held(p.PID)
	if stopped {
		_ = unix.PtraceDetach(p.PID)
	}
}

// trapped is CLD_TRAPPED of siginfo.h: a traced child has stopped.
const trapped = 4

// awaitStop returns when a traced child has stopped, or has ended, which is left
// for others to learn.
func awaitStop(pid int) bool {
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil && info.Code == trapped
		}
	}
}
