package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

var toolReaders = []reader{
	{record.FactPerfParanoid, integer("proc/sys/kernel/perf_event_paranoid")},
	{record.FactPerfRate, source.perfRate},
	{record.FactPMU, text(source.pmu)},
	{record.FactBPF, text(source.bpf)},
	{record.FactTracefs, text(source.tracefs)},
	{record.FactCapabilities, text(source.capabilities)},
	{record.FactLockdown, text(source.lockdown)},
	{record.FactUser, text(source.user)},
}

func (s source) perfRate() (string, float64, error) {
	n, err := s.number("proc/sys/kernel/perf_event_max_sample_rate")
	return fmt.Sprintf("%dHz", n), float64(n), err
}

// pmu lists the counters of instructions that the kernel has drivers for. On x86
// it registers none that do not count (check_hw_exists in
// arch/x86/events/core.c), so virtual machines without them have "none".
func (s source) pmu() (string, error) {
	paths, err := s.entries("sys/bus/event_source/devices", "")
	if err != nil {
		return "", err
	}
	var names []string
	for _, p := range paths {
		if name := path.Base(p); countsInstructions(name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return "none", nil
	}
	return strings.Join(names, ", "), nil
}

// countsInstructions goes by the names that the kernel gives the counters of
// CPUs, those of hybrid x86, ARM, Apple and s390 apart.
func countsInstructions(pmu string) bool {
	return slices.Contains([]string{"cpu", "cpu_core", "cpu_atom", "cpum_cf"}, pmu) ||
		strings.HasPrefix(pmu, "armv") || strings.HasPrefix(pmu, "apple_")
}

// tracefs returns where tracepoints can be found. Debugfs mounts it as well once
// somebody looks, but perf and tare use the place of its own.
func (s source) tracefs() (string, error) {
	mounts, err := read.Parse(s.root, "proc/self/mountinfo", procfs.ParseMounts)
	if err != nil {
		return "", err
	}
	where := ""
	for _, m := range mounts {
		if m.Type == "tracefs" && (where == "" || m.Point == "/sys/kernel/tracing") {
			where = m.Point
		}
	}
	if where == "" {
		return "not mounted", nil
	}
	return "mounted at " + where, nil
}

// lockdown is told from a kernel without it by its neighbour "lsm": securityfs
// may just not be mounted.
func (s source) lockdown() (string, error) {
	const dir = "sys/kernel/security"
	word, err := read.Chosen(s.root, dir+"/lockdown", "[]")
	if errors.Is(err, fs.ErrNotExist) && !s.exists(dir+"/lsm") {
		return "", undetermined("/%s is not mounted", dir)
	}
	return word, err
}
