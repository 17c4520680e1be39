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

// got reports whether a variant of parallelwork had as many CPUs as it may use, or hardly
// less: then a piece takes it that many times as long on a goroutine as over all of them. A
// neighbour lengthens few pieces, and those by much, so the median has none of it.
func got(v lab.Values, variant string, cpus float64) bool {
	piece, ok1 := v(variant, "p50-ns")
	wall, ok2 := v(variant, "ns/op")
	return ok1 && ok2 && piece >= 0.9*cpus*wall
}

// whole is the argument that makes a program measure for whole periods of a CPU quota, of
// 100 ms each: a process that computes gets the same CPU time in any two of them, wherever
// in a period it starts to count.
func whole(h lab.Host) string {
	const period = 100 * time.Millisecond
	return fmt.Sprintf("-for=%s", max(2*period, h.Window.Truncate(period)))
}
