package machine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/read"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// coreType is the CPUs that have one kind of core.
type coreType struct {
	name string
	cpus []int
}

// hybrid asks x86 for the kinds of performance counters, and other CPUs for the
// capacity that the scheduler goes by. Capacities of x86 CPUs differ between
// equal cores, of which some reach a higher frequency, as do AMD's preferred
// cores: those do not count.
func (s source) hybrid() (string, float64, error) {
	if s.coresErr != nil {
		return "", 0, s.coresErr
	}
	types := s.typesByCapacity
	if s.opts.GOARCH == "amd64" || s.opts.GOARCH == "386" {
		types = s.typesByCounters
	}
	found, err := types()
	if err != nil {
		return "", 0, err
	}
	if len(found) < 2 {
		return "all alike", 1, nil
	}
	var kinds []string
	for _, t := range found {
		cores := 0
		for _, c := range s.cores {
			if slices.Contains(t.cpus, c.cpus[0]) {
				cores++
			}
		}
		kinds = append(kinds, fmt.Sprintf("%d %s (%s)", cores, t.name, sysfs.FormatList(t.cpus)))
	}
	return strings.Join(kinds, ", "), float64(len(kinds)), nil
}

// typesByCounters returns what Intel's hybrid processors show: a device of
// performance counters for each type of core, in place of one called cpu (see
// "Intel hybrid support" in tools/perf/Documentation/intel-hybrid.txt). It
// returns nothing when all cores are alike. A hypervisor that shows no such
// device may still run its guest on either type.
func (s source) typesByCounters() ([]coreType, error) {
	var types []coreType
	for _, t := range []struct{ device, name string }{
		{"cpu_core", "performance"},
		{"cpu_atom", "efficient"},
		{"cpu_lowpower", "low-power"},
	} {
		name := "sys/devices/" + t.device + "/cpus"
		cpus, err := read.ParseText(s.root, name, sysfs.ParseList)
		if missing(err) || err == nil && cpus == nil {
			continue // no such core, or none online
		}
		if err != nil {
			return nil, err
		}
		types = append(types, coreType{t.name, cpus})
	}
	switch {
	case len(types) > 0:
		return types, nil
	case s.cpuErr != nil:
		return nil, s.cpuErr
	case slices.Contains(s.cpuinfo.Flags, "hypervisor") && !slices.ContainsFunc(s.cpuinfo.Models, uniform):
		return nil, undetermined("the hypervisor does not say on which type of core it runs this machine")
	}
	return nil, nil
}

// uniform reports whether a model name is that of a server's processor, which has
// cores of one type: all are performance or all are efficient ones in a Xeon 6,
// and all are compact or none is in an EPYC. The names that QEMU makes up, "Intel
// Xeon Processor (Skylake)" and "AMD EPYC Processor", say nothing about the host:
// see its manual page qemu-cpu-models(7).
func uniform(model string) bool {
	number, epyc := strings.CutPrefix(model, "AMD EPYC ")
	return strings.Contains(model, "Xeon(R)") || epyc && strings.IndexAny(number, "0123456789") == 0
}

// typesByCapacity groups CPUs by cpu_capacity, which is 1024 for the fastest:
// see Documentation/scheduler/sched-capacity.rst.
func (s source) typesByCapacity() ([]coreType, error) {
	byCapacity := make(map[int64][]int)
	for _, cpu := range s.online {
		capacity, err := s.number(cpuFile(cpu, "cpu_capacity"))
		if missing(err) {
			return nil, lack{record.Unsupported, "the kernel does not rate the CPUs: " + err.Error()}
		}
		if err != nil {
			return nil, err
		}
		byCapacity[capacity] = append(byCapacity[capacity], cpu)
	}
	var types []coreType
	for _, capacity := range slices.Backward(slices.Sorted(maps.Keys(byCapacity))) {
		types = append(types, coreType{"middle", byCapacity[capacity]})
	}
	types[0].name, types[len(types)-1].name = "performance", "efficient"
	return types, nil
}
