//go:build !linux

package proc

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
)

// Allowed returns how many CPUs tare may run on, which is what its processes may.
func Allowed(int) (int, error) { return runtime.NumCPU(), nil }

// Detach is for systems whose settings tare can change.
func Detach(*exec.Cmd) {}

// Kill is for systems with process descriptors.
func Kill(func() ([]int, error)) (int, error) {
	return 0, fmt.Errorf("killing a process tree: %w", errors.ErrUnsupported)
}

// errGone has no counterpart without procfs.
var errGone = errors.New("no such process")

// Start starts the command. Only its end is tracked, not its descendants'.
func Start(c Command) (*Process, error) {
	if c.Cgroup != "" || len(c.Enter) > 0 || c.NoASLR || c.User != nil {
		return nil, fmt.Errorf("cgroups, address randomization and other users: %w", errors.ErrUnsupported)
	}
	if err := CanPin(c.CPUs); err != nil {
		return nil, err
	}
	cmd, err := c.build()
	if err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd, done: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", cmd.Path, err)
	}
	p.PID = cmd.Process.Pid
	if c.Held != nil {
		c.Held(p.PID)
	}
	go p.reap(c.Exited)
	return p, nil
}

// CanPin fails unless the list is empty.
func CanPin(cpus []int) error {
	if len(cpus) == 0 {
		return nil
	}
	return fmt.Errorf("pinning to CPUs %v: %w on this system", cpus, errors.ErrUnsupported)
}

// CanCloneIntoCgroup fails: there are no cgroups.
func CanCloneIntoCgroup() error {
	return fmt.Errorf("cgroups: %w", errors.ErrUnsupported)
}
