package machine

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

var limitReaders = []reader{
	{record.FactCgroups, text(source.cgroups)},
	{record.FactLeafQuota, source.leafQuota},
}

// cgroups goes by where the controllers are that limit CPUs and memory. Systemd
// keeps its own hierarchy of v2 beside those of v1, which may have none.
func (s source) cgroups() (string, error) {
	if s.cgroupErr != nil {
		return "", s.cgroupErr
	}
	var v1 []string
	v2 := false // there at all
	for _, h := range s.hierarchies {
		v2 = v2 || h.Version == 2
		for _, c := range h.Controllers {
			if h.Version == 1 && !strings.HasPrefix(c, "name=") {
				v1 = append(v1, c)
			}
		}
	}
	slices.Sort(v1)
	limits2 := slices.ContainsFunc(s.groups, func(g record.ControlGroup) bool { return g.Version == 2 })
	switch {
	case v1 != nil && limits2:
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
	if s.cgroupErr != nil {
		return "", 0, s.cgroupErr
	}
	t := s.hierarchies
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
