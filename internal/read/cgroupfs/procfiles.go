package cgroupfs

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
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
	err := eachLine(r, func(line string) error {
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

// Mount is one line of /proc/PID/mountinfo, as far as cgroups need it.
type Mount struct {
	Root     string // directory of the file system that forms the root of this mount
	Point    string // where it is mounted
	Type     string // "cgroup", "cgroup2", …
	ReadOnly bool   // the mount or its file system is read-only
	Options  []string
}

// holds reports whether the mount is of the hierarchy that m belongs to.
func (mount Mount) holds(m Membership) bool {
	if m.version() == 2 {
		return mount.Type == "cgroup2"
	}
	return mount.Type == "cgroup" && len(m.Controllers) > 0 && slices.Contains(mount.Options, m.Controllers[0])
}

// ParseMounts parses /proc/PID/mountinfo:
//
//	36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
//	(1)(2)(3)   (4)   (5)     (6)      (7)   (8)(9)   (10)         (11)
//
// with any number of optional fields (7) before the dash.
func ParseMounts(r io.Reader) ([]Mount, error) {
	var mounts []Mount
	err := eachLine(r, func(line string) error {
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

// unescape undoes mangle_path of fs/seq_file.c: space, tab, newline and
// backslash are written as a backslash and three octal digits.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+4 <= len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(c))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// eachLine calls f for every line that is not empty; errors name the line.
func eachLine(r io.Reader, f func(line string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20) // overlay mounts list every layer on one line
	for n := 1; s.Scan(); n++ {
		if s.Text() == "" {
			continue
		}
		if err := f(s.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return s.Err()
}

// parseFile opens name and parses it; errors name the file.
func parseFile[T any](root fs.FS, name string, parse func(io.Reader) (T, error)) (T, error) {
	var zero T
	f, err := root.Open(name)
	if err != nil {
		return zero, err
	}
	defer f.Close()
	v, err := parse(f)
	if err != nil {
		return zero, fmt.Errorf("parsing /%s: %w", name, err)
	}
	return v, nil
}

// readWords returns the words of a file, none when it cannot be read.
func readWords(root fs.FS, name string) []string {
	b, err := fs.ReadFile(root, name)
	if err != nil {
		return nil
	}
	return strings.Fields(string(b))
}
