package machine

import (
	"fmt"
	"path"
	"slices"
	"strconv"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

var cpuReaders = []reader{
	{record.FactTopology, source.topology},
	{record.FactCaches, source.caches},
	{record.FactHybrid, source.hybrid},
	{record.FactSMT, source.smt},
	{record.FactNUMA, source.numaNodes},
	{record.FactOffline, source.offline},
	{record.FactIsolated, cpuSet("isolated")},
	{record.FactNoHzFull, cpuSet("nohz_full")},
	{record.FactRCUNoCBs, source.rcuNoCBs},
	{record.FactMitigations, source.mitigations},
}

const cpuDir = "sys/devices/system/cpu"

// cpuFile returns the path of an attribute of one CPU.
func cpuFile(cpu int, attribute string) string {
	return path.Join(cpuDir, "cpu"+strconv.Itoa(cpu), attribute)
}

func (s source) cpuModel() (string, error) {
	if s.cpuErr != nil {
		return "", s.cpuErr
	}
	if name := s.cpuinfo.Name(); name != "" {
		return name, nil
	}
	return "", undetermined("/proc/cpuinfo names no model")
}

// affinity lists the online CPUs that the process may run on; the kernel's list has
// those as well that are offline or not there.
func (s source) affinity() ([]int, error) {
	status, err := read.Parse(s.root, "proc/self/status", procfs.ParseStatus)
	if err != nil {
		return nil, err
	}
	cpus := slices.DeleteFunc(status.CPUs, func(cpu int) bool { return !slices.Contains(s.online, cpu) })
	if len(cpus) == 0 {
		return nil, undetermined("/proc/self/status names no usable CPU")
	}
	return cpus, nil
}

func (s source) numaNodes() (string, float64, error) {
	nodes, err := s.list("sys/devices/system/node/online")
	return strconv.Itoa(len(nodes)), float64(len(nodes)), err
}

// smt tells what is (siblings are online) from what is wanted: both can differ
// when siblings were taken offline one by one.
func (s source) smt() (string, float64, error) {
	active, err := s.text(cpuDir + "/smt/active")
	if err != nil {
		return "", 0, err
	}
	control, err := s.text(cpuDir + "/smt/control")
	if err != nil {
		return "", 0, err
	}
	if s.coresErr != nil {
		return "", 0, s.coresErr
	}
	state := "inactive"
	if active == "1" {
		state = "active"
	}
	return fmt.Sprintf("%s (control %s)", state, control), float64(threadsPerCore(s.cores)), nil
}
