package setting

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// kernel takes the kernel's part in a fake tree of control groups: it fills new
// groups with files, moves processes, and refuses what the real one refuses.
type kernel struct {
	t    *testing.T
	root string

	bound []string          // kernel threads that cannot be moved
	forks map[string]string // what a process leaves in its old group when it is moved
	gone  []string          // processes that end before they are moved

	steps int // taken so far
	die   int // step at which tare is killed, if positive
}

// errKilled stands for tare's death: nothing that follows reaches the kernel.
var errKilled = errors.New("killed")

func (k *kernel) tree() tree {
	return tree{root: k.root, write: k.write, mkdir: k.mkdir, rmdir: k.rmdir}
}

func (k *kernel) step() error {
	k.steps++
	if k.die > 0 && k.steps >= k.die {
		return errKilled
	}
	return nil
}

func (k *kernel) write(path, text string) error {
	if err := k.step(); err != nil {
		return err
	}
	switch filepath.Base(path) {
	case "cgroup.procs":
		return k.attach(strings.TrimSpace(text), filepath.Dir(path))
	case "cgroup.subtree_control":
		return k.control(path, text)
	}
	return writeOnce(path, text)
}

func (k *kernel) attach(pid, group string) error {
	switch {
	case slices.Contains(k.bound, pid):
		return unix.EINVAL
	case slices.Contains(k.gone, pid):
		return unix.ESRCH
	case readFile(k.t, group, "cpuset.cpus") == "" || readFile(k.t, group, "cpuset.mems") == "":
		return unix.ENOSPC
	}
	return filepath.WalkDir(k.root, func(path string, d fs.DirEntry, err error) error {
		if d.Name() != "cgroup.procs" || !d.Type().IsRegular() {
			return err
		}
		pids := strings.Fields(readFile(k.t, path))
		if i := slices.Index(pids, pid); i >= 0 {
			pids = slices.Delete(pids, i, i+1)
			if child := k.forks[pid]; child != "" {
				pids = append(pids, child)
				delete(k.forks, pid)
			}
		}
		if filepath.Dir(path) == group {
			pids = append(pids, pid)
		}
		writeFile(k.t, strings.Join(pids, "\n")+"\n", path)
		return err
	})
}

func (k *kernel) control(path, text string) error {
	now := strings.Fields(readFile(k.t, path))
	for word := range strings.FieldsSeq(text) {
		name := word[1:]
		now = slices.DeleteFunc(now, func(w string) bool { return w == name })
		switch {
		case !slices.Contains(strings.Fields(readFile(k.t, filepath.Dir(path), "cgroup.controllers")), name):
			return unix.ENOENT
		case word[0] == '+':
			now = append(now, name)
		case word[0] != '-':
			return unix.EINVAL
		}
	}
	writeFile(k.t, strings.Join(now, " ")+"\n", path)
	return nil
}

func (k *kernel) mkdir(path string) error {
	if err := k.step(); err != nil {
		return err
	}
	if err := mkdir(path); err != nil {
		return err
	}
	files := map[string]string{"cgroup.procs": "", "cpuset.cpus": "\n", "cpuset.mems": "\n"}
	if given, err := os.ReadFile(filepath.Join(filepath.Dir(path), "cgroup.subtree_control")); err == nil {
		files["cgroup.controllers"], files["cgroup.subtree_control"] = string(given), "\n"
		files["cpuset.cpus.partition"] = "member\n"
	}
	for name, text := range files {
		if _, err := os.Stat(filepath.Join(path, name)); err != nil {
			writeFile(k.t, text, path, name)
		}
	}
	return nil
}

func (k *kernel) rmdir(path string) error {
	if err := k.step(); err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return unix.ENOENT
	}
	if readFile(k.t, path, "cgroup.procs") != "" {
		return unix.EBUSY
	}
	return os.RemoveAll(path)
}

// newKernel makes a machine with these files below a root of its own; a nil
// map makes an empty one.
func newKernel(t *testing.T, files map[string]string) *kernel {
	t.Helper()
	k := &kernel{t: t, root: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(k.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, text, path)
	}
	return k
}

func readFile(t *testing.T, name ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(name...))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(b))
}

func writeFile(t *testing.T, text string, name ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(name...), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// machineV1 has four CPUs and a cpuset hierarchy in which processes 1 to 4 are
// in the root and 5 in a container.
func machineV1(t *testing.T) *kernel {
	return newKernel(t, map[string]string{
		"cpuset/cpuset.cpus":         "0-3\n",
		"cpuset/cpuset.mems":         "0\n",
		"cpuset/cgroup.procs":        "1\n2\n3\n4\n",
		"cpuset/docker/cpuset.cpus":  "0-3\n",
		"cpuset/docker/cpuset.mems":  "0\n",
		"cpuset/docker/cgroup.procs": "5\n",
	})
}

// machineV2 has a unified hierarchy.
func machineV2(t *testing.T) *kernel {
	return newKernel(t, map[string]string{
		"cgroup/cgroup.controllers":     "cpuset cpu io memory pids\n",
		"cgroup/cgroup.subtree_control": "memory cpuset cpu\n",
		"cgroup/cgroup.procs":           "1\n" + strconv.Itoa(os.Getpid()) + "\n",
	})
}
