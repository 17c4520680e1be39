//go:build unix

package proc

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"tare/internal/record"
)

// groupGrace is how long a group of processes may take to end in order.
const groupGrace = 2 * time.Second

// AsGroup has cmd, which is not started yet, run in a process group of its own. When
// its context ends, all of the group are interrupted, so that they can remove what
// they have made, and killed if the first of them has not ended soon. Waited is to be
// called when cmd was waited for: the group's number may be another's soon.
func AsGroup(cmd *exec.Cmd) (waited func()) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	cmd.WaitDelay = groupGrace + time.Second // also for what has left the group and keeps the output open
	var late *time.Timer
	cmd.Cancel = func() error {
		kill := func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // it may be empty
		late = time.AfterFunc(groupGrace, kill)
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	}
	return func() {
		if late != nil && late.Stop() {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
	}
}

// rusage takes the counts from getrusage(2).
func rusage(s *os.ProcessState) map[record.Metric]float64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return nil
	}
	return map[record.Metric]float64{
		record.Voluntary: float64(u.Nvcsw), record.Involuntary: float64(u.Nivcsw),
		record.MinorFaults: float64(u.Minflt), record.MajorFaults: float64(u.Majflt),
	}
}
