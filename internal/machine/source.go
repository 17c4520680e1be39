package machine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"tare/internal/read/procfs"
	"tare/internal/record"
)

// source is a root directory together with the files that several facts come
// from, read once: /proc/cpuinfo interrupts every CPU to ask for its frequency,
// and sizes that are compared should be of one moment.
type source struct {
	root    fs.FS
	opts    Options
	cpuinfo procfs.CPUInfo
	cpuErr  error
	meminfo procfs.MemInfo
	memErr  error
}

func newSource(root fs.FS, opts Options) source {
	s := source{root: root, opts: opts}
	s.cpuinfo, s.cpuErr = parseFile(s, "proc/cpuinfo", procfs.ParseCPUInfo)
	s.meminfo, s.memErr = parseFile(s, "proc/meminfo", procfs.ParseMemInfo)
	return s
}

// lack is the error of a fact that is missing for a known reason.
type lack struct {
	status record.Status
	why    string
}

func (l lack) Error() string { return l.why }

func undetermined(format string, args ...any) error {
	return lack{record.Undetermined, fmt.Sprintf(format, args...)}
}

// newFact returns the fact, or what the error says about its absence. A file
// that does not exist is a feature that the kernel does not have.
func newFact(name, value string, err error) record.Fact {
	if err == nil {
		return record.Fact{Name: name, Value: value, Status: record.Measured}
	}
	f := record.Fact{Name: name, Status: record.Undetermined, Why: err.Error()}
	var l lack
	switch {
	case errors.As(err, &l):
		f.Status = l.status
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errors.ErrUnsupported):
		f.Status = record.Unsupported
	case errors.Is(err, fs.ErrPermission):
		f.Status = record.Denied
	}
	return f
}

// text returns the content of a file without surrounding white space. A file
// with nothing else says nothing, which is an error.
func (s source) text(name string) (string, error) {
	b, err := fs.ReadFile(s.root, name)
	if err != nil {
		return "", s.explain(name, err)
	}
	text := strings.TrimSpace(string(b))
	if text == "" {
		return "", undetermined("/%s is empty", name)
	}
	return text, nil
}

func (s source) exists(name string) bool {
	_, err := fs.Stat(s.root, name)
	return err == nil
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

// explain names the file as the user knows it, and tells a kernel without the
// file from a root without the whole pseudo file system.
func (s source) explain(name string, err error) error {
	top, _, _ := strings.Cut(name, "/")
	if errors.Is(err, fs.ErrNotExist) {
		if entries, _ := fs.ReadDir(s.root, top); len(entries) == 0 {
			return undetermined("/%s is not mounted", top)
		}
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return fmt.Errorf("/%s: %w", name, err)
}
