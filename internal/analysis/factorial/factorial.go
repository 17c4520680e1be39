// Package factorial is the statistics of a sweep: benchmarks measured under every
// combination of some settings, in rounds that hold one trial of every combination in
// random order.
//
// Points under the same limits are a group and compete with each other. What is said of
// them rests on the paired differences of two points, round by round, as a verdict of
// package verdict does: intervals by Wilcoxon's signed-rank statistic, whose error rate is
// the planned one divided by the number of looks, of benchmarks and, in each group, of the
// points less one.
//
// That is enough for every point, though nobody knows beforehand which one is the best:
// when the intervals between the best point and each of the others hold, which are as
// many as there are others, it is never dropped, and what lies between a point and any
// of those that may be the best covers the distance from the best itself (multiple
// comparisons with the best: Hsu, Multiple Comparisons, 1996, chapter 4; dropping by
// confidence bounds: Even-Dar, Mannor & Mansour, Action Elimination and Stopping
// Conditions for the Multi-Armed Bandit, JMLR 7, 2006).
package factorial

import (
	"math"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/verdict"
	"tare/internal/record"
)

// Rules say how trials become the result of a sweep.
type Rules struct {
	Plan       record.SweepPlan
	Factors    []record.Factor
	Points     []record.SweepPoint
	Benchmarks int                               // that share the error rate
	Values     func(record.Trial) []record.Value // what a trial has measured, by unit
}

// Looks plans after how many rounds to look: for the first time as soon as an interval can
// tell anything at all, and then whenever there are twice as many rounds, up to most.
func (r Rules) Looks(most int) []int {
	for n := 1; ; n++ {
		if looks := double(r.first(n), most); len(looks) <= n {
			return looks
		}
	}
}

// Least is the number of rounds that any statement takes.
func (r Rules) Least() int { return r.first(1) }

// double returns first, 2·first, 4·first, …, most.
func double(first, most int) (looks []int) {
	for ; first < most; first *= 2 {
		looks = append(looks, first)
	}
	return append(looks, most)
}

// first is the number of rounds from which on a signed-rank interval of two points exists:
// 2·2⁻ⁿ must not exceed its error rate.
func (r Rules) first(looks int) int {
	return int(math.Ceil(math.Log2(2 / r.level(looks))))
}

// level is the error rate of one interval at one look.
func (r Rules) level(looks int) float64 {
	return r.Plan.Alpha / float64(max(1, r.Benchmarks)*max(1, looks)*r.rivals())
}

// rivals is the number of points that the best of their groups compete with, at least 1.
func (r Rules) rivals() int {
	return max(1, len(r.Points)-len(r.groups()))
}

// groups are the points of each group.
func (r Rules) groups() (groups [][]int) {
	for i, p := range r.Points {
		for len(groups) <= p.Group {
			groups = append(groups, nil)
		}
		groups[p.Group] = append(groups[p.Group], i)
	}
	return groups
}

// margin is the difference from the best that does not matter, of logarithms.
func (r Rules) margin() float64 { return math.Log1p(r.Plan.Margin) }

// value returns what a trial measured in the plan's metric.
func (r Rules) value(t record.Trial) (float64, bool) {
	for _, v := range r.Values(t) {
		if v.Unit == r.Plan.Metric {
			return v.Value, true
		}
	}
	return 0, false
}

// losses are the logarithms of what one benchmark had, the smaller the better.
type losses struct {
	rounds []int
	at     []map[int]float64 // by round and point: those that count
}

// losses collects those of the trials that count, up to a round. Values that are not
// positive have none.
func (r Rules) losses(trials []record.Trial, last int) losses {
	var l losses
	index := map[int]int{}
	larger := verdict.LargerIsBetter(r.Plan.Metric, trials)
	for _, t := range trials {
		if t.Round > last || !t.Counts() {
			continue
		}
		v, ok := r.value(t)
		if !ok || !(v > 0) {
			continue
		}
		if larger {
			v = 1 / v
		}
		i, ok := index[t.Round]
		if !ok {
			i = len(l.rounds)
			index[t.Round] = i
			l.rounds, l.at = append(l.rounds, t.Round), append(l.at, map[int]float64{})
		}
		l.at[i][t.Variant] = math.Log(v)
	}
	return l
}

// between estimates by how much point i is worse than point j, over the rounds in which
// both count.
func (l losses) between(i, j int, level float64) record.Estimate {
	var d []float64
	for _, at := range l.at {
		a, has := at[i]
		b, have := at[j]
		if has && have {
			d = append(d, a-b)
		}
	}
	return stats.HodgesLehmann(d, 1-level)
}

// typical is the median of a point, and how many rounds it rests on.
func (l losses) typical(point int) (median float64, n int) {
	var all []float64
	for _, at := range l.at {
		if v, ok := at[point]; ok {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return math.Inf(1), 0
	}
	return stats.Median(all), len(all)
}
