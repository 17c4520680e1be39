package record

import "time"

// Method is how a trial gets from the time of its windows to that of an iteration.
// Package window says why there are several.
type Method string

// The methods, by how much they take off.
const (
	Plain      Method = "plain"      // one window
	Settled    Method = "settled"    // a window behind iterations that do not count
	Difference Method = "difference" // what a window takes beyond a shorter one
)

// Windows is how the trials of a benchmark are made to mean what a long run does,
// as its pilot has it.
type Windows struct {
	Method Method `json:"method"`
	N      int64  `json:"n"`              // iterations that count
	Lead   int64  `json:"lead,omitempty"` // iterations before these: in the same call, or in the one before
	// Warm is how many iterations a call before makes that only touches the heap's memory,
	// where that is more than Lead.
	Warm   int64   `json:"warm,omitempty"`
	PerOp  float64 `json:"per_op"` // ns of an iteration, net
	SetUp  float64 `json:"set_up"` // ns that every call takes beside its iterations, net
	Cycles float64 `json:"cycles"` // garbage collections that N iterations cause, where these matter
	Loop   bool    `json:"loop"`   // the benchmark uses b.Loop
	// Rare says that the benchmark allocates so much that collections may matter, and
	// so little that no window could hold one.
	Rare bool `json:"rare,omitempty"`
	// Growing says that iterations still cost more, or less, the more of them there
	// are: what they cost in a long run cannot be had from short ones.
	Growing bool `json:"growing,omitempty"`
}

// Length is how long the calls of a trial take, set-up included, net.
func (w Windows) Length() time.Duration {
	calls, n := 1.0, float64(w.N)
	first, lead := float64(max(w.Lead, w.Warm)), float64(w.Lead)
	switch {
	case w.Method == Difference && first > 1:
		calls, n = 3, n+first+2*lead
	case w.Method == Difference:
		calls, n = 2, n+2*lead
	case first > 0 && !w.Loop:
		calls, n = 2, n+first
	default:
		n += first
	}
	return time.Duration(calls*w.SetUp + n*w.PerOp)
}

// Lead is what a shorter window took, which has been taken off the trial's readings.
type Lead struct {
	N        int64           `json:"n"`
	Segments int64           `json:"segments"`
	Readings Readings        `json:"readings"`
	Threads  []Thread        `json:"threads,omitempty"`
	Timeline Timeline        `json:"timeline"`
	StealOn  map[int]float64 `json:"steal_on,omitempty"` // as Trial.StealOn
}

// Whole returns the trial with what was taken off it put back: the longer window by
// itself.
func (t Trial) Whole() Trial {
	if t.Lead == nil {
		return t
	}
	readings := Readings{}
	for m, r := range t.Readings {
		if less, ok := t.Lead.Readings.Value(m); ok && r.OK() && m != CanaryALU && m != CanaryPipe {
			r.Value += less
		}
		readings[m] = r
	}
	t.N, t.Readings, t.Lead = t.N+t.Lead.N, readings, nil
	return t
}

// Shorter returns the window that was taken off the trial, as a trial, and whether
// there is one.
func (t Trial) Shorter() (Trial, bool) {
	l := t.Lead
	if l == nil {
		return Trial{}, false
	}
	t.N, t.Segments, t.Readings, t.Threads, t.Timeline, t.StealOn, t.Lead = l.N, l.Segments, l.Readings, l.Threads, l.Timeline, l.StealOn, nil
	return t, true
}
