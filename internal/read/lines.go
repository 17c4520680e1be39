package read

import (
	"bufio"
	"fmt"
	"io"
)

// maxLine is longer than any line that a kernel prints: the longest, "intr" of
// /proc/stat, takes some 20 bytes per interrupt on machines with tens of
// thousands of them.
const maxLine = 4 << 20

// EachLine calls f with every line that is not empty; errors name the line.
func EachLine(r io.Reader, f func(line string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	n := 1
	for ; s.Scan(); n++ {
		if s.Text() == "" {
			continue
		}
		if err := f(s.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n, err)
	}
	return nil
}
