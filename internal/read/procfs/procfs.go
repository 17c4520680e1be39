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
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxLine is longer than any line here: the longest, "intr" of /proc/stat,
// takes some 20 bytes per interrupt on machines with tens of thousands of them.
const maxLine = 4 << 20

// eachLine calls f with every line; errors name the line.
func eachLine(r io.Reader, f func(line string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	n := 1
	for ; s.Scan(); n++ {
		if err := f(s.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n, err)
	}
	return nil
}

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
