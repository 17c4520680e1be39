package proc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Kill sends SIGKILL to every process that list names, and to no other: a PID
// is signalled through a descriptor of its process, after list has named it
// again. The calling process and PIDs that are not positive (those of other
// namespaces) are passed over. It returns how many were signalled.
func Kill(list func() ([]int, error)) (int, error) {
	pids, err := list()
	if err != nil || len(pids) == 0 {
		return 0, err
	}
	var handles []Handle
	defer func() {
		for _, h := range handles {
			h.Close()
		}
	}()
	for _, pid := range pids {
		if pid <= 0 || pid == os.Getpid() {
			continue
		}
		switch h, err := OpenHandle(pid); {
		case err == nil:
			handles = append(handles, h)
		case !errors.Is(err, unix.ESRCH):
			return 0, err
		}
	}
	return killConfirmed(handles, list)
}

// killConfirmed signals those processes that are still listed.
func killConfirmed(handles []Handle, list func() ([]int, error)) (int, error) {
	again, err := list()
	if err != nil {
		return 0, err
	}
	killed := 0
	for _, h := range handles {
		if !slices.Contains(again, h.pid) {
			continue
		}
		switch e := h.Signal(unix.SIGKILL); {
		case e == nil:
			killed++
		case !errors.Is(e, unix.ESRCH):
			err = errors.Join(err, fmt.Errorf("killing process %d: %w", h.pid, e))
		}
	}
	return killed, err
}

// Detach makes cmd, which is not started yet, outlive this process and the
// terminal: it gets a session of its own.
func Detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// Allowed returns how many CPUs the process may run on: its affinity, which the
// kernel keeps within its cpuset and the CPUs that are online
// (sched_getaffinity(2)). A process that has ended is an error, until it was reaped
// not even that.
func Allowed(pid int) (int, error) {
	var cpus unix.CPUSet
	if err := unix.SchedGetaffinity(pid, &cpus); err != nil {
		return 0, fmt.Errorf("asking for the CPUs of process %d: %w", pid, err)
	}
	return cpus.Count(), nil
}

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
