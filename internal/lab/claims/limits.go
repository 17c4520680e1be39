package claims

import (
	"fmt"
	"time"

	"tare/internal/lab"
)

// limits are the claims about quotas, weights and memory limits of control groups.
var limits = []lab.Claim{
	quotaLatency,
	quotaGoroutines,
	gomaxprocsRule,
	containerSTW,
	memoryLimitGC,
	cpuWeight,
}

// whole is the argument that makes a program measure for whole periods of a CPU quota, of
// 100 ms each: a process that computes gets the same CPU time in any two of them, wherever
// in a period it starts to count.
func whole(h lab.Host) string {
	const period = 100 * time.Millisecond
	return fmt.Sprintf("-for=%s", max(2*period, h.Window.Truncate(period)))
}
