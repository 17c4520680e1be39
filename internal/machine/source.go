package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"tare/internal/read/procfs"
	"tare/internal/record"
)

// source is a root directory together with the files that several facts come
// from, read once: /proc/cpuinfo interrupts every CPU to ask for its frequency,
// and sizes that are compared should be of one moment.
type source struct {
	root      fs.FS
	opts      Options
	cpuinfo   procfs.CPUInfo
	cpuErr    error
	meminfo   procfs.MemInfo
	memErr    error
	online    []int // CPUs, at least one unless there is an error
	onlineErr error
	cores     []core // with online CPUs, at least one unless there is an error
	coresErr  error
	config    map[string]string // options of the kernel, as far as kernelConfig reads
	configErr error
	mounted   map[string]bool // what explain has found out, by directory
}

func newSource(root fs.FS, opts Options) source {
	s := source{root: root, opts: opts, mounted: make(map[string]bool)}
	s.cpuinfo, s.cpuErr = parseFile(s, "proc/cpuinfo", procfs.ParseCPUInfo)
	s.meminfo, s.memErr = parseFile(s, "proc/meminfo", procfs.ParseMemInfo)
	s.online, s.onlineErr = s.list(cpuDir + "/online")
	s.cores, s.coresErr = s.readCores()
	s.config, s.configErr = s.kernelConfig()
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
	case missing(err), errors.Is(err, errors.ErrUnsupported):
		f.Status = record.Unsupported
	case errors.Is(err, fs.ErrPermission):
		f.Status = record.Denied
	}
	return f
}

// explain names the file as the user knows it, and tells a kernel without the
// file from a root without the whole pseudo file system.
func (s source) explain(name string, err error) error {
	top, _, _ := strings.Cut(name, "/")
	if missing(err) {
		mounted, known := s.mounted[top]
		if !known { // once: /proc may hold thousands of processes
			entries, _ := fs.ReadDir(s.root, top)
			mounted = len(entries) > 0
			s.mounted[top] = mounted
		}
		if !mounted {
			return undetermined("/%s is not mounted", top)
		}
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return fmt.Errorf("/%s: %w", name, err)
}

// missing reports whether err says that a file does not exist below a root that
// has others.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
