package machine

import (
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// directory returns the file system that holds the working directory, and where
// it is mounted.
func (s source) directory() (string, error) {
	const name = "proc/self/mountinfo"
	if s.opts.Dir == "" {
		return "", undetermined("the working directory is not known")
	}
	mounts, err := read.Parse(s.root, name, procfs.ParseMounts)
	if err != nil {
		return "", err
	}
	var best procfs.Mount
	for _, m := range mounts {
		// Of two mounts over the same point the later one is seen.
		if within(s.opts.Dir, m.Point) && len(m.Point) >= len(best.Point) {
			best = m
		}
	}
	if best.Point == "" {
		return "", undetermined("no mount in /%s holds %s", name, s.opts.Dir)
	}
	return best.Type + " at " + best.Point, nil
}

func within(dir, point string) bool {
	rest, ok := strings.CutPrefix(dir, strings.TrimSuffix(point, "/"))
	return ok && (rest == "" || rest[0] == '/')
}
