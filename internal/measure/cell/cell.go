package cell

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"tare/internal/host/proc"
	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

// Cell is the box of one trial.
type Cell struct {
	site   *Site
	name   name
	cpus   []int
	groups []group // parallel to site.claims

	mu      sync.Mutex
	process *proc.Process
	closed  bool
}

// New makes a cell with the limits, which must be among those given to Open
// or need no more controllers than they do.
func (s *Site) New(l Limits) (*Cell, error) {
	cpus, err := l.check()
	if err != nil {
		return nil, err
	}
	if missing := s.missing(l.required()); len(missing) > 0 {
		return nil, fmt.Errorf("making a cell: the site was not opened for limits on %s", strings.Join(missing, " and "))
	}
	if s.shielded() {
		cpus = nil
	}
	c := &Cell{site: s, name: newName(s.self), cpus: cpus}
	for _, claim := range s.claims {
		g := group(claim.parent.file(c.name.String()))
		err := os.Mkdir(string(g), 0o755)
		if err == nil {
			c.groups = append(c.groups, g)
			err = g.apply(l.settings(claim.version, claim.controllers))
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("making a cell: %w%s", err, hint(err)), c.Close())
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cells[c] = true
	return c, nil
}

// StatPaths lists the cpu.stat files to read around a window: own is the
// cell's, ancestors are those of every visible group above it that a quota can
// throttle, nearest first. Own is empty where the cell has no cpu controller:
// nothing is throttled on its account then.
func (c *Cell) StatPaths() (own string, ancestors []string) {
	for i, claim := range c.site.claims {
		if len(without([]string{"cpu"}, claim.controllers)) == 0 {
			own = c.groups[i].file("cpu.stat")
		}
	}
	return own, c.site.ancestors
}

// statPaths finds the cpu.stat files of the groups above the site's cells. At
// LevelNone tare's own group is the first of them.
func (s *Site) statPaths(t cgroupfs.Topology) []string {
	h, ok := t.Find("cpu")
	if !ok || h.Own == "" {
		for _, candidate := range t {
			if candidate.Version == 2 {
				h = candidate
			}
		}
	}
	for _, c := range s.claims {
		if c.version == h.Version && c.own == s.abs(h.Own) {
			h.Own = c.dir
		}
	}
	var paths []string
	for _, dir := range h.Groups() {
		f, err := s.fsys.Open(dir + "/cpu.stat")
		if err != nil {
			continue
		}
		_, throttles, err := cgroupfs.ParseCPUStat(f)
		f.Close()
		if err == nil && throttles {
			paths = append(paths, s.abs(dir).file("cpu.stat"))
		}
	}
	return paths
}

// kill kills everything in the cell, the process that was started and whatever
// it left, and returns when all of it is gone.
func (c *Cell) kill() error {
	if len(c.groups) > 0 {
		return killAll(c.groups)
	}
	c.mu.Lock()
	p := c.process
	c.mu.Unlock()
	if p == nil || p.Reaped() {
		return nil // once reaped its PID may be somebody else's; nothing was left then
	}
	if err := p.Signal(os.Kill); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("killing process %d: %w", p.PID, err)
	}
	if c.site.self == (proc.Identity{}) {
		return nil // no procfs to find others in
	}
	mark := c.mark()
	return c.site.killMarked(func(_, session int, environ func() []string) bool {
		if session == p.PID {
			return true
		}
		for _, kv := range environ() {
			if kv == mark {
				return true
			}
		}
		return false
	})
}

// mark is the environment variable by which processes of the cell are found
// where they have no group.
func (c *Cell) mark() string { return markVariable + "=" + c.name.String() }

// oomKills counts the processes of the cell that were killed for want of
// memory.
func (c *Cell) oomKills() record.Reading {
	for i, claim := range c.site.claims {
		if len(without([]string{"memory"}, claim.controllers)) > 0 {
			continue
		}
		file := "memory.events"
		if claim.version == 1 {
			file = "memory.oom_control" // oom_kill is there since Linux 4.13
		}
		f, err := os.Open(c.groups[i].file(file))
		if err != nil {
			return record.Missing(record.Undetermined, err.Error())
		}
		defer f.Close()
		kv, err := cgroupfs.ParseFlat(f)
		if err != nil {
			return record.Missing(record.Undetermined, err.Error())
		}
		if n, ok := kv["oom_kill"]; ok {
			return record.Of(float64(n))
		}
		return record.Missing(record.Unsupported, file+" does not count kills")
	}
	return record.Missing(record.Unsupported, "the cell has no memory controller: it is used where a memory limit is asked for")
}

// Close kills what is left in the cell and removes its groups. It may be
// called more than once.
func (c *Cell) Close() error {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil
	}
	c.closed = true
	p := c.process
	c.mu.Unlock()
	err := c.kill()
	if err == nil && p != nil {
		<-p.Done()
	}
	for _, g := range c.groups {
		if e := g.remove(); e != nil {
			err = errors.Join(err, fmt.Errorf("removing %s: %w", g, e))
		}
	}
	c.site.mu.Lock()
	defer c.site.mu.Unlock()
	delete(c.site.cells, c)
	return err
}
