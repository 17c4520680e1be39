package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tare/internal/measure/cell"
	"tare/internal/read"
	"tare/internal/read/cgroupfs"
)

// box runs programs in a control group of their own, children included, and
// counts all CPU time that they use. What a program sets up below (a cell of
// tare's) is in the group too.
type box struct {
	site *cell.Site
	// counter is the directory of a group that counts CPU time, where v1 does that
	// in another hierarchy than the one with the quota; empty otherwise.
	counter string
}

func openBox() (*box, error) {
	b := &box{}
	var limits []cell.Limits
	for _, c := range conditions {
		limits = append(limits, c.limits)
	}
	topology, err := cgroupfs.Read(os.DirFS("/"))
	if err != nil {
		return nil, fmt.Errorf("looking for control groups: %w", err)
	}
	counts := slices.IndexFunc(topology, func(h cgroupfs.Hierarchy) bool {
		return slices.Contains(h.Controllers, "cpuacct") && !slices.Contains(h.Controllers, "cpu")
	})
	if counts >= 0 {
		b.counter = filepath.Join("/", topology[counts].Own, fmt.Sprintf("tare-eval-%d", os.Getpid()))
		if err := os.Mkdir(b.counter, 0o755); err != nil {
			return nil, err
		}
	}
	if b.site, _, err = cell.Open(cell.Options{Limits: limits}); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *box) close() {
	if b.site != nil {
		_ = b.site.Close()
	}
	if b.counter != "" {
		_ = os.Remove(b.counter)
	}
}

// program is what to run, and where.
type program struct {
	argv []string // the first is looked up in PATH
	env  []string // added to the environment
	dir  string
}

// usage is what something took, in seconds.
type usage struct {
	CPU  float64 `json:"cpu"`
	Wall float64 `json:"wall"`
}

func (u *usage) add(v usage) { u.CPU, u.Wall = u.CPU+v.CPU, u.Wall+v.Wall }

// enter moves the shell into the group that it is told, and becomes the program.
const enter = `mkdir -p "$1" && echo 0 >"$1/cgroup.procs" || exit 125; shift; exec "$@"`

// run runs the program within the limits, and returns what it printed. An exit
// status that is not among the good ones is an error.
func (b *box) run(ctx context.Context, l cell.Limits, p program, good ...int) ([]byte, usage, error) {
	c, err := b.site.New(l)
	if err != nil {
		return nil, usage{}, err
	}
	defer c.Close()
	group, counter := b.counted(c)
	before, err := cpuTime(counter)
	if err != nil {
		return nil, usage{}, err
	}
	var stdout, stderr bytes.Buffer
	process, err := c.Start(cell.Spec{
		Path: "/bin/sh", Args: append([]string{"-c", enter, "sh", group}, p.argv...),
		Env: append(os.Environ(), p.env...), Dir: p.dir, Stdout: &stdout, Stderr: &stderr, ASLR: true,
	})
	if err != nil {
		return nil, usage{}, err
	}
	r, err := process.Wait(ctx)
	if err != nil {
		return nil, usage{}, err
	}
	after, err := cpuTime(counter)
	if err == nil && !slices.Contains(append(good, 0), r.Status) {
		err = fmt.Errorf("%s: exit status %d: %s", strings.Join(p.argv, " "), r.Status, tail(stderr.String()+stdout.String()))
	}
	return stdout.Bytes(), usage{(after - before).Seconds(), r.Elapsed.Seconds()}, err
}

// counted returns the group for a program to enter and the file with the CPU time
// that everything in it has used. In a cell that counts by itself the program gets
// a group of its own: under v2 no group can have both processes and groups with
// limits, and tare makes some.
func (b *box) counted(c *cell.Cell) (group, counter string) {
	if b.counter != "" {
		return b.counter, filepath.Join(b.counter, "cpuacct.usage")
	}
	stat, _ := c.StatPaths()
	dir := filepath.Dir(stat)
	if counter = filepath.Join(dir, "cpuacct.usage"); !exists(counter) {
		counter = stat
	}
	return filepath.Join(dir, "program"), counter
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// cpuTime reads the CPU time from a group's cpuacct.usage (v1, ns) or cpu.stat
// (v2, usage_usec).
func cpuTime(name string) (time.Duration, error) {
	root, rel := os.DirFS("/"), strings.TrimPrefix(name, "/")
	if filepath.Base(name) == "cpuacct.usage" {
		ns, err := read.Number(root, rel)
		return time.Duration(ns), err
	}
	stat, err := read.Parse(root, rel, cgroupfs.ParseFlat)
	if err != nil {
		return 0, err
	}
	us, ok := stat["usage_usec"]
	if !ok {
		return 0, fmt.Errorf("%s does not say how much CPU time was used", name)
	}
	return time.Duration(us) * time.Microsecond, nil
}

// tail keeps the end of what a failed program printed.
func tail(s string) string {
	const most = 500
	s = strings.TrimSpace(s)
	return s[max(0, len(s)-most):]
}
