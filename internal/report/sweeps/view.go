package sweeps

import (
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// view is a sweep with what its parts have in common.
type view struct {
	record.Sweep
	varied []int        // factors with several levels
	rivals []int        // of those, the ones that users choose
	groups [][]int      // points by group
	drawn  map[int]bool // benchmarks that have pictures
}

func newView(s record.Sweep) view {
	v := view{Sweep: s}
	v.Benchmarks = slices.Clone(s.Benchmarks)
	for i := range v.Benchmarks { // one that failed early may know nothing of some points
		b := &v.Benchmarks[i]
		b.Points = append(slices.Clone(b.Points), make([]record.PointValue, max(0, len(s.Points)-len(b.Points)))...)
	}
	for f, factor := range s.Factors {
		if len(factor.Levels) < 2 {
			continue
		}
		v.varied = append(v.varied, f)
		if !factor.Given {
			v.rivals = append(v.rivals, f)
		}
	}
	for i, p := range s.Points {
		for len(v.groups) <= p.Group {
			v.groups = append(v.groups, nil)
		}
		v.groups[p.Group] = append(v.groups[p.Group], i)
	}
	v.drawn = v.chosen()
	return v
}

// settings names a point by its levels of some factors: "gomaxprocs=2 gogc=off".
func (v view) settings(point int, factors []int) string {
	words := make([]string, len(factors))
	for i, f := range factors {
		words[i] = v.Factors[f].Name + "=" + v.level(point, f)
	}
	return strings.Join(words, " ")
}

// level is that of a point, as typed.
func (v view) level(point, factor int) string {
	return v.Factors[factor].Levels[v.Points[point].Levels[factor]]
}

// choice names a point among those of its group.
func (v view) choice(point int) string {
	if len(v.rivals) == 0 {
		return v.Describe(point)
	}
	return v.settings(point, v.rivals)
}

// limits names a group: "quota=50%"; empty when there is only one.
func (v view) limits(group int) string {
	if len(v.groups) < 2 || len(v.groups[group]) == 0 {
		return ""
	}
	given := slices.DeleteFunc(slices.Clone(v.varied), func(f int) bool { return !v.Factors[f].Given })
	return v.settings(v.groups[group][0], given)
}

// measured reports whether a point of b has a value.
func measured(b record.Swept, point int) bool {
	return point >= 0 && point < len(b.Points) && wording.HasCenter(b.Points[point].Value)
}

// settled reports whether every group of b is.
func settled(b record.Swept) bool {
	return !slices.ContainsFunc(b.Groups, func(g record.GroupBest) bool { return !g.Settled })
}

// inUnit is what a point has in a unit, whichever the plan's metric is.
func (v view) inUnit(p record.PointValue, unit string) (value float64, known bool) {
	if unit == v.Plan.Metric {
		return p.Value.Center, wording.HasCenter(p.Value)
	}
	value, known = p.Units[unit]
	return value, known && wording.Finite(value)
}
