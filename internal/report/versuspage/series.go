package versuspage

import (
	"slices"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// series is what the rounds chart of a change draws.
type series struct {
	x        chart.Scale
	first    int
	stride   int
	logs     []record.PairLog
	old, new []record.Trial
}

// rounds returns nil when the change has no rounds.
func (v view) rounds(b record.Compared, c record.Change) *series {
	r := &series{stride: v.stride, logs: finiteLogs(c.Logs), old: v.trials[side{b.Benchmark, 0}], new: v.trials[side{b.Benchmark, c.Variant}]}
	var all []int
	for _, l := range r.logs {
		all = append(all, l.Round)
	}
	for _, ts := range [][]record.Trial{r.old, r.new} {
		for _, t := range ts {
			all = append(all, t.Round)
		}
	}
	if v.Design == record.Separate || len(all) == 0 {
		return nil
	}
	r.x, r.first = benchpage.RoundScale(all), slices.Min(all)
	return r
}

func finiteLogs(logs []record.PairLog) []record.PairLog {
	return slices.DeleteFunc(slices.Clone(logs), func(l record.PairLog) bool { return !wording.Finite(l.Log) })
}

// drawn reports whether the charts draw a round.
func (r *series) drawn(round int) bool { return (round-r.first)%r.stride == 0 }

func (r *series) at(round int) chart.Coord { return chart.Percent(r.x.At(float64(round))) }
