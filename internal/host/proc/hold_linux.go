package proc

import (
	"errors"
	"sync"

	"golang.org/x/sys/unix"
)

// canTrace tells whether a child may ask to be traced, which some seccomp
// profiles forbid. The thread that tries it ends with that.
var canTrace = sync.OnceValue(func() (ok bool) {
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
