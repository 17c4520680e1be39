package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

var limitReaders = []reader{
	{record.FactCgroups, text(source.cgroups)},
	{record.FactLeafQuota, source.leafQuota},
}

// addLimits adds the control groups that the process is in.
func addLimits(m *record.Machine, s source) { m.Cgroups = s.controlGroups() }

// controlGroups returns none when there are none or when they could not be read,
// which FactCgroups tells apart.
func (s source) controlGroups() []record.ControlGroup {
	t, err := s.hierarchies()
	if err != nil {
		return nil
	}
	return t.ControlGroups(s.root)
}

func (s source) hierarchies() (cgroupfs.Topology, error) {
	t, err := cgroupfs.Read(s.root)
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = s.explain(p.Path, err)
	}
	return t, err
}

// cgroups goes by where the controllers are. Named hierarchies of v1 have none.
func (s source) cgroups() (string, error) {
	t, err := s.hierarchies()
	if err != nil {
		return "", err
	}
	var v1 []string
	var v2 bool
	for _, h := range t {
		v2 = v2 || h.Version == 2
		for _, c := range h.Controllers {
			if h.Version == 1 && !strings.HasPrefix(c, "name=") {
				v1 = append(v1, c)
			}
		}
	}
	slices.Sort(v1)
	switch {
	case v1 != nil && v2:
		return "hybrid (v1 controllers: " + strings.Join(v1, ", ") + ")", nil
	case v1 != nil:
		return "v1", nil
	case v2:
		return "v2", nil
	}
	return "none", nil
}

// leafQuota reads the quota that the Go runtime looks at from Go 1.25 on: that of
// the process's own group, in the cpu hierarchy of v1 if there is one, in the
// hierarchy of v2 otherwise. A group without the files has no quota. See
// src/internal/runtime/cgroup of the Go source.
func (s source) leafQuota() (string, float64, error) {
	t, err := s.hierarchies()
	if err != nil {
		return "", 0, err
	}
	i := slices.IndexFunc(t, func(h cgroupfs.Hierarchy) bool {
		return h.Version == 1 && slices.Contains(h.Controllers, "cpu")
	})
	if i < 0 {
		i = slices.IndexFunc(t, func(h cgroupfs.Hierarchy) bool { return h.Version == 2 })
	}
	if i < 0 {
		return "none", 0, nil
	}
	if t[i].Own == "" {
		return "", 0, undetermined("the own group is out of sight, for the Go runtime too: %s", t[i].Why)
	}
	switch quota := t[i].Group(s.root, t[i].Own).CPU; {
	case quota.Set():
		return fmt.Sprintf("%.4g CPUs", quota.Value), quota.Value, nil
	case quota.OK(), quota.Status == record.Unsupported:
		return "none", 0, nil
	default:
		return "", 0, lack{quota.Status, quota.Why}
	}
}
