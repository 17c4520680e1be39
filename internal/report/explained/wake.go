package explained

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// wakeups writes how long goroutines and threads that could run waited for their
// turn, as histograms on one axis.
func (r report) wakeups() {
	rows := []struct {
		who, what string
		record.Delays
	}{{"goroutines", "a P", r.Wakeups.Goroutines}, {"threads", "a CPU", r.Wakeups.Threads}}
	lo, hi := math.MaxInt, 0
	for _, row := range rows {
		for step, n := range row.Steps {
			if n > 0 {
				lo, hi = min(lo, step), max(hi, step+1)
			}
		}
	}
	if lo >= hi {
		return
	}
	r.section("wake-up latency", "as histograms whose heights are logarithms of counts")
	cell := max(1, min(3, (r.Width()-len("9999ns"))/(hi-lo)))
	for _, row := range rows {
		if row.Count == 0 {
			continue
		}
		r.Prose(sheet.Plain, "", fmt.Sprintf("%s: p50 %s, p99 %s, worst %s of %s waits for %s",
			row.who, ns(row.P50), ns(row.P99), ns(row.Worst), wording.Grouped(row.Count), row.what))
		r.Line(cyan.Of(sparkline(row.Steps, lo, hi, cell)))
	}
	r.Line(sheet.Dim.Of(axis(lo, hi, cell)))
}

// sparkline draws the logarithms of counts, so that single outliers show beside
// millions.
func sparkline(steps []int64, lo, hi, cell int) string {
	heights := []rune("▁▂▃▄▅▆▇█")
	top := math.Log(float64(slices.Max(steps)) + 1)
	var b strings.Builder
	for i := lo; i < hi; i++ {
		r := ' '
		if i < len(steps) && steps[i] > 0 {
			r = heights[int(math.Log(float64(steps[i])+1)/top*float64(len(heights)-1)+0.5)]
		}
		b.WriteString(strings.Repeat(string(r), cell))
	}
	return b.String()
}

// axis labels steps where they begin: step i holds delays from 2^(i-1) ns on.
func axis(lo, hi, cell int) string {
	const room = len("|999ms ")
	every := (room + cell - 1) / cell
	var b strings.Builder
	for i := lo; i < hi; i += every {
		b.WriteString(sheet.Pad("|"+power(i-1), every*cell))
	}
	return b.String()
}

// power prints 2^n ns in two digits or three.
func power(n int) string {
	v := math.Exp2(float64(n))
	for _, unit := range []string{"ns", "µs", "ms"} {
		if v < 1000 {
			return short(v) + unit
		}
		v /= 1000
	}
	return short(v) + "s"
}

func short(v float64) string {
	if v < 10 && v != math.Trunc(v) {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
