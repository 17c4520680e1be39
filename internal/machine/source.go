package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"tare/internal/read"
	"tare/internal/read/cgroupfs"
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
	// Control groups that tare is in; no groups when there are none or when they
	// could not be read.
	hierarchies cgroupfs.Topology
	groups      []record.ControlGroup
	cgroupErr   error
}

func newSource(root fs.FS, opts Options) source {
	s := source{root: root, opts: opts}
	s.cpuinfo, s.cpuErr = read.Parse(s.root, "proc/cpuinfo", procfs.ParseCPUInfo)
	s.meminfo, s.memErr = read.Parse(s.root, "proc/meminfo", procfs.ParseMemInfo)
	s.online, s.onlineErr = s.list(cpuDir + "/online")
	s.cores, s.coresErr = s.readCores()
	s.config, s.configErr = s.kernelConfig()
	s.hierarchies, s.cgroupErr = cgroupfs.Read(s.root)
	s.groups = s.hierarchies.ControlGroups(s.root)
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
	status := read.Status(err)
	if l, ok := errors.AsType[lack](err); ok {
		status = l.status
	}
	return record.Fact{Name: name, Status: status, Why: err.Error()}
}

// missing reports whether err says that a file does not exist below a root that
// has others.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// reader reads one fact: how it is printed, and as a number where it is one
// quantity (see the names in package record).
type reader struct {
	name string
	read readFunc
}

type readFunc func(source) (value string, number float64, err error)

// readers lists what is read, by the group that it is reported in.
var readers = map[string][]reader{
	record.GroupCPU:       cpuReaders,
	record.GroupFrequency: frequencyReaders,
	record.GroupVirtual:   virtualReaders,
	record.GroupLimits:    limitReaders,
	record.GroupMemory:    memoryReaders,
	record.GroupKernel:    kernelReaders,
	record.GroupClock:     clockReaders,
	record.GroupBusy:      busyReaders,
	record.GroupTools:     toolReaders,
}

// text makes a reader of a fact that is no quantity.
func text(read func(source) (string, error)) readFunc {
	return func(s source) (string, float64, error) {
		value, err := read(s)
		return value, 0, err
	}
}

// content reads a fact that is what a file says.
func content(name string) readFunc {
	return text(func(s source) (string, error) { return s.text(name) })
}

// chosen reads a fact that is the marked word of a file.
func chosen(name string) readFunc {
	return text(func(s source) (string, error) { return read.Chosen(s.root, name, "[]") })
}

// onOff reads a fact that is a switch: see source.state.
func onOff(name string) readFunc {
	return text(func(s source) (string, error) { return s.state(name) })
}

// integer reads a fact that is the integer in a file.
func integer(name string) readFunc {
	return func(s source) (string, float64, error) {
		n, err := s.number(name)
		return strconv.FormatInt(n, 10), float64(n), err
	}
}
