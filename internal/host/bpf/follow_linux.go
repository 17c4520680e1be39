//go:build amd64 || arm64

package bpf

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/cilium/ebpf/link"
	"golang.org/x/sys/unix"

	"tare/internal/record"
)

// Stacks chooses of which threads that are taken off a CPU the stack is told:
// only of those that could go on (of one that is preempted again and again, once in
// a millisecond), or of all, for want of a Go trace that has the others. It takes
// effect with Follow.
func (r *Recorder) Stacks(all bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stacks = all
}

// Calls chooses whether system calls are counted, as they are by default. It makes
// every system call on the machine some 80 ns longer. It takes effect with
// Follow.
func (r *Recorder) Calls(count bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.uncounted = !count
}

// Follow begins to record the process with the given PID in tare's own PID
// namespace, with all its present and future threads. Each present one is told
// with its name and what it does. A Recorder follows one process.
func (r *Recorder) Follow(pid int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.followed {
		return errors.New("a process is being recorded already")
	}
	if pid <= 0 {
		return fmt.Errorf("following process %d: %w", pid, unix.EINVAL)
	}
	if err := r.find(pid); err != nil {
		return fmt.Errorf("following process %d: %w", pid, err)
	}
	r.followed = true
	if err := r.attach(); err != nil {
		return errors.Join(fmt.Errorf("attaching eBPF programs: %w", err), r.detach())
	}
	// From now on the programs see to new threads. Those that exist get known in
	// one pass and are asked for their states in another: a program may have begun
	// when it did not know its thread, and end when the state has been told.
	if err := r.visit(meetThreads); err != nil {
		return errors.Join(err, r.detach())
	}
	waitForPrograms()
	if err := r.visit(tellStates); err != nil {
		return errors.Join(err, r.detach())
	}
	return nil
}

// find has the kernel look for the process: only it knows the number in the
// initial PID namespace, which the programs compare with.
func (r *Recorder) find(pid int) error {
	vars := r.kernel.Variables
	if err := vars[schedVarWanted].Set(uint32(pid)); err != nil {
		return err
	}
	if err := vars[schedVarAllStacks].Set(r.stacks); err != nil {
		return err
	}
	if err := r.visit(findTarget); err != nil {
		return err
	}
	var target int32
	if err := vars[schedVarTarget].Get(&target); err != nil {
		return err
	}
	if target < 0 {
		return unix.ESRCH
	}
	return nil
}

// attach attaches all programs that are wanted but the one that visits threads.
// Those of queues may fail.
func (r *Recorder) attach() error {
	r.meter.start()
	for name, program := range r.kernel.Programs {
		if name == schedProgEachThread || name == schedProgOnSyscall && r.uncounted {
			continue
		}
		l, err := link.AttachTracing(link.TracingOptions{Program: program})
		switch {
		case err == nil:
			r.attached = append(r.attached, l)
		case !slices.Contains(queuePrograms, name):
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (r *Recorder) detach() error {
	r.meter.stop()
	var errs []error
	for _, a := range r.attached {
		errs = append(errs, a.Close())
	}
	r.attached = nil
	return errors.Join(errs...)
}

// What to visit threads for, as in sched.c.
const (
	findTarget uint32 = iota
	meetThreads
	tellStates
)

// visit runs a program for each thread that tare sees.
func (r *Recorder) visit(task uint32) error {
	if err := r.kernel.Variables[schedVarTask].Set(task); err != nil {
		return fmt.Errorf("visiting threads: %w", err)
	}
	threads, err := link.AttachIter(link.IterOptions{Program: r.kernel.Programs[schedProgEachThread]})
	if err != nil {
		return fmt.Errorf("visiting threads: %w", err)
	}
	defer threads.Close()
	run, err := threads.Open()
	if err != nil {
		return fmt.Errorf("visiting threads: %w", err)
	}
	defer run.Close()
	if _, err := io.Copy(io.Discard, run); err != nil {
		return fmt.Errorf("visiting threads: %w", err)
	}
	return nil
}

// waitForPrograms waits until all programs that run now have ended, with the
// context switches that they belong to: the barrier waits for a grace period of
// RCU (membarrier(2)). Where CPUs are set aside with nohz_full it is not to be
// had, and some time has to do.
func waitForPrograms() {
	const membarrierGlobal = 1 // MEMBARRIER_CMD_GLOBAL in linux/membarrier.h
	if _, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, membarrierGlobal, 0, 0); errno != 0 {
		time.Sleep(10 * time.Millisecond)
	}
}

// Sure says how the facts of the recording are known.
func (r *Recorder) Sure() map[record.KernelFact]record.Sure {
	r.mu.Lock()
	defer r.mu.Unlock()
	facts := map[record.KernelFact]record.Sure{
		record.FactSwitches:  record.Seen,
		record.FactThrottled: record.Seen,
		record.FactRefill:    record.Seen,
		record.FactPreempter: record.Seen,
		record.FactWakeups:   record.Seen,
		record.FactSyscalls:  record.Seen,
		record.FactStolen:    record.Unknown,
	}
	if r.uncounted {
		facts[record.FactSyscalls] = record.Unknown
	}
	return facts
}
