package vmtest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// These tests hold the virtual machine to what it promises to other tests.
// They write to kernel interfaces, so they run nowhere else.
func needVM(t *testing.T, capability string) {
	t.Helper()
	if !Inside() {
		Need(t, capability, errors.New("not inside the virtual machine test bed"))
	}
}

func TestCgroup2HasCPUController(t *testing.T) {
	needVM(t, "cgroup2")
	dir, err := os.MkdirTemp("/sys/fs/cgroup", "vmtest-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(dir) })
	controllers := strings.Fields(read(t, filepath.Join(dir, "cgroup.controllers")))
	for _, want := range []string{"cpu", "cpuset", "memory"} {
		if !slices.Contains(controllers, want) {
			t.Errorf("controllers of a child cgroup are %q: no %s", controllers, want)
		}
	}
	write(t, filepath.Join(dir, "cpu.max"), "50000 100000")
	if got := strings.TrimSpace(read(t, filepath.Join(dir, "cpu.max"))); got != "50000 100000" {
		t.Errorf("cpu.max is %q after it was set", got)
	}
}

// probedFunction exists under this name in every kernel since 2.6.16, and is
// called from other files, so that no compiler inlines it away.
const probedFunction = "hrtimer_nanosleep"

func TestKprobes(t *testing.T) {
	needVM(t, "kprobes")
	const events = "/sys/kernel/tracing/kprobe_events"
	write(t, events, "p:vmtest/probe "+probedFunction)
	if got := read(t, events); !strings.Contains(got, probedFunction) {
		t.Errorf("kprobe_events is %q: no %s", got, probedFunction)
	}
	write(t, events, "-:vmtest/probe")
}

func TestBTF(t *testing.T) {
	needVM(t, "btf")
	// The magic number of struct btf_header in include/uapi/linux/btf.h.
	if got := read(t, "/sys/kernel/btf/vmlinux"); !strings.HasPrefix(got, "\x9f\xeb") {
		t.Errorf("BTF of %d bytes starts with %x", len(got), got[:min(2, len(got))])
	}
}

func TestSchedstat(t *testing.T) {
	needVM(t, "schedstat")
	var run, wait, slices int64
	text := read(t, "/proc/self/schedstat")
	if n, err := fmt.Sscan(text, &run, &wait, &slices); n != 3 {
		t.Fatalf("schedstat is %q: %v", text, err)
	}
	if run == 0 || slices == 0 {
		t.Errorf("schedstat of a running process is %q", text)
	}
}

func TestFourCPUs(t *testing.T) {
	needVM(t, "smp")
	if got := bytes.Count([]byte(read(t, "/proc/cpuinfo")), []byte("processor\t")); got != 4 {
		t.Errorf("%d CPUs online, want 4", got)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// write appends, which control files take as a command of its own.
func write(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Errorf("writing %q to %s: %v", text, path, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
