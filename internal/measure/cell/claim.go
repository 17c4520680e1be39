package cell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"tare/internal/read/cgroupfs"
)

// claim is a place that the kernel agreed to, marked by an empty group. The
// group shows other tares that controllers enabled in its parent are in use,
// and limits are tried out on it before the first trial.
type claim struct {
	place
	parent group // absolute directory of the place
	own    group // absolute directory of tare's own group
	group  group
	name   name
}

// stake makes a claim at the place: a group of its own, and in v2 the place's
// controllers enabled for it. It fails when a required controller cannot be
// had; optional ones are left out.
func (s *Site) stake(p place, required []string) (*claim, error) {
	c := &claim{place: p, parent: s.abs(p.dir), own: s.abs(p.own)}
	unlock, err := s.lock(s.ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var enable []string
	if p.version == 2 {
		if enable, err = s.toEnable(p); err != nil {
			return nil, err
		}
	}
	c.name = newName(s.self, enable...)
	c.group = group(c.parent.file(c.name.String()))
	if err := os.Mkdir(string(c.group), 0o755); err != nil {
		return nil, err
	}
	if err := s.prepare(c, required); err != nil {
		return nil, errors.Join(err, unstake(c.group))
	}
	return c, nil
}

// toEnable lists the place's controllers that were not enabled before tare
// came, whether or not another tare has enabled them meanwhile.
func (s *Site) toEnable(p place) ([]string, error) {
	node, err := cgroupfs.ReadNode(s.fsys, p.dir)
	if err != nil {
		return nil, err
	}
	byTare, err := claimed(s.abs(p.dir))
	if err != nil {
		return nil, err
	}
	before := without(node.Enabled, byTare)
	return without(p.controllers, before), nil
}

// prepare enables controllers and checks that processes can be put into a
// group like the claim's.
func (s *Site) prepare(c *claim, required []string) error {
	door := "cgroup.procs"
	if c.version == 1 {
		door = "tasks"
	}
	for _, controller := range c.name.enabled {
		err := c.parent.write("cgroup.subtree_control", "+"+controller)
		if err != nil && slices.Contains(required, controller) {
			return fmt.Errorf("enabling the %s controller in %s: %w", controller, c.parent, err)
		}
		if err != nil {
			c.controllers = without(c.controllers, []string{controller})
		}
	}
	// In v2 what counts is the right to write to the common ancestor.
	gates := []string{c.group.file(door)}
	if c.version == 2 {
		gates = append(gates, c.parent.file(door))
		node, err := cgroupfs.ReadNode(s.fsys, filepath.ToSlash(filepath.Join(c.dir, c.name.String())))
		if err != nil {
			return err
		}
		if node.Invalid {
			return fmt.Errorf("%s cannot have groups that hold processes", c.parent)
		}
	}
	for _, gate := range gates {
		f, err := os.OpenFile(gate, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		f.Close()
	}
	return nil
}

// release gives the claim up, also when the site's context has ended.
func (s *Site) release(c *claim) error {
	unlock, err := s.lock(context.WithoutCancel(s.ctx))
	if err != nil {
		return err
	}
	defer unlock()
	return unstake(c.group)
}

// unstake removes the group of a claim, and disables those controllers of its
// name that no other claim mentions: what tare enabled is as it was before.
// The parent must be locked.
func unstake(g group) error {
	n, ok := parseName(filepath.Base(string(g)))
	if !ok {
		return fmt.Errorf("%s is not a group of tare's", g)
	}
	if err := g.remove(); err != nil {
		return fmt.Errorf("removing %s: %w", g, err)
	}
	parent := group(filepath.Dir(string(g)))
	inUse, err := claimed(parent)
	if err != nil {
		return err
	}
	for _, controller := range without(n.enabled, inUse) {
		err := parent.write("cgroup.subtree_control", "-"+controller)
		// A controller that could not be enabled cannot be disabled either.
		if err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOENT) {
			return fmt.Errorf("disabling the %s controller in %s again: %w", controller, parent, err)
		}
	}
	return nil
}

// claimed lists the controllers that the claims in parent mention.
func claimed(parent group) ([]string, error) {
	entries, err := os.ReadDir(string(parent))
	if err != nil {
		return nil, err
	}
	var controllers []string
	for _, e := range entries {
		if n, ok := parseName(e.Name()); ok {
			controllers = append(controllers, n.enabled...)
		}
	}
	return controllers, nil
}
