package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/read/sysfs"
)

// offline leaves out CPUs that could be plugged in but are not there: firmware
// and hypervisors announce sockets for many.
func (s source) offline() (string, float64, error) {
	off, err := s.cpuSet("offline")
	if err != nil {
		return "", 0, err
	}
	present, err := s.cpuSet("present")
	if err != nil {
		return "", 0, err
	}
	return listFact(slices.DeleteFunc(off, func(cpu int) bool { return !slices.Contains(present, cpu) }), nil)
}

// cpuSet reads a set of CPUs.
func cpuSet(attribute string) readFunc {
	return func(s source) (string, float64, error) { return listFact(s.cpuSet(attribute)) }
}

// rcuNoCBs returns the CPUs of rcu_nocbs= and those of nohz_full=, which implies
// it: see both in Documentation/admin-guide/kernel-parameters.txt.
func (s source) rcuNoCBs() (string, float64, error) {
	boot, err := read.Parse(s.root, "proc/cmdline", procfs.ParseCmdline)
	if err != nil {
		return "", 0, err
	}
	offloaded, err := s.bootList(boot["rcu_nocbs"])
	if err != nil {
		return "", 0, fmt.Errorf("/proc/cmdline: rcu_nocbs: %w", err)
	}
	tickless, err := s.cpuSet("nohz_full")
	if err != nil && !missing(err) {
		return "", 0, err
	}
	offloaded = append(offloaded, tickless...)
	slices.Sort(offloaded)
	return listFact(slices.Compact(offloaded), nil)
}

// cpuSet returns the CPUs in a file that lists none when it is empty. Kernels
// that keep CPU masks off the stack print "(null)" for a mask that they never
// made.
func (s source) cpuSet(attribute string) ([]int, error) {
	return read.ParseText(s.root, cpuDir+"/"+attribute, func(text string) ([]int, error) {
		return sysfs.ParseList(strings.TrimPrefix(text, "(null)"))
	})
}

// bootList parses a list of CPUs as the command line has it, where "all" is
// every CPU and N the last one.
func (s source) bootList(text string) ([]int, error) {
	possible, err := s.cpuSet("possible")
	switch {
	case text == "":
		return nil, nil
	case err != nil:
		return nil, err
	case text == "all":
		return possible, nil
	case len(possible) > 0:
		text = strings.ReplaceAll(text, "N", strconv.Itoa(possible[len(possible)-1]))
	}
	return sysfs.ParseList(text)
}

// listFact is the value and the number of a fact that is a set of CPUs.
func listFact(cpus []int, err error) (string, float64, error) {
	return cmp.Or(sysfs.FormatList(cpus), "none"), float64(len(cpus)), err
}
