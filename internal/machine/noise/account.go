package noise

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"tare/internal/read"
	"tare/internal/read/cgroupfs"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

// account is the state of counters that others keep, at one moment.
type account struct {
	at             int64          // ns of Now
	monotonic, raw int64          // ns
	skewed         error          // why there is no raw
	stolen         record.Reading // ticks, summed over cpus
	cpus           int
	throttled      record.Reading // ns
}

func (s *session) account() account {
	a := account{at: s.System.Now()}
	a.monotonic, a.raw, a.skewed = s.System.Raw()
	if s.Root == nil {
		a.stolen = record.Missing(record.Unsupported, "there is no /proc to read")
		a.throttled = a.stolen
		return a
	}
	ticks, cpus, err := stolen(s.Root, s.cpus)
	a.stolen, a.cpus = read.Reading(float64(ticks), err), cpus
	a.throttled = throttledTime(s.Root)
	return a
}

// stolen returns the steal ticks since boot of the CPUs, of all if none is
// listed, and how many CPUs these are.
func stolen(root fs.FS, cpus []int) (ticks uint64, n int, err error) {
	stat, err := read.Parse(root, "proc/stat", procfs.ParseStat)
	if err != nil {
		return 0, 0, err
	}
	if len(stat.CPUs) == 0 {
		return 0, 0, errors.New("/proc/stat has no line for any CPU")
	}
	if len(cpus) == 0 {
		return stat.Total.Steal, len(stat.CPUs), nil
	}
	for _, cpu := range cpus {
		t, ok := stat.CPUs[cpu]
		if !ok {
			return 0, 0, fmt.Errorf("/proc/stat has no line for CPU %d", cpu)
		}
		ticks += t.Steal
	}
	return ticks, len(cpus), nil
}

// throttledTime returns the ns, since they were made, that quotas have held back
// tare's own control groups and their ancestors, as far as these can be seen.
// Groups that no quota can hold back count nothing.
func throttledTime(root fs.FS) record.Reading {
	t, err := cgroupfs.Read(root)
	if err != nil {
		return read.Reading(0, err)
	}
	sum := record.Missing(record.Unsupported, "no control group that tare is in counts throttling")
	for _, g := range t.ControlGroups(root) {
		switch r := g.ThrottledTime; r.Status {
		case record.Measured:
			sum = record.Of(sum.Value + r.Value)
		case record.Unsupported:
		default:
			return r
		}
	}
	return sum
}

// minSkewTime is what it takes to tell parts per million from the few hundred
// ns by which two clocks are not read at the same moment.
const minSkewTime = int64(100 * time.Millisecond)

// skew is by how many parts per million the corrected clock runs faster.
func skew(before, after account) record.Reading {
	if err := cmp.Or(before.skewed, after.skewed); err != nil {
		return read.Reading(0, err)
	}
	elapsed := after.raw - before.raw
	if elapsed < minSkewTime {
		return record.Missing(record.Undetermined, "measured for too short a time to tell")
	}
	return record.Of(1e6 * (float64(after.monotonic-before.monotonic)/float64(elapsed) - 1))
}

// steal is the stolen share of the time of the watched CPUs, in steps of one
// tick.
func steal(before, after account) record.Reading {
	r := grown(before.stolen, after.stolen)
	elapsed := time.Duration(after.at - before.at).Seconds()
	switch {
	case !r.OK():
		return r
	case elapsed <= 0:
		return record.Missing(record.Undetermined, "measured for no time at all")
	default:
		return record.Of(r.Value / (procfs.TicksPerSecond * elapsed * float64(after.cpus)))
	}
}

// grown is by how much a counter has grown.
func grown(before, after record.Reading) record.Reading {
	switch {
	case !before.OK():
		return before
	case !after.OK():
		return after
	case after.Value < before.Value:
		return record.Missing(record.Undetermined, "the counter went backwards")
	default:
		return record.Of(after.Value - before.Value)
	}
}
