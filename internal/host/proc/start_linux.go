package proc

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// errGone is what reading a file of a process that just ended returns.
const errGone = unix.ESRCH

// Start starts the command in a session of its own, so that a terminal's
// ctrl-C reaches tare only. The child is in its cgroups, pinned, and has its
// personality before it execs, without a helper program in between: a thread
// puts itself there, forks, and ends when the child was reaped. The kernel
// kills the child when that thread, and so tare, dies (PDEATHSIG).
func Start(c Command) (*Process, error) {
	p := &Process{done: make(chan struct{})}
	started := make(chan error, 1)
	go OnOwnThread(func() {
		err := p.spawn(c, c.Held != nil && canTrace())
		if err == nil && c.Held != nil {
			p.hold(c.Held)
		}
		started <- err
		if err == nil {
			awaitExit(p.PID)
			p.reap(c.Exited)
		}
	})
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// OnOwnThread runs f on a thread that nobody else uses and that ends with f, and
// returns when f has. The main thread would not do, because it cannot end and
// because /proc/PID shows its cgroup as the process's: a goroutine that lands
// there holds it while another thread is found. The runtime never clones new
// threads from a locked one, so what f does to its thread stays there.
func OnOwnThread(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if unix.Gettid() != unix.Getpid() {
			f()
			return // still locked: the thread ends
		}
		OnOwnThread(f)
		runtime.UnlockOSThread()
	}()
	<-done
}

// spawn puts the calling thread where the child is to be, forks, and takes the
// thread out of the v1 cgroups again: their removal must not have to wait for it.
// A traced child stops when it has execed.
func (p *Process) spawn(c Command, traced bool) error {
	defer leave(c.Leave)
	for _, tasks := range c.Enter {
		if err := writeSelf(tasks); err != nil {
			return fmt.Errorf("entering cgroup: %w", err)
		}
	}
	if err := Pin(c.CPUs); err != nil {
		return err
	}
	if c.NoASLR {
		if err := dropASLR(); err != nil {
			return err
		}
	}
	cmd, err := c.build()
	if err != nil {
		return err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL, Ptrace: traced}
	if c.User != nil {
		cmd.SysProcAttr.Credential = c.User.Credential()
	}
	if c.Cgroup != "" {
		dir, err := os.Open(c.Cgroup)
		if err != nil {
			return fmt.Errorf("entering cgroup: %w", err)
		}
		defer dir.Close()
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(dir.Fd())
	}
	p.cmd = cmd
	return p.start()
}

// Credential is the identity as the package syscall has it.
func (u User) Credential() *syscall.Credential {
	c := &syscall.Credential{Uid: uint32(u.UID), Gid: uint32(u.GID)}
	for _, g := range u.Groups {
		c.Groups = append(c.Groups, uint32(g))
	}
	return c
}

func (p *Process) start() error {
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", p.cmd.Path, err)
	}
	p.PID = p.cmd.Process.Pid
	return nil
}

// writeSelf moves the calling thread: the kernel reads 0 as "the writer".
func writeSelf(tasks string) error {
	f, err := os.OpenFile(tasks, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString("0")
	return err
}

// leave moves the calling thread out of its v1 cgroups. Where that is not
// permitted the thread stays until it ends, with its child.
func leave(tasks []string) {
	for _, t := range tasks {
		_ = writeSelf(t)
	}
}

// Pin restricts the calling thread, and what it forks, to the listed CPUs. An
// empty list changes nothing. It is an error when the thread does not get all
// of them: the kernel silently drops those that its cpuset does not hold.
func Pin(cpus []int) error {
	if len(cpus) == 0 {
		return nil
	}
	var want, got unix.CPUSet
	for _, n := range cpus {
		want.Set(n)
	}
	if want.Count() != len(cpus) {
		return fmt.Errorf("pinning to CPUs %v: more than this program can number", cpus)
	}
	err := unix.SchedSetaffinity(0, &want)
	if err == nil {
		err = unix.SchedGetaffinity(0, &got)
	}
	if err != nil {
		return fmt.Errorf("pinning to CPUs %v: %w", cpus, err)
	}
	if missing := slices.DeleteFunc(slices.Clone(cpus), got.IsSet); len(missing) > 0 {
		return fmt.Errorf("pinning to CPUs %v: the system does not give this process %v", cpus, missing)
	}
	return nil
}

// CanPin tells whether a process can be pinned to the CPUs, without pinning
// anything that lasts.
func CanPin(cpus []int) (err error) {
	OnOwnThread(func() { err = Pin(cpus) })
	return err
}

// Values of personality(2), from linux/personality.h.
const (
	addrNoRandomize  = 0x0040000
	queryPersonality = 0xffffffff
)

// dropASLR turns address randomization off for what the calling thread execs.
func dropASLR() error {
	old, _, errno := unix.RawSyscall(unix.SYS_PERSONALITY, queryPersonality, 0, 0)
	if errno == 0 {
		_, _, errno = unix.RawSyscall(unix.SYS_PERSONALITY, old|addrNoRandomize, 0, 0)
	}
	if errno != 0 {
		return fmt.Errorf("turning address randomization off: %w (container runtimes' seccomp profiles forbid it: allow personality(2), or keep ASLR)", errno)
	}
	return nil
}

// awaitExit returns when the child has ended, and leaves it to be reaped.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// CanCloneIntoCgroup tells whether a child can be born in a cgroup v2:
// clone3(2) with CLONE_INTO_CGROUP, Linux 5.7. Some seccomp profiles hide
// clone3 altogether. A call with an empty argument block creates nothing and
// fails with EINVAL where the system call exists.
func CanCloneIntoCgroup() error {
	_, _, errno := unix.RawSyscall(unix.SYS_CLONE3, 0, 0, 0)
	if errno == unix.EINVAL {
		return nil
	}
	return fmt.Errorf("clone3: %w (Linux 5.7 or later, and a seccomp profile that allows it, can start processes in a cgroup v2)", errno)
}
