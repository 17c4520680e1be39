package proc

import (
	"fmt"

	"golang.org/x/sys/unix"
)

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
