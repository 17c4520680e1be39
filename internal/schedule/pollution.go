package schedule

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/unit"
)

// What the machine may do during a trial before the trial does not count.
const (
	// maxSteal is the share of the window's wall time that the hypervisor may
	// take, over all CPUs, where 1 is one CPU all the time. Net leaves stolen
	// time out, but only as /proc/stat has it: summed over CPUs and in steps of
	// 10 ms, so that it is least sure of itself where there is most to leave
	// out.
	maxSteal = 0.05
	// maxALU and maxPipe are how much slower than usual the canaries may be. Slow
	// phases in which /proc/stat showed no steal were seen to slow system calls
	// down 2.4× and arithmetic 1.2×. Turbo alone moves arithmetic by as much, and
	// a CPU that comes back from a throttled stretch takes 1.4× as long for its
	// first system calls: that is the cell's doing, and no reason.
	maxALU  = 1.25
	maxPipe = 1.6
	// maxMajorFaults is how many pages may be read from disk or swap in the
	// window. A few are code and data of the binary that is used for the first
	// time; at 0.1 to 10 ms each, more of them are what is being measured.
	maxMajorFaults = 10
)

// Reference is what the canaries of a run say when nothing disturbs them: the
// medians of those seen so far, in the units of their metrics; 0 while unknown.
type Reference struct {
	CanaryALU  float64
	CanaryPipe float64
}

// Pollution returns the reasons why trial, which must have ended well, is no
// clean observation; none for most. It looks only at readings of the machine
// and never at the duration measured (other than as the whole that steal is a
// share of): dropping what looks slow would bias the estimate, dropping what was
// disturbed only costs time. A missing reading is no reason, so trials without
// readings pass: they are not known to be clean.
func Pollution(trial record.Trial, ref Reference) []string {
	var reasons []string
	if share, ok := stolen(trial); ok && share > maxSteal {
		reasons = append(reasons, fmt.Sprintf("stolen %s of the window", unit.Percent(share, 1)))
	}
	for _, canary := range []struct {
		metric record.Metric
		name   string
		usual  float64
		limit  float64
	}{
		{record.CanaryALU, "arithmetic", ref.CanaryALU, maxALU},
		{record.CanaryPipe, "system calls", ref.CanaryPipe, maxPipe},
	} {
		v, ok := trial.Readings.Value(canary.metric)
		if ok && canary.usual > 0 && v > canary.limit*canary.usual {
			reasons = append(reasons, fmt.Sprintf("%s %s slower than usual", canary.name, unit.Percent(v/canary.usual-1, 0)))
		}
	}
	if faults, ok := trial.Readings.Value(record.MajorFaults); ok && faults > maxMajorFaults {
		reasons = append(reasons, fmt.Sprintf("%.0f pages read from disk or swap", faults))
	}
	return reasons
}

// stealStep is the resolution of /proc/stat, in ns.
const stealStep = 10e6

// stolen returns the steal that certainly fell into the time that the readings
// cover, as a fraction of it: one step may be the end of an earlier one.
func stolen(trial record.Trial) (share float64, ok bool) {
	steal, ok := trial.Readings.Value(record.Steal)
	covered, known := trial.Readings.Value(record.Wall)
	if trial.Accounting == record.ByProcess {
		covered, known = float64(trial.Elapsed), true
	}
	if !ok || !known || covered <= 0 {
		return 0, false
	}
	return max(0, steal-stealStep) / covered, true
}
