package proc

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Handle is a process that cannot be mistaken for a later one with the same PID,
// provided that it is looked at again after the handle was opened. Before Linux
// 5.3 there are no descriptors of processes, fd is negative, and the PID has to do.
type Handle struct{ pid, fd int }

// OpenHandle opens a handle. Errors match unix.ESRCH when there is no process.
func OpenHandle(pid int) (Handle, error) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil && !errors.Is(err, unix.ENOSYS) {
		return Handle{}, os.NewSyscallError("pidfd_open", err)
	}
	return Handle{pid, fd}, nil
}

// Close releases the handle, not the process.
func (h Handle) Close() {
	if h.fd >= 0 {
		_ = unix.Close(h.fd)
	}
}

// Signal sends a signal; 0 only asks whether one may.
func (h Handle) Signal(s unix.Signal) error {
	if h.fd < 0 {
		return unix.Kill(h.pid, s)
	}
	return unix.PidfdSendSignal(h.fd, s, nil, 0)
}

// Ended reports whether the last thread has, and with it every open file.
func (h Handle) Ended() bool {
	if h.fd < 0 {
		return errors.Is(unix.Kill(h.pid, 0), unix.ESRCH)
	}
	n, _ := unix.Poll([]unix.PollFd{{Fd: int32(h.fd), Events: unix.POLLIN}}, 0)
	return n > 0
}
