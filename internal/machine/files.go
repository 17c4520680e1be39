package machine

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"tare/internal/read/cgroupfs"
	"tare/internal/read/sysfs"
)

// content returns the content of a file without surrounding white space.
func (s source) content(name string) (string, error) {
	b, err := fs.ReadFile(s.root, name)
	if err != nil {
		return "", s.explain(name, err)
	}
	return strings.TrimSpace(string(b)), nil
}

// text is content for a file that says something. One with nothing else than
// white space does not, which is an error.
func (s source) text(name string) (string, error) {
	text, err := s.content(name)
	if err == nil && text == "" {
		err = undetermined("/%s is empty", name)
	}
	return text, err
}

// firstText returns the text of the first of several files that exists, or the
// error of the last one: names that one attribute has had over the years.
func (s source) firstText(names ...string) (text string, err error) {
	for _, name := range names {
		if text, err = s.text(name); !missing(err) {
			break
		}
	}
	return text, err
}

// number returns the integer that a file holds.
func (s source) number(name string) (int64, error) {
	return parseText(s, name, func(text string) (int64, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", text)
		}
		return n, nil
	})
}

// list returns the CPUs or nodes that a file like "0-3,8" lists, ascending and
// at least one.
func (s source) list(name string) ([]int, error) {
	return parseText(s, name, cgroupfs.ParseList)
}

// mask returns the CPUs of a file like "ff,ffffffff", ascending.
func (s source) mask(name string) ([]int, error) {
	return parseText(s, name, sysfs.ParseMask)
}

// chosen returns the marked word of a file like "always [madvise] never"; marks
// are as sysfs.Chosen wants them.
func (s source) chosen(name, marks string) (string, error) {
	text, err := s.text(name)
	if err != nil {
		return "", err
	}
	word, ok := sysfs.Chosen(text, marks)
	if !ok {
		return "", undetermined("/%s: nothing is chosen in %q", name, text)
	}
	return word, nil
}

// onOff returns "off" for a file that holds 0, and "on" for any other number.
func (s source) onOff(name string) (string, error) {
	n, err := s.number(name)
	switch {
	case err != nil:
		return "", err
	case n == 0:
		return "off", nil
	}
	return "on", nil
}

// entries returns the paths of those entries of a directory whose names begin
// with prefix, in the order of their names.
func (s source) entries(dir, prefix string) ([]string, error) {
	all, err := fs.ReadDir(s.root, dir)
	if err != nil {
		return nil, s.explain(dir, err)
	}
	var paths []string
	for _, e := range all {
		if strings.HasPrefix(e.Name(), prefix) {
			paths = append(paths, path.Join(dir, e.Name()))
		}
	}
	return paths, nil
}

func (s source) exists(name string) bool {
	_, err := fs.Stat(s.root, name)
	return err == nil
}

// parseText parses the text of one file.
func parseText[T any](s source, name string, parse func(string) (T, error)) (T, error) {
	var v T
	text, err := s.text(name)
	if err != nil {
		return v, err
	}
	if v, err = parse(text); err != nil {
		return v, fmt.Errorf("/%s: %w", name, err)
	}
	return v, nil
}

// parseFile reads and parses one file.
func parseFile[T any](s source, name string, parse func(io.Reader) (T, error)) (T, error) {
	var v T
	b, err := fs.ReadFile(s.root, name)
	if err != nil {
		return v, s.explain(name, err)
	}
	if v, err = parse(bytes.NewReader(b)); err != nil {
		return v, fmt.Errorf("/%s: %w", name, err)
	}
	return v, nil
}
