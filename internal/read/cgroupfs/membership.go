package cgroupfs

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// Membership is one line of /proc/PID/cgroup: hierarchy-ID:controllers:path.
// The unified hierarchy of v2 has ID 0 and no controllers.
type Membership struct {
	ID          int
	Controllers []string
	Path        string // relative to the root of the reader's cgroup namespace
}

func (m Membership) version() int {
	if m.ID == 0 && len(m.Controllers) == 0 {
		return 2
	}
	return 1
}

// ParseMembership parses /proc/PID/cgroup.
func ParseMembership(r io.Reader) ([]Membership, error) {
	var members []Membership
	err := read.EachLine(r, func(line string) error {
		// The path comes last because it may hold colons itself.
		f := strings.SplitN(line, ":", 3)
		if len(f) != 3 || !strings.HasPrefix(f[2], "/") {
			return fmt.Errorf("%q is not hierarchy-ID:controllers:path", line)
		}
		id, err := strconv.Atoi(f[0])
		if err != nil || id < 0 {
			return fmt.Errorf("%q is not a hierarchy ID", f[0])
		}
		m := Membership{ID: id, Path: strings.TrimSuffix(f[2], " (deleted)")}
		if f[1] != "" {
			m.Controllers = strings.Split(f[1], ",")
		}
		members = append(members, m)
		return nil
	})
	return members, err
}

// in reports whether the mount is of the hierarchy that m belongs to.
func (m Membership) in(mount procfs.Mount) bool {
	if m.version() == 2 {
		return mount.Type == "cgroup2"
	}
	return mount.Type == "cgroup" && len(m.Controllers) > 0 && slices.Contains(mount.Options, m.Controllers[0])
}
