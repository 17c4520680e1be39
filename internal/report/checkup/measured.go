package checkup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// measured is what tare measured of the machine itself.
type measured struct {
	Title      string
	Known      []result
	Missing    wording.Gaps
	Histograms []histogram
	noise      record.Noise
}

// result is one thing that was measured, in words.
type result struct{ Name, Value string }

func newMeasured(n *record.Noise) *measured {
	if n == nil {
		return nil
	}
	m := &measured{Title: "Measured", noise: *n}
	if n.Elapsed > 0 {
		m.Title += " in " + unit.Duration(n.Elapsed)
	}
	if len(n.CPUs) > 0 {
		m.Title += " on " + unit.Plural(len(n.CPUs), "CPU")
	}
	m.results(*n)
	if len(n.PerCPU) > 0 {
		m.Known = append(m.Known, result{"by CPU", perCPU(n.PerCPU)})
	}
	m.Histograms = []histogram{
		newHistogram("gaps", "Gaps in which a spinning thread did not run", n.Gaps),
		newHistogram("wakeup", "How late a sleeping thread woke", n.Wakeup),
		newHistogram("speed", "Time per step of arithmetic", n.Speed),
	}
	return m
}

// results puts n into words, in the order of a report.
func (m *measured) results(n record.Noise) {
	m.add("clock", n.Clock, func(v float64) string { return unit.Nanoseconds(v) + " per reading" })
	m.add("wakeup", reading(n.Wakeup), func(v float64) string { return "late: " + quantiles(n.Wakeup) })
	m.add("switch", n.Switch, func(v float64) string {
		return unit.Nanoseconds(v) + " from thread to thread on one CPU, with its pipe write and read"
	})
	m.add("noise", n.Lost, func(v float64) string {
		text := share(v) + " of a spinning thread's time lost"
		if reading(n.Gaps).OK() {
			text += " in " + unit.Plural(n.Gaps.N, "gap") + ": " + quantiles(n.Gaps)
		}
		return text
	})
	m.add("speed", n.Spread, func(v float64) string {
		text := share(v) + " between the 5th and the 95th percentile"
		if reading(n.Speed).OK() {
			text += fmt.Sprintf(", median %s per step of arithmetic", unit.Nanoseconds(n.Speed.Median))
		}
		return text
	})
	m.add("steal", n.Steal, func(v float64) string { return share(v) + " of the measuring time" })
	m.add("throttled", n.Throttled, func(v float64) string { return unit.Nanoseconds(v) + " by quotas while measuring" })
	m.add("skew", n.Skew, func(v float64) string {
		return fmt.Sprintf("%.1f ppm that clock adjustment adds to durations", v+0) // −0 + 0 is 0
	})
}

func (m *measured) add(name string, r record.Reading, say func(float64) string) {
	if r.OK() {
		m.Known = append(m.Known, result{name, say(r.Value)})
	} else {
		m.Missing.Add(wording.Because(r.Status, r.Why), name)
	}
}

// reading is that of h's median; a histogram without values has none.
func reading(h record.Histogram) record.Reading {
	if h.OK() && h.N == 0 {
		return record.Missing(record.Undetermined, "no value was taken")
	}
	return record.Reading{Status: h.Status, Value: h.Median, Why: h.Why}
}

func quantiles(h record.Histogram) string {
	return fmt.Sprintf("median %s, 99th percentile %s, longest %s",
		unit.Nanoseconds(h.Median), unit.Nanoseconds(h.P99), unit.Nanoseconds(h.Max))
}

// saidCPUs is how many CPUs are named.
const saidCPUs = 4

// perCPU names the worst CPUs and bounds the others.
func perCPU(cs []record.CPUNoise) string {
	cs = slices.SortedStableFunc(slices.Values(cs), func(a, b record.CPUNoise) int { return cmp.Compare(b.Lost, a.Lost) })
	var parts []string
	for _, c := range cs[:min(len(cs), saidCPUs)] {
		parts = append(parts, fmt.Sprintf("CPU %d lost %s (longest %s)", c.CPU, share(c.Lost), unit.Nanoseconds(c.Max)))
	}
	if rest := len(cs) - saidCPUs; rest > 0 {
		parts = append(parts, fmt.Sprintf("%d more at most %s", rest, share(cs[saidCPUs].Lost)))
	}
	return strings.Join(parts, ", ")
}
