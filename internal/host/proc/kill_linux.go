package proc

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// Kill sends SIGKILL to every process that list names, and to no other: a PID
// is signalled through a descriptor of its process, after list has named it
// again. The calling process and PIDs that are not positive (those of other
// namespaces) are passed over. It returns how many were signalled. Before
// Linux 5.3 there are no such descriptors, and the PID has to do.
func Kill(list func() ([]int, error)) (int, error) {
	pids, err := list()
	if err != nil || len(pids) == 0 {
		return 0, err
	}
	fds := map[int]int{}
	defer func() {
		for _, fd := range fds {
			_ = unix.Close(fd)
		}
	}()
	for _, pid := range pids {
		if pid <= 0 || pid == os.Getpid() {
			continue
		}
		switch fd, err := unix.PidfdOpen(pid, 0); {
		case err == nil, errors.Is(err, unix.ENOSYS):
			fds[pid] = fd
		case !errors.Is(err, unix.ESRCH):
			return 0, os.NewSyscallError("pidfd_open", err)
		}
	}
	return killConfirmed(fds, list)
}

// killConfirmed signals those processes that are still listed.
func killConfirmed(fds map[int]int, list func() ([]int, error)) (int, error) {
	again, err := list()
	if err != nil {
		return 0, err
	}
	killed := 0
	for pid, fd := range fds {
		if !slices.Contains(again, pid) {
			continue
		}
		switch e := sendKill(pid, fd); {
		case e == nil:
			killed++
		case !errors.Is(e, unix.ESRCH):
			err = errors.Join(err, fmt.Errorf("killing process %d: %w", pid, e))
		}
	}
	return killed, err
}

func sendKill(pid, fd int) error {
	if fd < 0 {
		return unix.Kill(pid, unix.SIGKILL)
	}
	return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
}
