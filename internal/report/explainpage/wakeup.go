package explainpage

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// wakeup is how long one kind of lanes waited between being able to run and
// running.
type wakeup struct {
	Title, Key string
	Figures    []fact
	Histogram  []histogramLine
	ByLane     *heat
	ByTime     *heat
}

// histogramLine is one step of delays.
type histogramLine struct {
	Name, Tip, Count string
	Longer           string // share of delays that were this long, or longer
	Width            chart.Coord
}

func newWakeups(e record.Explanation) []wakeup {
	var all []wakeup
	for _, w := range []struct {
		title, key, lane string
		delays           record.Delays
	}{
		{"Goroutines", "runnable until running on a P", "P", e.Wakeups.Goroutines},
		{"Threads", "woken until on a CPU: the run queue's latency", "CPU", e.Wakeups.Threads},
	} {
		if w.delays.Count == 0 {
			continue
		}
		all = append(all, wakeup{
			Title: w.title, Key: w.key, Figures: delayFigures(w.delays), Histogram: histogram(w.delays),
			ByLane: heatByLane(w.lane, w.delays.ByLane), ByTime: heatByTime(w.delays.ByTime, e.Duration),
		})
	}
	return all
}

func delayFigures(d record.Delays) []fact {
	return []fact{
		{Name: "delays", Value: wording.Grouped(d.Count)},
		{Name: "p50", Value: wording.Ns(float64(d.P50))},
		{Name: "p99", Value: wording.Ns(float64(d.P99))},
		{Name: "worst", Value: wording.Ns(float64(d.Worst))},
	}
}

// histogram lists the steps from the first to the last one with a delay.
func histogram(d record.Delays) []histogramLine {
	steps := fold(d.Steps)
	var all, most int64
	first, last := len(steps), 0
	for i, n := range steps {
		all, most = all+n, max(most, n)
		if n > 0 {
			first, last = min(first, i), i
		}
	}
	var ls []histogramLine
	left := all
	for i := first; i < len(steps) && i <= last; i++ {
		share := wording.Share(float64(steps[i])/float64(all), 0)
		ls = append(ls, histogramLine{
			Name: between(i), Count: wording.Grouped(steps[i]), Longer: wording.Share(float64(left)/float64(all), 1),
			Width: chart.Percent(float64(steps[i]) / float64(most)),
			Tip:   fmt.Sprintf("%s\n%s, %s", exactly(i), unit.Plural(int(steps[i]), "delay"), share),
		})
		left -= steps[i]
	}
	return ls
}
