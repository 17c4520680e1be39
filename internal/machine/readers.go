package machine

import (
	"strconv"

	"tare/internal/read"
	"tare/internal/record"
)

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
