package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/host/proc"
	"tare/internal/read/procfs"
)

// process is the scheme of processes, named by PID and start time in clock
// ticks after boot: "process:812@40211". Values are "running" and "stopped".
// A process that has ended does not exist, whoever has its PID now.
type process struct {
	tree
	keep []int
}

const (
	running = "running"
	stopped = "stopped"
)

func (p process) get(arg string) (string, error) {
	pid, start, err := parseProcess(arg)
	if err != nil {
		return "", err
	}
	found, err := p.find(pid, start)
	if err != nil {
		return "", err
	}
	if found.State == 'T' {
		return stopped, nil
	}
	return running, nil
}

// stateGrace is how long a process may take to stop: one inside an
// uninterruptible system call stops at its end.
const stateGrace = time.Second

func (p process) set(arg, value string) error {
	var signal unix.Signal
	switch value {
	case running:
		signal = unix.SIGCONT
	case stopped:
		signal = unix.SIGSTOP
	default:
		return fmt.Errorf("a process can be running or stopped, not %q", value)
	}
	if err := p.signal(arg, signal); err != nil {
		return err
	}
	return p.awaitState(arg, value)
}

// awaitState returns when the process is in the state, or gone.
func (p process) awaitState(arg, value string) error {
	var now string
	var err error
	shown := await(stateGrace, func() bool {
		now, err = p.get(arg)
		return err != nil || now == value
	})
	if !shown {
		return fmt.Errorf("process %s is still %s %v after the signal", arg, now, stateGrace)
	}
	return err
}

func (p process) settable(arg string) error { return p.signal(arg, 0) }

// signal sends a signal to the very process.
func (p process) signal(arg string, s unix.Signal) error {
	pid, start, err := parseProcess(arg)
	if err != nil {
		return err
	}
	if s != unix.SIGCONT && slices.Contains(p.keep, pid) {
		return fmt.Errorf("signalling process %d: tare needs it itself: %w", pid, fs.ErrPermission)
	}
	h, err := proc.OpenHandle(pid)
	if err != nil {
		return ended(pid, err)
	}
	defer h.Close()
	if _, err := p.find(pid, start); err != nil {
		return err
	}
	if err := h.Signal(s); err != nil {
		return ended(pid, err)
	}
	return nil
}

// find returns the process with this PID that started then.
func (p process) find(pid int, start uint64) (procfs.Process, error) {
	found, err := parse(p.tree, fmt.Sprintf("proc/%d/stat", pid), procfs.ParseProcess)
	if err == nil && (found.Start != start || found.Dead()) {
		err = unix.ESRCH
	}
	if err != nil {
		return found, ended(pid, err)
	}
	return found, nil
}

// ended wraps an error about a process, which matches ErrEnded and fs.ErrNotExist
// when it says that there is none.
func ended(pid int, err error) error {
	if errors.Is(err, unix.ESRCH) || errors.Is(err, fs.ErrNotExist) {
		return marked{marked{fmt.Errorf("process %d has ended: %w", pid, err), fs.ErrNotExist}, ErrEnded}
	}
	return refused(fmt.Sprintf("process %d", pid), err)
}

func parseProcess(arg string) (pid int, start uint64, err error) {
	p, s, _ := strings.Cut(arg, "@")
	pid, err1 := strconv.Atoi(p)
	start, err2 := strconv.ParseUint(s, 10, 64)
	if err1 != nil || err2 != nil || pid <= 0 {
		return 0, 0, fmt.Errorf("%q is not a process: want its PID and start time, like 812@40211", arg)
	}
	return pid, start, nil
}
