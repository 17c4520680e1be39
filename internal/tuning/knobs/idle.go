package knobs

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"strconv"

	"tare/internal/tuning"
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
	b, err := fs.ReadFile(root, latencyDevice)
	if err != nil {
		return nil, explain(root, latencyDevice, "the kernel takes no limit from programs", err)
	}
	if len(b) != 4 {
		return nil, fmt.Errorf("/%s holds %d bytes, not the 4 of a number", latencyDevice, len(b))
	}
	held := int(int32(binary.NativeEndian.Uint32(b)))
	return []tuning.Step{{Key: "latency:cpu_dma_latency", Value: strconv.Itoa(min(limit, held))}}, nil
}

// shallowest returns the shortest time in µs that waking up from a sleep takes,
// 0 when the only state of idleness is to wait busily.
func shallowest(root fs.FS) (int, error) {
	states, err := fs.ReadDir(root, idleDir)
	if err != nil {
		return 0, explain(root, idleDir, noIdleDriver, err)
	}
	if len(states) == 0 {
		return 0, unsupported("%s (no state in /%s)", noIdleDriver, idleDir)
	}
	shortest := 0
	for _, s := range states {
		us, err := number(root, idleDir+"/"+s.Name()+"/latency", noIdleDriver)
		if err != nil {
			return 0, err
		}
		if us > 0 && (shortest == 0 || us < shortest) {
			shortest = us
		}
	}
	return shortest, nil
}
