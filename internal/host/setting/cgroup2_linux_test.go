package setting

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestControllersOneWrite: all changes or none.
func TestControllersOneWrite(t *testing.T) {
	k := machineV2(t)
	c := controllers{k.tree()}
	var wrote []string
	c.write = func(_, text string) error {
		wrote = append(wrote, strings.TrimSpace(text))
		return nil
	}
	if err := c.set("/cgroup", "cpu io pids"); err != nil {
		t.Error(err)
	}
	if err := c.set("/cgroup", "memory cpu cpuset"); err != nil {
		t.Error(err)
	}
	if len(wrote) != 1 || wrote[0] != "+io +pids -cpuset -memory" {
		t.Errorf("wrote %q", wrote)
	}
}

// TestInvalidPartition shows the kernel's reason as the value.
func TestInvalidPartition(t *testing.T) {
	k := machineV2(t)
	p := partition{k.tree()}
	const reason = "isolated invalid (Cpu list in cpuset.cpus not exclusive)"
	p.write = func(path, text string) error {
		if filepath.Base(path) == partitionFile {
			text = reason + "\n"
		}
		return k.write(path, text)
	}
	if err := p.set("/cgroup/tare.shield", "isolated 2-3"); err != nil {
		t.Error(err)
	}
	if got, err := p.get("/cgroup/tare.shield"); got != reason || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestPartitionWithoutCpuset: a group that gives its children no cpuset can
// still be asked, since that can be changed; where another hierarchy has the
// controller, it cannot.
func TestPartitionWithoutCpuset(t *testing.T) {
	k := machineV2(t)
	p := partition{k.tree()}
	const group = "/cgroup/tare.shield"
	writeFile(t, "cpu\n", k.root, "cgroup", subtreeControl)
	if got, err := p.get(group); got != off || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if err := p.settable(group); err != nil {
		t.Errorf("settable: %v", err)
	}
	if err := p.set(group, "root 3"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("set: %v", err)
	}
	if _, err := os.Stat(k.root + group); err == nil {
		t.Error("it made the group")
	}
	writeFile(t, "cpu\n", k.root, "cgroup/cgroup.controllers")
	if got, err := p.get(group); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestBusyPartition gives the CPUs back though a process stays in the group.
func TestBusyPartition(t *testing.T) {
	k := machineV2(t)
	p := partition{k.tree()}
	const group = "/cgroup/tare.shield"
	if err := p.set(group, "root 3"); err != nil {
		t.Fatal(err)
	}
	writeFile(t, "9\n", k.root, group, "cgroup.procs")
	if err := p.set(group, off); !errors.Is(err, unix.EBUSY) {
		t.Errorf("removing a group with a process: %v", err)
	}
	if got, err := p.get(group); got != off || err != nil {
		t.Errorf("the partition is %q, %v", got, err)
	}
}
