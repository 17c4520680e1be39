// Package read reads the small files in which a machine describes itself, below a
// root directory that need not be the machine's own "/": a recorded tree of
// another machine does as well. Its subpackages know the formats.
//
// Errors name files as the user knows them, "/proc/stat". Those that match
// fs.ErrNotExist say that the machine lacks something, and the package takes care
// not to say so of a machine that just cannot be seen: see NotMounted.
package read

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// NotMounted is the error of a file that is not there because the whole directory
// at the top, "proc" or "sys", has nothing in it. It does not match
// fs.ErrNotExist: nothing follows for the machine.
type NotMounted struct{ Top string }

// Error names the directory.
func (e NotMounted) Error() string { return "/" + e.Top + " is not mounted" }

// Parse reads and parses one file.
func Parse[T any](root fs.FS, name string, parse func(io.Reader) (T, error)) (T, error) {
	return parseBytes(root, name, func(b []byte) (T, error) { return parse(bytes.NewReader(b)) })
}

// Text returns the content of a file without surrounding white space.
func Text(root fs.FS, name string) (string, error) {
	return ParseText(root, name, func(text string) (string, error) { return text, nil })
}

// ParseText parses the content of a file without surrounding white space.
func ParseText[T any](root fs.FS, name string, parse func(string) (T, error)) (T, error) {
	return parseBytes(root, name, func(b []byte) (T, error) { return parse(strings.TrimSpace(string(b))) })
}

func parseBytes[T any](root fs.FS, name string, parse func([]byte) (T, error)) (T, error) {
	var none T
	b, err := fs.ReadFile(root, name)
	if err != nil {
		return none, explain(root, name, err)
	}
	v, err := parse(b)
	if err != nil {
		return none, fmt.Errorf("/%s: %w", name, err)
	}
	return v, nil
}

// Number reads a file that holds one integer.
func Number(root fs.FS, name string) (int64, error) {
	return ParseText(root, name, func(text string) (int64, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", text)
		}
		return n, nil
	})
}

// Chosen reads the marked word of a file like "always [madvise] never"; marks are
// as sysfs.Chosen wants them.
func Chosen(root fs.FS, name, marks string) (string, error) {
	return ParseText(root, name, func(text string) (string, error) {
		word, ok := sysfs.Chosen(text, marks)
		if !ok {
			return "", fmt.Errorf("nothing is chosen in %q", text)
		}
		return word, nil
	})
}

// Words returns the words of a file, nil when it cannot be read.
func Words(root fs.FS, name string) []string {
	b, err := fs.ReadFile(root, name)
	if err != nil {
		return nil
	}
	return strings.Fields(string(b))
}

// Stat returns why a file or directory cannot be found, nil when it is there.
func Stat(root fs.FS, name string) error {
	if _, err := fs.Stat(root, name); err != nil {
		return explain(root, name, err)
	}
	return nil
}

// Entries returns the paths of those entries of a directory whose names begin
// with prefix, in the order of their names.
func Entries(root fs.FS, dir, prefix string) ([]string, error) {
	all, err := fs.ReadDir(root, dir)
	if err != nil {
		return nil, explain(root, dir, err)
	}
	var paths []string
	for _, e := range all {
		if strings.HasPrefix(e.Name(), prefix) {
			paths = append(paths, path.Join(dir, e.Name()))
		}
	}
	return paths, nil
}

// Numbers returns the names of entries that are numbers, ascending: the processes
// below proc, or the interrupts below proc/irq.
func Numbers(root fs.FS, dir string) ([]int, error) {
	paths, err := Entries(root, dir, "")
	var numbers []int
	for _, p := range paths {
		if n, err := strconv.Atoi(path.Base(p)); err == nil && n >= 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, err
}

// explain names the file, and tells a machine without it from a root without the
// whole pseudo file system.
func explain(root fs.FS, name string, err error) error {
	if top, _, _ := strings.Cut(name, "/"); errors.Is(err, fs.ErrNotExist) && empty(root, top) {
		return NotMounted{top}
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return fmt.Errorf("/%s: %w", name, err)
}

// empty reports whether a directory is missing or has nothing in it. It looks at
// one entry: /proc may have thousands.
func empty(root fs.FS, dir string) bool {
	f, err := root.Open(dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	d, ok := f.(fs.ReadDirFile)
	if !ok {
		return false
	}
	_, err = d.ReadDir(1)
	return errors.Is(err, io.EOF)
}

// Status returns what an error says about the thing that was not read: a machine
// without the file does not support it.
func Status(err error) record.Status {
	switch {
	case err == nil:
		return record.Measured
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errors.ErrUnsupported):
		return record.Unsupported
	case errors.Is(err, fs.ErrPermission):
		return record.Denied
	}
	return record.Undetermined
}

// Reading returns v, or what the error says about its absence.
func Reading(v float64, err error) record.Reading {
	if err != nil {
		return record.Missing(Status(err), err.Error())
	}
	return record.Of(v)
}

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
