package setting

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// handle is a process that cannot be mistaken for a later one with the same
// PID, provided that it is looked at again after the handle was opened. Before
// Linux 5.3 there are no descriptors of processes, fd is negative, and the PID
// has to do.
type handle struct{ pid, fd int }

func openHandle(pid int) (handle, error) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil && !errors.Is(err, unix.ENOSYS) {
		return handle{}, os.NewSyscallError("pidfd_open", err)
	}
	return handle{pid, fd}, nil
}

func (h handle) close() {
	if h.fd >= 0 {
		_ = unix.Close(h.fd)
	}
}

// signal sends a signal; 0 only asks whether one may.
func (h handle) signal(s unix.Signal) error {
	if h.fd < 0 {
		return unix.Kill(h.pid, s)
	}
	return unix.PidfdSendSignal(h.fd, s, nil, 0)
}

// ended reports whether the last thread has, and with it every open file.
func (h handle) ended() bool {
	if h.fd < 0 {
		return errors.Is(unix.Kill(h.pid, 0), unix.ESRCH)
	}
	n, _ := unix.Poll([]unix.PollFd{{Fd: int32(h.fd), Events: unix.POLLIN}}, 0)
	return n > 0
}
