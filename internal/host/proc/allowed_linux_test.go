package proc

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// A process that is pinned has the CPUs that it is pinned to, not the machine's.
func TestAllowed(t *testing.T) {
	var cpus unix.CPUSet
	if err := unix.SchedGetaffinity(0, &cpus); err != nil {
		t.Fatal(err)
	}
	if n, err := Allowed(os.Getpid()); err != nil || n != cpus.Count() {
		t.Errorf("this process: %d CPUs, %v; want %d", n, err, cpus.Count())
	}
	first := 0
	for !cpus.IsSet(first) {
		first++
	}
	p := start(t, Command{CPUs: []int{first}})
	if n, err := Allowed(p.PID); n != 1 || err != nil {
		t.Errorf("pinned to CPU %d: %d CPUs, %v", first, n, err)
	}
	_ = p.Signal(os.Kill)
	<-p.Done()
	if n, err := Allowed(p.PID); err == nil {
		t.Errorf("a process that is gone has %d CPUs", n)
	}
}
