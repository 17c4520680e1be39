package machine

import (
	"errors"
	"io/fs"

	"tare/internal/read"
	"tare/internal/read/sysfs"
)

// text returns the content of a file that says something. One with nothing else
// than white space does not, which is an error.
func (s source) text(name string) (string, error) {
	return parseText(s, name, func(text string) (string, error) { return text, nil })
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

func (s source) number(name string) (int64, error) { return read.Number(s.root, name) }

// list returns the CPUs or nodes that a file like "0-3,8" lists, ascending and
// at least one.
func (s source) list(name string) ([]int, error) { return parseText(s, name, sysfs.ParseList) }

// mask returns the CPUs of a file like "ff,ffffffff", ascending.
func (s source) mask(name string) ([]int, error) { return parseText(s, name, sysfs.ParseMask) }

// state returns "off" for a file that holds 0, and "on" for any other number.
func (s source) state(name string) (string, error) {
	n, err := s.number(name)
	switch {
	case err != nil:
		return "", err
	case n == 0:
		return "off", nil
	}
	return "on", nil
}

func (s source) entries(dir, prefix string) ([]string, error) {
	return read.Entries(s.root, dir, prefix)
}

func (s source) exists(name string) bool {
	_, err := fs.Stat(s.root, name)
	return err == nil
}

// parseText parses a file that is not empty.
func parseText[T any](s source, name string, parse func(string) (T, error)) (T, error) {
	return read.ParseText(s.root, name, func(text string) (T, error) {
		if text == "" {
			var none T
			return none, errors.New("it is empty")
		}
		return parse(text)
	})
}
