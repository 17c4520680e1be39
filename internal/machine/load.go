package machine

import (
	"errors"
	"fmt"
	"io/fs"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
	"tare/internal/record/unit"
)

var busyReaders = []reader{
	{record.FactLoad, source.load},
	{record.FactPressureCPU, pressure("cpu")},
	{record.FactPressureMemory, pressure("memory")},
	{record.FactPressureIO, pressure("io")},
}

func (s source) load() (string, float64, error) {
	l, err := read.Parse(s.root, "proc/loadavg", procfs.ParseLoadAvg)
	return fmt.Sprintf("%.2f %.2f %.2f", l.One, l.Five, l.Fifteen), l.One, err
}

// pressure returns a reader of how long tasks waited for a resource. A kernel
// that was told not to account for it has no file, or one that says so.
func pressure(resource string) func(source) (string, float64, error) {
	return func(s source) (string, float64, error) {
		p, err := read.Parse(s.root, "proc/pressure/"+resource, procfs.ParsePressure)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errors.ErrUnsupported) {
			err = fmt.Errorf("%w; booting with psi=1 may help", err)
		}
		if err != nil {
			return "", 0, err
		}
		return unit.Percent(p.Some.Avg10, 1) + " and " + unit.Percent(p.Some.Avg60, 1), p.Some.Avg10, nil
	}
}

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
