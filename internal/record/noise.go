package record

import "time"

// Noise is what tare measured of the machine itself: where reading settings is
// not enough. Times are ns.
type Noise struct {
	Elapsed time.Duration `json:"elapsed"` // what measuring took
	CPUs    []int         `json:"cpus"`    // that were watched

	Clock Reading `json:"clock"` // ns per reading of the monotonic clock, median of batches
	// Skew is how much faster CLOCK_MONOTONIC runs than CLOCK_MONOTONIC_RAW, in
	// parts per million: what NTP adds to every duration.
	Skew Reading `json:"skew"`
	// Wakeup is by how much a thread that slept for a short time woke late.
	Wakeup Histogram `json:"wakeup"`
	Switch Reading   `json:"switch"` // ns per switch between two threads on one CPU, with its pipe write and read
	// Gaps are the stretches in which a thread that only spins did not run:
	// interrupts, other threads, the hypervisor, throttling.
	Gaps   Histogram  `json:"gaps"`
	Lost   Reading    `json:"lost"` // share of the spinning time in gaps, a fraction of one
	PerCPU []CPUNoise `json:"per_cpu,omitempty"`
	Speed  Histogram  `json:"speed"`  // ns per step of a dependent multiply-add, one value per ms of spinning without a gap
	Spread Reading    `json:"spread"` // of Speed: 95th percentile ÷ 5th − 1
	Steal  Reading    `json:"steal"`  // share of the measuring time that /proc/stat calls stolen
	// Throttled is ns by which quotas held tare back while it measured.
	Throttled Reading `json:"throttled"`
}

// CPUNoise is what one CPU's spinning thread saw.
type CPUNoise struct {
	CPU  int     `json:"cpu"`
	Lost float64 `json:"lost"` // share of its time in gaps, a fraction of one
	Gaps int     `json:"gaps"`
	Max  float64 `json:"max"` // ns of the longest gap
}

// Histogram counts values in classes: Counts[i] are those from Bounds[i] up to
// but not including Bounds[i+1]; the last class has no upper end. The status
// says whether there are any values; the quantiles are exact.
type Histogram struct {
	Status Status    `json:"status"`
	Why    string    `json:"why,omitempty"`
	Bounds []float64 `json:"bounds,omitempty"`
	Counts []int     `json:"counts,omitempty"`
	N      int       `json:"n"`
	Min    float64   `json:"min"`
	Median float64   `json:"median"`
	P99    float64   `json:"p99"`
	Max    float64   `json:"max"`
}

// OK reports whether there is anything in the histogram.
func (h Histogram) OK() bool { return h.Status == Measured }

// MachineReport is what one `tare check` came to.
type MachineReport struct {
	Started  time.Time `json:"started"`
	Tare     string    `json:"tare"`
	Machine  Machine   `json:"machine"`
	Capacity Capacity  `json:"capacity"`
	Noise    *Noise    `json:"noise,omitempty"` // nil when nothing was measured
	Findings []Finding `json:"findings"`        // every check's outcome, passed ones too
	Require  *Require  `json:"require,omitempty"`
}

// Require is how the findings compare with what -require asked for.
type Require struct {
	Asked  []string `json:"asked"`
	Wrong  []string `json:"wrong,omitempty"` // IDs of findings that fail it
	Open   []string `json:"open,omitempty"`  // IDs of findings that cannot be verified
	Passed bool     `json:"passed"`
}
