package setting

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func (k *kernel) pids(group string) string {
	pids := strings.Fields(readFile(k.t, k.root, group, "cgroup.procs"))
	slices.Sort(pids)
	return strings.Join(pids, " ")
}

// TestCpusetMoves moves what can be moved, and all of it back.
func TestCpusetMoves(t *testing.T) {
	k := machineV1(t)
	k.bound = []string{"2"}
	k.gone = []string{"3"}
	k.forks = map[string]string{"4": "7"}
	c := cpuset{k.tree(), []int{1}}
	if err := c.set("/cpuset", "0,2-3"); err != nil {
		t.Fatal(err)
	}
	for group, want := range map[string]string{
		"cpuset": "1 2 3", "cpuset/tare.system": "4 7", "cpuset/tare.shield": "", "cpuset/docker": "5",
	} {
		if got := k.pids(group); got != want {
			t.Errorf("processes of %s: %q, want %q", group, got, want)
		}
	}
	if cpus := readFile(t, k.root, "cpuset/tare.shield/cpuset.cpus"); cpus != "1" {
		t.Errorf("the shield has CPUs %q", cpus)
	}
	k.gone = nil
	writeFile(t, "8\n", k.root, "cpuset/tare.shield/cgroup.procs") // a cell that is still there
	if err := c.set("/cpuset", off); err != nil {
		t.Fatal(err)
	}
	if got := k.pids("cpuset"); got != "1 2 3 4 7 8" {
		t.Errorf("back in the root: %q", got)
	}
	if left, err := filepath.Glob(k.root + "/cpuset/tare.*"); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// TestCpusetBadLists leaves everything in its place.
func TestCpusetBadLists(t *testing.T) {
	k := machineV1(t)
	c := cpuset{k.tree(), nil}
	for _, list := range []string{"", "0-3", "0-4", "3-4", "x"} {
		if err := c.set("/cpuset", list); err == nil {
			t.Errorf("it took %q", list)
		}
	}
	if k.steps != 0 {
		t.Errorf("%d steps were taken", k.steps)
	}
}

// shielding is a way to make a shield.
type shielding struct {
	machine func(*testing.T) *kernel
	scheme  func(tree) scheme
	key, on string
	groups  []string // that it consists of
}

var shieldings = map[string]shielding{
	"v1": {machineV1, func(t tree) scheme { return cpuset{t, nil} },
		"/cpuset", "0-2", []string{"cpuset/tare.system", "cpuset/tare.shield"}},
	"v2": {machineV2, func(t tree) scheme { return partition{t} },
		"/cgroup/tare.shield", "isolated 3", []string{"cgroup/tare.shield"}},
}

// TestKilledShield kills tare at every step of making a shield and of taking
// it away. Each time what Get says then is either value, never a third one,
// which nobody would dare to restore; and another tare brings back everything.
func TestKilledShield(t *testing.T) {
	for name, s := range shieldings {
		for _, direction := range [][2]string{{off, s.on}, {s.on, off}} {
			t.Run(name+" from "+direction[0], func(t *testing.T) {
				step := 1
				for s.killed(t, direction[0], direction[1], step) {
					step++
				}
				if step < 3 {
					t.Errorf("it took %d steps", step-1)
				}
			})
		}
	}
}

// killed kills tare at one step of the way between two values, and reports
// whether there was such a step.
func (s shielding) killed(t *testing.T, from, to string, step int) bool {
	k := s.machine(t)
	scheme := s.scheme(k.tree())
	if err := scheme.set(s.key, from); err != nil {
		t.Fatal(err)
	}
	k.steps, k.die = 0, step
	killed := scheme.set(s.key, to)
	if killed != nil && !errors.Is(killed, errKilled) {
		t.Fatal(killed)
	}
	k.die = 0
	if got, err := scheme.get(s.key); err != nil || got != from && got != to {
		t.Errorf("killed at step %d: it is %q, %v", step, got, err)
	}
	if err := scheme.set(s.key, off); err != nil {
		t.Errorf("killed at step %d: restoring: %v", step, err)
	}
	for _, group := range s.groups {
		if _, err := os.Stat(filepath.Join(k.root, group)); err == nil {
			t.Errorf("killed at step %d: %s is left", step, group)
		}
	}
	return killed != nil
}

// TestFailedShield leaves no group when the kernel refuses a step.
func TestFailedShield(t *testing.T) {
	for name, s := range shieldings {
		k := s.machine(t)
		tree := k.tree()
		tree.write = func(path, text string) error {
			if filepath.Base(path) == "cpuset.cpus" {
				return unix.EINVAL
			}
			return k.write(path, text)
		}
		if err := s.scheme(tree).set(s.key, s.on); !errors.Is(err, unix.EINVAL) {
			t.Errorf("%s: %v", name, err)
		}
		for _, group := range s.groups {
			if _, err := os.Stat(filepath.Join(k.root, group)); err == nil {
				t.Errorf("%s: %s is left", name, group)
			}
		}
	}
}
