// Package procfs parses the files of /proc that say what a machine is and how
// busy it has been. Every parser takes an io.Reader and does no I/O of its own,
// so that it reads a recorded tree of another machine as well as this one's.
//
// github.com/prometheus/procfs would cost more than it saves: it opens real mount
// points instead of an fs.FS, chooses the /proc/cpuinfo parser by the architecture
// it was built for (a recorded arm64 tree cannot be read on amd64), and turns
// ticks into float64 seconds and missing fields of /proc/stat into zeros.
package procfs

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// counters parses decimal counters as the kernel prints them.
func counters(fields []string) ([]uint64, error) {
	values := make([]uint64, len(fields))
	for i, f := range fields {
		v, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a counter", f)
		}
		values[i] = v
	}
	return values, nil
}

// words reads all of r, which holds one short line, and splits it.
func words(r io.Reader) ([]string, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return strings.Fields(string(b)), nil
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
