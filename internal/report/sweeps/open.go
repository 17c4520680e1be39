package sweeps

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// mostOpen is how many points a sentence names that may be the best as well.
const mostOpen = 3

// open says that a group is not settled, which other points may be the best, and what
// would tell.
func (v view) open(b record.Swept, g int, group record.GroupBest) model.Text {
	if group.Settled {
		return nil
	}
	text := "not settled after " + unit.Plural(b.Rounds, "round")
	if stopped(b.Stop) {
		text += " (stopped: " + wording.Stop(b.Stop) + ")"
	}
	open, unknown := v.undecided(b, g, group)
	if len(open) > 0 {
		text += ": the best may also be " + v.several(open)
	}
	if len(unknown) > 0 {
		text += "; no trial counts of " + v.several(unknown)
	}
	said := model.Joined(lit("; "), model.Lit(model.Warn, text))
	if flags := v.longer(b); flags != "" && len(open) > 0 {
		said = model.Joined(said, lit("; "), model.Lit(model.Code, flags), lit(" tells more"))
	}
	return said
}

// stopped reports whether something else than the planned rounds ended a benchmark.
func stopped(s record.Stop) bool {
	switch s {
	case record.StopRounds, record.StopDecided, "":
		return false
	}
	return true
}

// undecided are the points of a group that may be better than the best, the nearest
// first, and those without a value.
func (v view) undecided(b record.Swept, g int, group record.GroupBest) (open, unknown []int) {
	for _, i := range v.groups[g] {
		switch {
		case i == group.Best || b.Points[i].Dropped > 0:
		case !measured(b, i):
			unknown = append(unknown, i)
		default:
			open = append(open, i)
		}
	}
	slices.SortStableFunc(open, func(i, j int) int { return compareDistance(v.ratioOf(b, i), v.ratioOf(b, j)) })
	return open, unknown
}

// compareDistance puts what is nearer to the best first, and what is not known last.
func compareDistance(a, b ratio) int {
	x, y := a.distance(), b.distance()
	if math.IsNaN(x) || math.IsNaN(y) {
		return -cmp.Compare(x, y) // NaN is less than any number
	}
	return cmp.Compare(x, y)
}

// several names some points, and counts the rest.
func (v view) several(points []int) string {
	var names []string
	for _, i := range points[:min(len(points), mostOpen)] {
		names = append(names, v.choice(i))
	}
	if rest := len(points) - mostOpen; rest > 0 {
		names = append(names, wording.Grouped(int64(rest))+" more")
	}
	return list(names, "or")
}

// longer are the flags with which a benchmark would have gone on; empty where none would
// have helped.
func (v view) longer(b record.Swept) string {
	switch b.Stop {
	case record.StopRounds, record.StopDecided, "":
		return fmt.Sprintf("-max-rounds=%d", 2*max(b.Rounds, v.most()))
	case record.StopTime:
		return "-max-time=" + (2 * v.Plan.MaxTime).Round(time.Second).String()
	case record.StopBudget:
		return "-for=" + (2 * v.Plan.For).Round(time.Second).String()
	}
	return ""
}

// most is the number of rounds that were planned at most.
func (v view) most() int {
	if n := len(v.Plan.Looks); n > 0 {
		return v.Plan.Looks[n-1]
	}
	return 0
}
