package knobs

import (
	"io/fs"
	"strconv"

	"tare/internal/machine/tuning"
	"tare/internal/read"
	"tare/internal/read/sysfs"
)

const (
	latencyDevice = "dev/cpu_dma_latency"
	idleDir       = cpuDir + "/cpu0/cpuidle"
	noIdleDriver  = "no idle driver is loaded: in a virtual machine, the hypervisor puts CPUs to sleep"
)

// cpuLatency limits how long a CPU may take to wake up, to what the shallowest
// sleep takes. Less than that would keep idle CPUs busy waiting: heat and work
// for the other thread of the core, which benchmarks would feel. A lower limit
// that some program holds is in force all the same.
func cpuLatency(root fs.FS, _ tuning.Wishes) ([]tuning.Step, error) {
	limit, err := shallowest(root)
	if err != nil {
		return nil, err
	}
	held, err := parse(root, latencyDevice, "the kernel takes no limit from programs", sysfs.ParseLatency)
	if err != nil {
		return nil, err
	}
	return []tuning.Step{{Key: "latency:cpu_dma_latency", Value: strconv.Itoa(min(limit, int(held.Microseconds())))}}, nil
}

// shallowest returns the shortest time in µs that waking up from a sleep takes,
// 0 when the only state of idleness is to wait busily.
func shallowest(root fs.FS) (int, error) {
	states, err := read.Entries(root, idleDir, "")
	if err != nil {
		return 0, explain(idleDir, noIdleDriver, err)
	}
	if len(states) == 0 {
		return 0, unsupported("%s (no state in /%s)", noIdleDriver, idleDir)
	}
	shortest := 0
	for _, s := range states {
		us, err := number(root, s+"/latency", noIdleDriver)
		if err != nil {
			return 0, err
		}
		if us > 0 && (shortest == 0 || us < shortest) {
			shortest = us
		}
	}
	return shortest, nil
}
