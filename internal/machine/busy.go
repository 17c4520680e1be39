package machine

import (
	"fmt"

	"tare/internal/read/procfs"
	"tare/internal/unit"
)

// formatSteal is also how Findings reads the fact back.
const formatSteal = "%d of %d busy ticks since boot"

func (s source) load() (string, error) {
	l, err := parseFile(s, "proc/loadavg", procfs.ParseLoadAvg)
	return fmt.Sprintf("%.2f %.2f %.2f", l.One, l.Five, l.Fifteen), err
}

// steal is relative to the time in which this machine wanted to run something:
// an idle machine has nothing to be stolen.
func (s source) steal() (string, error) {
	stat, err := parseFile(s, "proc/stat", procfs.ParseStat)
	if err != nil {
		return "", err
	}
	stolen, busy := stat.Total.Steal, stat.Total.Wanted()
	if busy == 0 {
		return "", undetermined("/proc/stat: no CPU has run anything since boot")
	}
	return fmt.Sprintf(formatSteal+" (%s)", stolen, busy, unit.Percent(share(stolen, busy), 2)), nil
}

func share(part, whole uint64) float64 { return float64(part) / float64(whole) }
