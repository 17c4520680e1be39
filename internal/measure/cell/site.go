// Package cell makes and destroys the box that a trial runs in: control groups
// with limits where tare may make them, CPU affinity, address randomization
// and environment. Whatever the trial does, nothing of it is left afterwards;
// what a killed tare leaves is swept when the next one starts.
//
// A Site is where cells can be made, found once per run. Each trial gets a new
// Cell, starts one Process in it, waits for it and closes the cell.
package cell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"tare/internal/host/proc"
	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

// What a cell consists of, as record.Cell.Level has it.
const (
	LevelV1   = "cgroup v1"
	LevelV2   = "cgroup v2"
	LevelNone = "none" // no cgroup: sessions, affinity and environment only
)

// Options say what cells are to be made.
type Options struct {
	// Root is the directory where proc and sys are found; empty means "/".
	Root string
	// Limits are those that New will be asked for: all that can fail is found
	// out at Open. None means cells without limits.
	Limits []Limits
	// Context ends waiting for another tare that makes cells; nil never does.
	Context context.Context
	// Command is this tare's command line, for one that waits.
	Command []string

	hide func(cgroupfs.Hierarchy) bool // hierarchies that tests do without
}

// Site is where this process can make cells. It may be used by several
// goroutines.
type Site struct {
	root      string
	fsys      fs.FS
	self      proc.Identity // zero where there is no procfs
	ctx       context.Context
	command   []string
	claims    []*claim
	ancestors []string

	mu    sync.Mutex
	cells map[*Cell]bool
}

// Open finds and claims the groups under which cells can be nested, always
// below the limits that tare itself is under. The findings tell what cannot be
// had. It is an error when a limit that was asked for cannot be set.
func Open(o Options) (*Site, []record.Finding, error) {
	s := newSite(o)
	topology, err := cgroupfs.Read(s.fsys)
	if o.hide != nil {
		topology = slices.DeleteFunc(topology, o.hide)
	}
	if err == nil && s.self == (proc.Identity{}) {
		err = errors.New("the process cannot identify itself in /proc")
	}
	var refused []string
	if err != nil {
		refused = []string{err.Error()}
	}
	required, optional := controllers(o.Limits)
	if err == nil {
		refused = s.claim(topology, required, optional)
	}
	s.ancestors = s.statPaths(topology)
	if err := s.tryOut(o.Limits, required, refused); err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, s.findings(refused), nil
}

func newSite(o Options) *Site {
	s := &Site{root: cmp.Or(o.Root, "/"), cells: map[*Cell]bool{}, ctx: o.Context, command: o.Command}
	if s.ctx == nil {
		s.ctx = context.Background()
	}
	s.fsys = os.DirFS(s.root)
	s.self, _ = proc.Identify(s.fsys, "self")
	return s
}

// abs turns a path of the file system that readers see into a group.
func (s *Site) abs(name string) group {
	return group(filepath.Join(s.root, filepath.FromSlash(name)))
}

// controllers unites what the limits require and can use.
func controllers(limits []Limits) (required, optional []string) {
	optional = Limits{}.optional()
	for _, l := range limits {
		required = append(required, l.required()...)
		optional = append(optional, l.optional()...)
	}
	slices.Sort(required)
	slices.Sort(optional)
	return slices.Compact(required), without(slices.Compact(optional), required)
}

// claim takes tare's own group in every v1 hierarchy that is of use, and the
// nearest v2 group for what v1 did not give. It returns why others were not
// taken.
func (s *Site) claim(t cgroupfs.Topology, required, optional []string) (refused []string) {
	places, refused := placesV1(s.fsys, t, slices.Concat(required, optional))
	for _, p := range places {
		refused = append(refused, s.take(p, required)...)
	}
	if len(s.claims) > 0 && !s.has("pids") {
		freezers, _ := placesV1(s.fsys, t, []string{"freezer"})
		for _, p := range freezers {
			refused = append(refused, s.take(p, nil)...)
		}
	}
	required, optional = s.missing(required), s.missing(optional)
	v2 := slices.IndexFunc(t, func(h cgroupfs.Hierarchy) bool { return h.Version == 2 })
	if v2 < 0 || len(s.claims) > 0 && len(common(slices.Concat(required, optional), t[v2].Controllers)) == 0 {
		return refused
	}
	if err := proc.CanCloneIntoCgroup(); err != nil {
		return append(refused, err.Error())
	}
	places, why := placesV2(s.fsys, t[v2], required, optional)
	for _, p := range places {
		failed := s.take(p, required)
		if failed == nil {
			return refused
		}
		refused = append(refused, failed...)
	}
	return append(refused, why...)
}

// take stakes a claim at the place, or says why it could not.
func (s *Site) take(p place, required []string) (refused []string) {
	c, err := s.stake(p, required)
	if err != nil {
		return []string{err.Error()}
	}
	s.claims = append(s.claims, c)
	return nil
}

// has reports whether cells can have the controller.
func (s *Site) has(controller string) bool { return len(s.missing([]string{controller})) == 0 }

// missing returns those controllers that no claim offers.
func (s *Site) missing(controllers []string) []string {
	for _, c := range s.claims {
		controllers = without(controllers, c.controllers)
	}
	return controllers
}

// shielded reports whether cells have CPUs that tare itself cannot use. They are
// confined by their group then: nobody outside of it can pin them.
func (s *Site) shielded() bool {
	return slices.ContainsFunc(s.claims, func(c *claim) bool { return c.shielded })
}

// tryOut sets every limit on the claims, and pins a thread of its own.
func (s *Site) tryOut(limits []Limits, required, refused []string) error {
	if missing := s.missing(required); len(missing) > 0 {
		return fmt.Errorf("cannot limit %s: no cgroup with that controller can be made here (%s); %s, or leave the limit out",
			strings.Join(missing, " and "), strings.Join(refused, "; "), howToGetCgroups)
	}
	for _, l := range limits {
		cpus, err := l.check()
		if err != nil {
			return err
		}
		if !s.shielded() {
			if err := proc.CanPin(cpus); err != nil {
				return err
			}
		}
		for _, c := range s.claims {
			if err := c.group.apply(l.settings(c.version, c.controllers)); err != nil {
				return fmt.Errorf("trying out the limits in %s: %w%s", c.parent, err, hint(err))
			}
		}
	}
	return nil
}

// Level says what the cells consist of: LevelV1, LevelV2 or LevelNone. Where
// both versions are in use it is LevelV1.
func (s *Site) Level() string {
	switch {
	case len(s.claims) == 0:
		return LevelNone
	case slices.ContainsFunc(s.claims, func(c *claim) bool { return c.version == 1 }):
		return LevelV1
	default:
		return LevelV2
	}
}

// Parent is the directory of the cgroup under which cells are made; in v1, of
// the first hierarchy. It is empty at LevelNone.
func (s *Site) Parent() string {
	if len(s.claims) == 0 {
		return ""
	}
	return string(s.claims[0].parent)
}

// Close kills what still runs in the site's cells, removes them, and puts back
// what Open changed. It may be called more than once.
func (s *Site) Close() error {
	s.mu.Lock()
	var open []*Cell
	for c := range s.cells {
		open = append(open, c)
	}
	s.mu.Unlock()
	var err error
	for _, c := range open {
		err = errors.Join(err, c.Close())
	}
	for _, c := range s.claims {
		err = errors.Join(err, s.release(c))
	}
	s.claims = nil
	return err
}
