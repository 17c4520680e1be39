package claims

import "tare/internal/lab"

var timerPrecision = lab.Claim{
	ID:       "timer-precision",
	Source:   "S",
	Says:     "time.Sleep(1 ms) wakes within microseconds of its deadline.",
	Question: "By how much do sleeps overshoot on an idle machine?",
	Needs:    []lab.Need{lab.NeedLinux},
	Variants: func(lab.Host) []lab.Variant {
		var all []lab.Variant
		for _, d := range []string{"50us", "200us", "1ms", "5ms"} {
			all = append(all, lab.Variant{Name: "sleep " + d, X: d, Args: []string{"-sleep=" + d}})
		}
		return all
	},
	Figures: func(lab.Host) []lab.Figure {
		// "Within microseconds" is taken for at most 10 µs; a timer of the runtime's that was
		// served by a tick of the scheduler would be late by about a millisecond.
		return []lab.Figure{lab.Value("median overshoot of sleeps of 1 ms", 10e3, 1e6, "p50-ns", "sleep 1ms")}
	},
	Picture: lab.Picture{X: "length of the sleep", Units: []string{"p50-ns", "p99-ns", "max-ns"}},
}
