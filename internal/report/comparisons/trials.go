package comparisons

import (
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// measured returns what a trial measured in a unit, NaN when it did not. What
// the benchmark reported itself comes first, as on its result line.
func measured(t record.Trial, unit string) float64 {
	if v, ok := t.Extra[unit]; ok {
		return v
	}
	if !(t.Bill.Wall > 0) { // a bill that was never made out
		return math.NaN()
	}
	switch unit {
	case wallUnit:
		return t.Bill.Wall
	case "net-ns/op":
		return t.Bill.Net
	case "cpu-ns/op":
		return t.Bill.CPU
	}
	for _, it := range t.Bill.Items() {
		if it.Unit == unit {
			return it.Ns
		}
	}
	return math.NaN()
}

// sample is what the trials of one side measured in one unit.
type sample struct {
	rounds []int
	values []float64 // finite
	clean  []bool
}

// sampleOf leaves out trials that failed or did not measure the unit.
func sampleOf(trials []record.Trial, unit string) sample {
	var s sample
	for _, t := range trials {
		if v := measured(t, unit); t.Outcome == record.OK && wording.Finite(v) {
			s.rounds = append(s.rounds, t.Round)
			s.values = append(s.values, v)
			s.clean = append(s.clean, t.Counts())
		}
	}
	return s
}

// counting returns the values of clean trials.
func (s sample) counting() []float64 {
	var kept []float64
	for i, v := range s.values {
		if s.clean[i] {
			kept = append(kept, v)
		}
	}
	return kept
}

// meanBill averages the bills of the clean trials, so that the items still sum
// to the wall time. Net is measured only if it was in all of them.
func meanBill(trials []record.Trial) record.Bill {
	mean := record.Bill{NetStatus: record.Measured}
	billed := slices.DeleteFunc(slices.Clone(trials), func(t record.Trial) bool { return !t.Counts() || !(t.Bill.Wall > 0) })
	for _, t := range billed {
		b := t.Bill
		for _, part := range []struct {
			sum   *float64
			value float64
		}{
			{&mean.Wall, b.Wall}, {&mean.OnCPU, b.OnCPU}, {&mean.Throttled, b.Throttled}, {&mean.Waiting, b.Waiting}, {&mean.Stolen, b.Stolen},
			{&mean.GCPause, b.GCPause}, {&mean.Blocked, b.Blocked}, {&mean.Residual, b.Residual}, {&mean.Net, b.Net}, {&mean.CPU, b.CPU},
		} {
			*part.sum += part.value / float64(len(billed))
		}
		if b.NetStatus != record.Measured {
			mean.NetStatus, mean.NetWhy = b.NetStatus, b.NetWhy
		}
	}
	return mean
}
