package record

import "time"

// Session is a part of a comparison that was measured in one go.
type Session struct {
	Started  time.Time     `json:"started"`
	Finished time.Time     `json:"finished"` // zero when tare did not live to see it, or has not yet
	Args     []string      `json:"args"`     // command line after "tare"
	First    int           `json:"first"`    // Order of its first trial
	Most     int           `json:"most"`     // rounds in all that it may bring a benchmark to
	MaxTime  time.Duration `json:"max_time,omitempty"`
	For      time.Duration `json:"for,omitempty"`
}

// Most is how many rounds the comparison may bring a benchmark to, as far as is
// planned; 0 where nothing is.
func (c Comparison) Most() int {
	if n := len(c.Sessions); n > 0 {
		return c.Sessions[n-1].Most
	}
	if n := len(c.Plan.Looks); n > 0 {
		return c.Plan.Looks[n-1]
	}
	return 0
}

// Took is how long it was measured, without the time between sessions and that of
// sessions which did not finish.
func (c Comparison) Took() time.Duration {
	if len(c.Sessions) == 0 {
		return max(0, c.Finished.Sub(c.Started))
	}
	var took time.Duration
	for _, s := range c.Sessions {
		took += max(0, s.Finished.Sub(s.Started))
	}
	return took
}
