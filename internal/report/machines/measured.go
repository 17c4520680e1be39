package machines

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// measured is what tare measured of the machine itself.
func measured(n record.Noise) []model.Block {
	title := "Measured"
	if n.Elapsed > 0 {
		title += " in " + unit.Duration(n.Elapsed)
	}
	if len(n.CPUs) > 0 {
		title += " on " + unit.Plural(len(n.CPUs), "CPU")
	}
	known, missing := readings(n)
	unread := model.Prose{Detail: model.Verbose}
	for _, m := range missing {
		unread.Lines = append(unread.Lines, model.Line{Label: "not measured:", Text: model.Lit(model.Plain, m.String())})
	}
	drawn := model.Beside{Detail: model.Verbose}
	for _, d := range []struct {
		id, title, from string
		of              record.Histogram
	}{
		{"gaps", "Gaps in which a spinning thread did not run", "gaps from", n.Gaps},
		{"wakeup", "How late a sleeping thread woke", "late from", n.Wakeup},
		{"speed", "Time per step of arithmetic", "step from", n.Speed},
	} {
		if p := histogram(d.id, d.title, d.of); p != nil {
			drawn.Blocks = append(drawn.Blocks, model.Figure{Caption: d.title, Key: []model.Key{{Text: "counts, logarithmic"}}, Picture: p, Numbers: counts(d.from, d.of)})
		}
	}
	return []model.Block{model.Facts{Detail: model.Verbose, Open: true, Title: title, Groups: []model.Group{{Facts: known}}, Gaps: unread}, drawn}
}

// readings puts n into words, in the order of a report, and says what is not known.
func readings(n record.Noise) (known []model.Fact, missing wording.Gaps) {
	add := func(name string, r record.Reading, say func(float64) string) {
		if r.OK() {
			known = append(known, model.Fact{Name: name, Value: model.Lit(model.Plain, say(r.Value))})
		} else {
			missing.Add(wording.Because(r.Status, r.Why), name)
		}
	}
	add("clock", n.Clock, func(v float64) string { return unit.Nanoseconds(v) + " per reading" })
	add("wake-up", middle(n.Wakeup), func(float64) string { return "late: " + quantiles(n.Wakeup) })
	add("switch", n.Switch, func(v float64) string {
		return unit.Nanoseconds(v) + " from thread to thread on one CPU, with its pipe write and read"
	})
	add("noise", n.Lost, func(v float64) string {
		text := share(v) + " of a spinning thread's time lost"
		if middle(n.Gaps).OK() {
			text += " in " + unit.Plural(n.Gaps.N, "gap") + ": " + quantiles(n.Gaps)
		}
		return text
	})
	add("speed", n.Spread, func(v float64) string {
		text := share(v) + " between the 5th and the 95th percentile"
		if middle(n.Speed).OK() {
			text += fmt.Sprintf(", median %s per step of arithmetic", unit.Nanoseconds(n.Speed.Median))
		}
		return text
	})
	var none []string // what was looked for and not found
	unlessNone := func(name string, r record.Reading, rounded float64, say string) {
		if r.OK() && rounded == 0 {
			none = append(none, name)
			return
		}
		add(name, r, func(float64) string { return say })
	}
	skew := math.Round(10*n.Skew.Value) / 10
	unlessNone("steal", n.Steal, n.Steal.Value, share(n.Steal.Value)+" of the measuring time")
	unlessNone("throttled", n.Throttled, n.Throttled.Value, unit.Nanoseconds(n.Throttled.Value)+" by quotas while measuring")
	unlessNone("skew", n.Skew, skew, fmt.Sprintf("%.1f ppm that clock adjustment adds to durations", skew))
	if len(none) > 0 {
		known = append(known, model.Fact{Name: "none of", Value: model.Lit(model.Plain, strings.Join(none, ", "))})
	}
	if len(n.PerCPU) > 0 {
		known = append(known, model.Fact{Name: "by CPU", Value: model.Lit(model.Plain, perCPU(n.PerCPU))})
	}
	return known, missing
}

// middle is the reading of h's median; a histogram without values has none.
func middle(h record.Histogram) record.Reading {
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

// Sizes of a histogram made of text.
const (
	textClasses = 12 // at most
	textBar     = 30 // columns of the fullest class
)

// counts has a row for each class of h, with a bar; nil where there are no two.
func counts(from string, h record.Histogram) *model.Table {
	cs := classes(h, textClasses)
	if !h.OK() || len(cs) < 2 {
		return nil
	}
	t := model.Table{Columns: []model.Column{{Title: from, Head: true}, {Title: "count"}, {Left: true}}}
	for _, c := range cs {
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{
			{Text: model.Lit(model.Plain, unit.Nanoseconds(c.lo))},
			{Text: model.Lit(model.Plain, strconv.Itoa(c.n))},
			{Fill: func(width int) model.Text {
				// Some terminals draw blocks two columns wide. What is not zero is visible.
				room := max(1, min(textBar, width/2))
				return model.Lit(model.Quiet, strings.Repeat("█", (c.n*room+fullest(cs)-1)/fullest(cs)))
			}},
		}})
	}
	return &t
}
