package machine

import (
	"fmt"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record/unit"
)

// steal is relative to the time in which this machine wanted to run something:
// an idle machine has nothing to be stolen.
func (s source) steal() (string, float64, error) {
	stat, err := read.Parse(s.root, "proc/stat", procfs.ParseStat)
	if err != nil {
		return "", 0, err
	}
	stolen, busy := stat.Total.Steal, stat.Total.Wanted()
	if busy == 0 {
		return "", 0, undetermined("/proc/stat: no CPU has run anything since boot")
	}
	share := float64(stolen) / float64(busy)
	return fmt.Sprintf("%d of %d busy ticks since boot (%s)", stolen, busy, unit.Percent(share, 2)), share, nil
}
