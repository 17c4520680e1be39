package checkup

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/unit"
)

// result is one thing that was measured, in words; Why is set instead of Value
// when it could not be.
type result struct{ Name, Value, Why string }

// measured writes what tare measured of the machine itself.
func (r report) measured(n record.Noise) {
	r.Heading(measuredTitle(n))
	known, missing := results(n)
	for _, res := range known {
		r.Item([]sheet.Span{sheet.Plain.Of("  " + sheet.Pad(res.Name, len("throttled")+2))}, sheet.Plain.Of(res.Value))
	}
	shown := 4
	if r.verbose {
		shown = len(n.PerCPU)
	}
	if text := perCPU(n.PerCPU, shown); text != "" {
		r.Item([]sheet.Span{sheet.Plain.Of("  " + sheet.Pad("by CPU", len("throttled")+2))}, sheet.Plain.Of(text))
	}
	for _, g := range missing {
		r.Item([]sheet.Span{sheet.Yellow.Of("  ? ")}, sheet.Plain.Of(strings.Join(g.What, ", ")+": "+g.Why))
	}
	r.histogram("gaps from", n.Gaps)
	if r.verbose {
		r.histogram("late from", n.Wakeup)
		r.histogram("step from", n.Speed)
	}
}

func measuredTitle(n record.Noise) string {
	title := "Measured"
	if n.Elapsed > 0 {
		title += " in " + unit.Duration(n.Elapsed)
	}
	if len(n.CPUs) > 0 {
		title += " on " + plural(len(n.CPUs), "CPU")
	}
	return title
}

// results puts n into words, in the order of a report: what is known, and why
// the rest is not.
func results(n record.Noise) (known []result, missing []gap) {
	for _, res := range []result{
		reading("clock", n.Clock, func(v float64) string { return unit.Nanoseconds(v) + " per reading" }),
		wakeup(n.Wakeup),
		reading("switch", n.Switch, func(v float64) string {
			return unit.Nanoseconds(v) + " from thread to thread on one CPU, with its pipe write and read"
		}),
		noise(n),
		speed(n),
		reading("steal", n.Steal, func(v float64) string { return share(v) + " of the measuring time" }),
		reading("throttled", n.Throttled, func(v float64) string { return unit.Nanoseconds(v) + " by quotas while measuring" }),
		reading("skew", n.Skew, func(v float64) string {
			return strconv.FormatFloat(v, 'f', 1, 64) + " ppm that clock adjustment adds to durations"
		}),
	} {
		if res.Why == "" {
			known = append(known, res)
		} else {
			missing = addGap(missing, res.Why, res.Name)
		}
	}
	return known, missing
}

func reading(name string, r record.Reading, format func(float64) string) result {
	if !r.OK() {
		return result{Name: name, Why: because(r.Status, r.Why)}
	}
	return result{Name: name, Value: format(r.Value)}
}

func wakeup(h record.Histogram) result {
	switch {
	case !h.OK():
		return result{Name: "wakeup", Why: because(h.Status, h.Why)}
	case h.N == 0:
		return result{Name: "wakeup", Why: "no value was taken"}
	}
	return result{Name: "wakeup", Value: fmt.Sprintf("%s late at the median of %d, 99th percentile %s, longest %s",
		unit.Nanoseconds(h.Median), h.N, unit.Nanoseconds(h.P99), unit.Nanoseconds(h.Max))}
}

// noise needs the share that was lost; the gaps add what it consists of.
func noise(n record.Noise) result {
	res := reading("noise", n.Lost, func(v float64) string { return share(v) + " of a spinning thread's time lost" })
	switch {
	case res.Why != "":
	case !n.Gaps.OK():
		res.Value += "; its gaps are " + notKnown(n.Gaps.Status, n.Gaps.Why)
	case n.Gaps.N > 0:
		res.Value += fmt.Sprintf(" in %s: median %s, 99th percentile %s, longest %s", plural(n.Gaps.N, "gap"),
			unit.Nanoseconds(n.Gaps.Median), unit.Nanoseconds(n.Gaps.P99), unit.Nanoseconds(n.Gaps.Max))
	}
	return res
}

func speed(n record.Noise) result {
	res := reading("speed", n.Spread, func(v float64) string { return share(v) + " between the 5th and the 95th percentile" })
	if res.Why == "" && n.Speed.OK() && n.Speed.N > 0 {
		res.Value += fmt.Sprintf(", median %s per step of arithmetic", unit.Nanoseconds(n.Speed.Median))
	}
	return res
}

// worstFirst sorts CPUs by the time that was lost on them.
func worstFirst(cs []record.CPUNoise) []record.CPUNoise {
	return slices.SortedStableFunc(slices.Values(cs), func(a, b record.CPUNoise) int { return cmp.Compare(b.Lost, a.Lost) })
}

// perCPU names the shown worst CPUs and bounds the others.
func perCPU(cs []record.CPUNoise, shown int) string {
	cs = worstFirst(cs)
	var parts []string
	for _, c := range cs[:min(len(cs), shown)] {
		parts = append(parts, fmt.Sprintf("CPU %d lost %s (longest %s)", c.CPU, share(c.Lost), unit.Nanoseconds(c.Max)))
	}
	if rest := len(cs) - shown; rest > 0 {
		parts = append(parts, fmt.Sprintf("%d more at most %s", rest, share(cs[shown].Lost)))
	}
	return strings.Join(parts, ", ")
}

// Sizes of a histogram made of text.
const (
	textRows = 12 // at most
	textBar  = 30 // columns of the fullest class
)

// histogram writes a bar for each class of h. The bars come last and take half
// of the room, for some terminals draw blocks two columns wide.
func (r report) histogram(title string, h record.Histogram) {
	cs := classes(h, textRows)
	if !h.OK() || len(cs) < 2 {
		return
	}
	g := sheet.Grid{Indent: "  ", Right: []bool{true, true}}
	g.Rows = append(g.Rows, []sheet.Span{sheet.Dim.Of(title), sheet.Dim.Of("count")})
	for _, c := range cs {
		g.Rows = append(g.Rows, []sheet.Span{sheet.Plain.Of(unit.Nanoseconds(c.Lo)), sheet.Plain.Of(strconv.Itoa(c.N))})
	}
	room := max(1, min(textBar, (r.Width()-g.Width()-2)/2))
	for i, c := range cs {
		g.Rows[i+1] = append(g.Rows[i+1], sheet.Dim.Of(bar(c.N, fullest(cs), room)))
	}
	r.Blank()
	r.Grid(g)
}

// bar draws n of most, in eighths of a column; what is not zero is visible.
func bar(n, most, room int) string {
	const eighths = "▏▎▍▌▋▊▉"
	filled := n * room * 8 / most
	if n > 0 {
		filled = max(1, filled)
	}
	text := strings.Repeat("█", filled/8)
	if part := filled % 8; part > 0 {
		text += string([]rune(eighths)[part-1])
	}
	return text
}
