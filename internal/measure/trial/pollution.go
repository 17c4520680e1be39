package trial

import (
	"fmt"
	"maps"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// What the machine may do during a trial before the trial does not count.
const (
	// maxSteal is the share of the window's wall time that the hypervisor may take
	// from a CPU: on average from those that the trial ran on, each by how long it
	// did; where that is not known, from all of the machine. (Summed over its CPUs
	// it would say more about how many there are.) Net leaves stolen time out, but
	// what comes after it, cold caches and a lower clock, it does not.
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
	// time; at 0.1 to 10 ms each, more of them are what is being measured. Under a
	// memory limit that is as asked for: paging is what the limit does.
	maxMajorFaults = 10
)

// Reference tells polluted trials by the canaries of all trials that it has
// seen, polluted ones included: leaving those out would make it follow its own
// verdicts. The zero value is ready for use.
type Reference struct {
	// Paging says that one of the variants that are compared has a memory limit:
	// pages that are read back are what it costs then.
	Paging bool

	alu, pipe []float64 // sorted
}

// Mark sets why t, which comes after those marked before, is polluted. A trial
// that did not end well is left alone.
func (r *Reference) Mark(t *record.Trial) {
	if t.Outcome != record.OK {
		return
	}
	t.Polluted = pollution(*t, usual{alu: median(r.alu), pipe: median(r.pipe), paging: r.Paging})
	if v, ok := t.Readings.Value(record.CanaryALU); ok {
		r.alu = insert(r.alu, v)
	}
	if v, ok := t.Readings.Value(record.CanaryPipe); ok {
		r.pipe = insert(r.pipe, v)
	}
}

// insert keeps sorted in order.
func insert(sorted []float64, v float64) []float64 {
	i, _ := slices.BinarySearch(sorted, v)
	return slices.Insert(sorted, i, v)
}

// median of a sorted slice; 0 when there is nothing yet.
func median(sorted []float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// usual is what the canaries say when nothing disturbs them, in the units of their
// metrics, 0 while unknown, and whether a memory limit makes paging usual.
type usual struct {
	alu, pipe float64
	paging    bool
}

// pollution returns the reasons why trial, which must have ended well, is no
// clean observation; none for most. It looks only at readings of the machine
// and never at the duration measured (other than as the whole that steal is a
// share of): dropping what looks slow would bias the estimate, dropping what was
// disturbed only costs time. A missing reading is no reason, so trials without
// readings pass: they are not known to be clean.
func pollution(trial record.Trial, is usual) []string {
	trial = trial.Whole() // what disturbs the window that was taken off disturbs the rest
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
		{record.CanaryALU, "arithmetic", is.alu, maxALU},
		{record.CanaryPipe, "system calls", is.pipe, maxPipe},
	} {
		v, ok := trial.Readings.Value(canary.metric)
		if ok && canary.usual > 0 && v > canary.limit*canary.usual {
			reasons = append(reasons, fmt.Sprintf("%s %s slower than usual", canary.name, unit.Percent(v/canary.usual-1, 0)))
		}
	}
	limited := trial.Memory > 0 || is.paging
	if faults, ok := trial.Readings.Value(record.MajorFaults); ok && faults > maxMajorFaults && !limited {
		reasons = append(reasons, fmt.Sprintf("%.0f pages read from disk or swap", faults))
	}
	return reasons
}

// stealStep is the resolution of /proc/stat, for each CPU and for all together,
// in ns.
const stealStep = 10e6

// stolen returns how much of a CPU's time was stolen while the readings were taken,
// as far as it certainly fell into that time: one step may be the end of an earlier
// one. It is a fraction of one.
func stolen(trial record.Trial) (share float64, ok bool) {
	steal, ok := trial.Readings.Value(record.Steal)
	covered, known := trial.Readings.Value(record.Wall)
	if trial.Accounting == record.ByProcess {
		covered, known = float64(trial.Elapsed), true
	}
	if !ok || !known || covered <= 0 {
		return 0, false
	}
	if own, ok := stolenWhereItRan(trial); ok {
		return own / covered, true
	}
	return max(0, steal-stealStep) / covered / float64(max(1, trial.StealCPUs)), true
}

// stolenWhereItRan returns the ns stolen from a CPU, averaged over the CPUs that the
// switches show the process on, by how long they do. What was stolen from
// others is not its loss.
func stolenWhereItRan(trial record.Trial) (ns float64, ok bool) {
	var sum, all float64
	for _, cpu := range slices.Sorted(maps.Keys(trial.Timeline.Ran)) { // sums depend on the order, by a hair
		ran := trial.Timeline.Ran[cpu]
		sum += ran * max(0, trial.StealOn[cpu]-stealStep)
		all += ran
	}
	if trial.StealCPUs == 0 || all == 0 {
		return 0, false
	}
	return sum / all, true
}
