package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tare/internal/host/proc"
	"tare/internal/measure/cell"
)

// ends are what has to be ended, in the reverse of this order.
type ends []func() error

func (e *ends) add(f func() error) { *e = append(*e, f) }

func (e ends) end() (err error) {
	for i := len(e) - 1; i >= 0; i-- {
		err = errors.Join(err, e[i]())
	}
	return err
}

// settle starts the neighbours of a program.
func (l *lab) settle(all []neighbour, running *ends, group string) error {
	for _, n := range all {
		c, err := l.neighbour(n)
		if err != nil {
			return err
		}
		if _, err := start(c, running, group); err != nil {
			return fmt.Errorf("starting %s: %w", n.name, err)
		}
	}
	return nil
}

// neighbour is the programs' file under a name that the kernel shows.
func (l *lab) neighbour(n neighbour) (c proc.Command, err error) {
	file := filepath.Join(l.dir, n.name)
	if err := os.Link(l.programs, file); err != nil && !errors.Is(err, os.ErrExist) {
		return c, err
	}
	c = proc.Command{Path: file, Args: append([]string{file}, n.args...), Env: append(os.Environ(), "GOMAXPROCS=1"), Stderr: os.Stderr}
	if n.rude {
		if c.Path, err = exec.LookPath("nice"); err != nil {
			return c, err
		}
		c.Args = append([]string{c.Path, "-n", "-20"}, c.Args...)
	}
	if n.cpu != "" {
		cpu, err := strconv.Atoi(n.cpu)
		if err != nil {
			return c, err
		}
		c.CPUs = []int{cpu}
	}
	return c, nil
}

// start starts a process that is killed in the end, in a group if there is one.
func start(c proc.Command, running *ends, group string) (*proc.Process, error) {
	p, err := proc.Start(c)
	if err != nil {
		return nil, err
	}
	running.add(func() error {
		if err := p.Signal(os.Kill); !errors.Is(err, os.ErrProcessDone) {
			<-p.Done()
		}
		return nil
	})
	if group == "" {
		return p, nil
	}
	return p, os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(p.PID)), 0o644)
}

// parent makes a group with a quota, and two in it.
func parent(quota float64, running *ends) (target, beside string, err error) {
	limits := cell.Limits{Quota: quota}
	site, _, err := cell.Open(cell.Options{Limits: []cell.Limits{limits}})
	if err != nil {
		return "", "", err
	}
	running.add(site.Close)
	box, err := site.New(limits)
	if err != nil {
		return "", "", err
	}
	running.add(box.Close)
	own, _ := box.StatPaths()
	if own == "" {
		return "", "", errors.New("there is no group that a quota can be set for")
	}
	var made []string
	for _, name := range []string{"target", "beside"} {
		dir := filepath.Join(filepath.Dir(own), name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return "", "", err
		}
		running.add(func() error { return removeGroup(dir) })
		made = append(made, dir)
	}
	return made[0], made[1], nil
}

// removeGroup removes a group as soon as all its processes are gone: those that a killed
// program has started end by themselves.
func removeGroup(dir string) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := os.Remove(dir)
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// crowdOut starts processes that keep CPUs busy all the time.
func (l *lab) crowdOut(n int, running *ends) error {
	all := make([]neighbour, n)
	for i := range all {
		all[i] = neighbour{name: "foreign", args: strings.Fields("spin")}
	}
	return l.settle(all, running, "")
}
