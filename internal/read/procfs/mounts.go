package procfs

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tare/internal/read"
)

// Mount is one line of /proc/PID/mountinfo.
type Mount struct {
	Root     string // directory of the file system that forms the root of this mount
	Point    string // where it is mounted
	Type     string // "ext4", "cgroup2", …
	ReadOnly bool   // the mount or its file system is read-only
	Options  []string
}

// ParseMounts parses /proc/PID/mountinfo, see proc_pid_mountinfo(5):
//
//	36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
//	(1)(2)(3)   (4)   (5)     (6)      (7)   (8)(9)   (10)         (11)
//
// with any number of optional fields (7) before the dash.
func ParseMounts(r io.Reader) ([]Mount, error) {
	var mounts []Mount
	err := read.EachLine(r, func(line string) error {
		f := strings.Split(line, " ")
		dash := slices.Index(f, "-")
		if dash < 6 || len(f) < dash+4 {
			return fmt.Errorf("%q is not a line of mountinfo", line)
		}
		m := Mount{Root: unescape(f[3]), Point: unescape(f[4]), Type: f[dash+1], Options: strings.Split(f[dash+3], ",")}
		m.ReadOnly = slices.Contains(strings.Split(f[5], ","), "ro") || slices.Contains(m.Options, "ro")
		mounts = append(mounts, m)
		return nil
	})
	return mounts, err
}
