package checkup

import (
	"fmt"

	"tare/internal/record"
)

// measuredView is what tare measured of the machine itself.
type measuredView struct {
	Title      string
	Known      []result
	Missing    []gap
	Histograms []histogram
	PerCPU     *barChart
	Others     string // what PerCPU leaves out
}

// shownCPUs bounds a chart with a bar for each CPU.
const shownCPUs = 16

func newMeasuredView(n record.Noise) *measuredView {
	v := &measuredView{Title: measuredTitle(n)}
	v.Known, v.Missing = results(n)
	v.Histograms = []histogram{
		newHistogram("gaps", "Gaps in which a spinning thread did not run", n.Gaps, true),
		newHistogram("wakeup", "How late a sleeping thread woke", n.Wakeup, true),
		newHistogram("speed", "Time per step of arithmetic", n.Speed, false),
	}
	var ms []measure
	worst := worstFirst(n.PerCPU)
	for _, c := range worst[:min(len(worst), shownCPUs)] {
		ms = append(ms, measure{name: fmt.Sprintf("CPU %d", c.CPU), class: classLimit,
			quantity: quantity{Text: share(c.Lost), Known: true, Value: c.Lost}})
	}
	v.PerCPU = newBarChart("Time lost on each CPU", ms, scaling{0.01, "%"})
	if rest := len(worst) - shownCPUs; rest > 0 {
		v.Others = fmt.Sprintf("%s lost at most %s", plural(rest, "more CPU"), share(worst[shownCPUs].Lost))
	}
	return v
}
