package noise

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

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
	a.stolen, a.cpus = reading(float64(ticks), err), cpus
	ns, err := throttledTime(s.Root)
	a.throttled = reading(float64(ns), err)
	return a
}

func reading(v float64, err error) record.Reading {
	if err != nil {
		return record.Missing(statusOf(err), err.Error())
	}
	return record.Of(v)
}

// stolen returns the steal ticks since boot of the CPUs, of all if none is
// listed, and how many CPUs these are.
func stolen(root fs.FS, cpus []int) (ticks uint64, n int, err error) {
	f, err := root.Open("proc/stat")
	if err != nil {
		return 0, 0, fmt.Errorf("reading steal: %w", err)
	}
	defer f.Close()
	stat, err := procfs.ParseStat(f)
	if err != nil {
		return 0, 0, fmt.Errorf("parsing /proc/stat: %w", err)
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

// errUncounted is why there is no throttled time where no quota can be set.
var errUncounted = fmt.Errorf("no control group that tare is in counts throttling: %w", errors.ErrUnsupported)

// throttledTime returns the ns, since they were made, that quotas have held
// back tare's own control group and its ancestors, as far as these can be seen.
func throttledTime(root fs.FS) (int64, error) {
	t, err := cgroupfs.Read(root)
	if err != nil {
		return 0, fmt.Errorf("finding the control group: %w", err)
	}
	dirs, err := groups(t)
	if err != nil {
		return 0, err
	}
	var sum int64
	found := false
	for _, dir := range dirs {
		s, ok, err := cpuStat(root, path.Join(dir, "cpu.stat"))
		if err != nil {
			return 0, err
		}
		if ok {
			sum, found = sum+s.ThrottledTime, true
		}
	}
	if !found {
		return 0, errUncounted
	}
	return sum, nil
}

// groups lists the groups in which a quota may be set on tare, its own first. A
// v2 group without the cpu controller has ancestors that may have it.
func groups(t cgroupfs.Topology) ([]string, error) {
	h, ok := t.Find("cpu")
	for i := 0; !ok && i < len(t); i++ {
		h, ok = t[i], t[i].Version == 2
	}
	switch {
	case !ok:
		return nil, errUncounted
	case h.Own == "":
		return nil, fmt.Errorf("the control group cannot be seen: %s", h.Why)
	default:
		return h.Groups(), nil
	}
}

// cpuStat returns false when the group does not count throttling, because none
// can happen to it.
func cpuStat(root fs.FS, name string) (cgroupfs.CPUStat, bool, error) {
	f, err := root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return cgroupfs.CPUStat{}, false, nil
	}
	if err != nil {
		return cgroupfs.CPUStat{}, false, fmt.Errorf("reading throttling: %w", err)
	}
	defer f.Close()
	s, ok, err := cgroupfs.ParseCPUStat(f)
	if err != nil {
		return s, false, fmt.Errorf("parsing /%s: %w", name, err)
	}
	return s, ok, nil
}

// minSkewTime is what it takes to tell parts per million from the few hundred
// ns by which two clocks are not read at the same moment.
const minSkewTime = int64(100 * time.Millisecond)

// skew is by how many parts per million the corrected clock runs faster.
func skew(before, after account) record.Reading {
	if err := cmp.Or(before.skewed, after.skewed); err != nil {
		return reading(0, err)
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
