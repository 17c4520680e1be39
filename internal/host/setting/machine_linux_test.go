package setting

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/read/procfs"
	"tare/internal/read/sysfs"
	"tare/internal/test/vmtest"
)

// These tests change the machine that they run on: they do so in the virtual
// machine test bed only.
func needVM(t *testing.T) {
	t.Helper()
	if !vmtest.Inside() {
		vmtest.Need(t, "setting", errors.New("not inside the virtual machine test bed"))
	}
}

const cgroup2 = "/sys/fs/cgroup"

func TestMachine(t *testing.T) {
	needVM(t)
	swappable := filepath.Join(t.TempDir(), "swap")
	writeFile(t, "no swap area", swappable)
	group, err := os.MkdirTemp(cgroup2, "setting-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(group) })
	for name, s := range map[string]subject{
		"sysctl":      {key: "file:/proc/sys/vm/swappiness", values: []string{"0", "60"}, wrong: "x", missing: "file:/proc/sys/vm/x"},
		"printk":      {key: "file:/proc/sys/kernel/printk", values: []string{"4 4 1 7"}, wrong: "x", missing: "file:/sys/x"},
		"choice":      {key: "file:/sys/kernel/mm/transparent_hugepage/enabled", values: []string{"never", "madvise", "always"}, wrong: "x", missing: "file:/sys/x"},
		"mask":        {key: "file:/proc/irq/default_smp_affinity", values: []string{"1", "3"}, wrong: "0", missing: "file:/proc/irq/x"},
		"workqueue":   {key: "file:/sys/devices/virtual/workqueue/cpumask", values: []string{"1", "3"}, wrong: "0", missing: "file:/sys/x"},
		"list":        {key: "file:/proc/sys/kernel/watchdog_cpumask", values: []string{"0", "0-1"}, wrong: "x", missing: "file:/sys/x"},
		"cpus":        {key: "file:" + group + "/cpuset.cpus", values: []string{"0", "0-1", ""}, wrong: "x", missing: "file:" + group + "/x"},
		"controllers": {key: "controllers:" + cgroup2, values: []string{"cpu cpuset", "cpuset memory"}, wrong: "x", missing: "controllers:/sys"},
		"partition": {key: "partition:" + cgroup2 + "/tare.shield", values: []string{"root 1", "isolated 1", off},
			wrong: "isolated x", missing: "partition:/sys/tare.shield"},
		"latency": {key: "latency:cpu_dma_latency", values: []string{"0", "20", "2000000000", "5"}, wrong: "-1", missing: "latency:x"},
		"process": {key: sleeper(t), values: []string{stopped, running}, wrong: "x", missing: "process:1@999"},
	} {
		t.Run(name, func(t *testing.T) {
			s.backend = Open("/", Options{Holder: holder(t, "/")})
			s.checkValues(t)
			s.checkWrong(t)
			s.checkMissing(t)
		})
	}
	if err := swapon(swappable, 0); !errors.Is(err, unix.EINVAL) {
		t.Errorf("swapon of something else: %v", err)
	}
	if err := swapoff(swappable); !errors.Is(err, unix.EINVAL) {
		t.Errorf("swapoff of something else: %v", err)
	}
}

// TestMachineReadOnly mounts what is mounted read-only in containers.
func TestMachineReadOnly(t *testing.T) {
	needVM(t)
	root := t.TempDir()
	if err := unix.Mount("proc", root, "proc", unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unmount(t, root) })
	b := Open(root, Options{})
	const key = "file:/sys/vm/swappiness"
	v, err := b.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	for verb, err := range map[string]error{"Settable": b.Settable(key), "Set": b.Set(key, v)} {
		if !errors.Is(err, unix.EROFS) || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v", verb, err)
		}
	}
	if err := Open("/", Options{}).Settable("file:/proc/version"); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a file for reading only: %v", err)
	}
}

// TestMachineCpuset takes the cpuset controller from cgroup v2 for a hierarchy
// of v1, and gives it back.
func TestMachineCpuset(t *testing.T) {
	needVM(t)
	mount := mountCpuset(t)
	before, all := taskCount(t, mount), cpusAllowed(t, "self")
	key := sleeper(t)
	pid, _, _ := strings.Cut(strings.TrimPrefix(key, "process:"), "@")
	s := subject{backend: Open("/", Options{}), key: "cpuset:" + mount, values: []string{"0", "1", "0"},
		wrong: all, missing: "cpuset:" + cgroup2}
	s.checkValues(t)
	s.checkWrong(t)
	s.checkMissing(t)

	if err := s.backend.Set(s.key, "0"); err != nil {
		t.Fatal(err)
	}
	if got := cpusAllowed(t, pid); got != "0" {
		t.Errorf("a process may run on CPUs %s", got)
	}
	if got := cpusAllowed(t, "self"); got != all {
		t.Errorf("tare may run on CPUs %s", got)
	}
	if err := s.backend.Set(s.key, off); err != nil {
		t.Fatal(err)
	}
	if got := cpusAllowed(t, pid); got != all {
		t.Errorf("afterwards a process may run on CPUs %s", got)
	}
	if after := taskCount(t, mount); after < before {
		t.Errorf("%d processes in the root group, %d before", after, before)
	}
}

// mountCpuset returns the mount point of a v1 hierarchy, for the test to use.
func mountCpuset(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	mount := func() error { return unix.Mount("cpuset", dir, "cgroup", 0, "cpuset") }
	control := func(change string) error { return writeOnce(cgroup2+"/"+subtreeControl, change+"cpuset") }
	t.Cleanup(func() {
		// The hierarchy ends some time after it was unmounted, unless groups that
		// were removed from it linger: then it has to be unmounted once more.
		eventually(t, "giving cpuset back", func() error {
			unmount(t, dir)
			var err error
			if !await(time.Second, func() bool { err = control("+"); return err == nil }) {
				return errors.Join(err, mount())
			}
			return nil
		})
		_ = unix.Unmount(dir, 0) // there is nothing, unless that failed
	})
	eventually(t, "taking cpuset", func() error { return errors.Join(control("-"), mount()) })
	return dir
}

// eventually tries until there is no error.
func eventually(t *testing.T, doing string, try func() error) {
	t.Helper()
	var err error
	if !await(20*time.Second, func() bool { err = try(); return err == nil }) {
		t.Errorf("%s: %v", doing, err)
	}
}

func unmount(t *testing.T, dir string) {
	t.Helper()
	if err := unix.Unmount(dir, 0); err != nil {
		t.Error(err)
	}
}

func taskCount(t *testing.T, group string) int {
	t.Helper()
	return len(strings.Fields(readFile(t, group, "cgroup.procs")))
}

func cpusAllowed(t *testing.T, pid string) string {
	t.Helper()
	status, err := procfs.ParseStatus(strings.NewReader(readFile(t, "/proc", pid, "status")))
	if err != nil {
		t.Fatal(err)
	}
	return sysfs.FormatList(status.CPUs)
}

// TestMachineLatency leaves a limit alone that somebody else holds.
func TestMachineLatency(t *testing.T) {
	needVM(t)
	b := Open("/", Options{Holder: holder(t, "/")})
	const key = "latency:" + latencyDevice
	none, err := b.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Set(key, "3"); err != nil {
		t.Fatal(err)
	}
	other, err := limitLatency("/dev/"+latencyDevice, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if v, err := b.Get(key); v != "1" || err != nil {
		t.Errorf("with another's lower limit: %q, %v", v, err)
	}
	if err := b.Set(key, none); err != nil {
		t.Error(err)
	}
	if v, err := b.Get(key); v != "1" || err != nil {
		t.Errorf("another's limit was not left alone: %q, %v", v, err)
	}
	pids, err := latency{tree: newTree("/")}.holders()
	if err != nil || len(pids) > 0 {
		t.Errorf("holders: %v, %v", pids, err)
	}
}
