package machine

import (
	"fmt"
	"slices"
	"time"

	"tare/internal/read"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// idleStates describes those of the first CPU. Waking from the deepest one costs
// its exit latency, in µs in the file. See Documentation/admin-guide/pm/cpuidle.rst.
func (s source) idleStates() (string, float64, error) {
	const dir = cpuDir + "/cpuidle"
	driver, err := s.text(dir + "/current_driver")
	if err != nil {
		return "", 0, err
	}
	if driver == "none" {
		return "", 0, lack{record.Unsupported, "no idle driver is registered"}
	}
	governor, err := s.firstText(dir+"/current_governor_ro", dir+"/current_governor")
	if err != nil {
		return "", 0, err
	}
	if s.onlineErr != nil {
		return "", 0, s.onlineErr
	}
	name, latency, err := s.deepestIdle(cpuFile(s.online[0], "cpuidle"))
	if err != nil {
		return "", 0, err
	}
	return fmt.Sprintf("%s, governor %s, deepest %s (%v)", driver, governor, name, latency), float64(latency), nil
}

// deepestIdle returns the deepest enabled state of a CPU, and its exit latency.
func (s source) deepestIdle(dir string) (string, time.Duration, error) {
	states, err := s.entries(dir, "state")
	if err != nil {
		return "", 0, err
	}
	// Ascending by depth, and there are at most ten (CPUIDLE_STATE_MAX).
	for _, state := range slices.Backward(states) {
		disabled, err := s.number(state + "/disable")
		if err != nil {
			return "", 0, err
		}
		if disabled != 0 {
			continue
		}
		name, err := s.text(state + "/name")
		if err != nil {
			return "", 0, err
		}
		latency, err := s.number(state + "/latency")
		return name, time.Duration(latency) * time.Microsecond, err
	}
	return "", 0, undetermined("/%s has no state that is enabled", dir)
}

// cpuLatency reads the limit that applies while some process holds the device
// open.
func (s source) cpuLatency() (string, float64, error) {
	const name = "dev/cpu_dma_latency"
	d, err := read.Parse(s.root, name, sysfs.ParseLatency)
	switch {
	case missing(err): // which says nothing about the kernel
		return "", 0, undetermined("/%s does not exist, as in most containers", name)
	case d == sysfs.NoLatencyLimit:
		return "none", 0, nil
	}
	return d.String(), float64(d), err
}
