package flags

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/analysis/capacity"
	"tare/internal/measure/cell"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// mostPoints is how many points a sweep may have.
const mostPoints = 256

// Where is what the points of a sweep run on.
type Where struct {
	Machine  record.Machine
	Shielded string      // CPUs that cells can have though tare has not; empty for none
	Program  capacity.Go // what is swept
}

// Point is a point of a grid with its conditions.
type Point struct {
	record.SweepPoint
	Conditions
	Limits cell.Limits

	unset []string // variables that the environment must not have
}

// Environment is [Cell.Environment] for the point: a variable that is unset there is not
// inherited either.
func (p Point) Environment(base []string) []string {
	base = slices.DeleteFunc(slices.Clone(base), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return slices.Contains(p.unset, name)
	})
	return p.Box.Environment(base)
}

// Points returns the factors of a sweep and every combination of their levels, the last
// factor varying fastest. What is not varied is as in base. Every error is a usage error.
func (g *Grid) Points(base Conditions, at Where) ([]record.Factor, []Point, error) {
	for _, a := range g.axes {
		if err := a.resolve(at); err != nil {
			return nil, nil, err
		}
	}
	axes, err := g.factors()
	if err != nil {
		return nil, nil, err
	}
	var factors []record.Factor
	for _, a := range axes {
		factors = append(factors, record.Factor{Name: a.name(), Levels: a.levels, Ranks: a.ranks(a.levels), Given: a.given})
	}
	var points []Point
	for _, levels := range combinations(axes) {
		p, err := g.point(base, axes, levels)
		if err != nil {
			return nil, nil, err
		}
		points = append(points, p)
	}
	group(factors, points)
	g.understand(points, axes, at)
	return factors, points, nil
}

// combinations are all choices of a level of each axis, as indices.
func combinations(axes []*axis) [][]int {
	all := [][]int{nil}
	for _, a := range axes {
		var longer [][]int
		for _, levels := range all {
			for i := range a.levels {
				longer = append(longer, append(levels[:len(levels):len(levels)], i))
			}
		}
		all = longer
	}
	return all
}

// level is that of an axis at a point of the factors.
func (a *axis) level(factors []*axis, levels []int) string {
	if f := slices.Index(factors, a); f >= 0 {
		return a.levels[levels[f]]
	}
	return a.levels[0]
}

// point sets every axis to its level.
func (g *Grid) point(base Conditions, factors []*axis, levels []int) (p Point, err error) {
	p.Conditions, p.Levels = base, levels
	for _, a := range g.axes {
		unset, err := a.set(&p.Conditions, a.level(factors, levels))
		if err != nil {
			return p, err
		}
		if unset != "" {
			p.unset = append(p.unset, unset)
		}
	}
	p.Cell, p.Limits, err = p.Box.Resolve()
	return p, err
}

// group has points under the same limits compete with each other, or, when nothing but
// limits varies, all of them.
func group(factors []record.Factor, points []Point) {
	if !slices.ContainsFunc(factors, func(f record.Factor) bool { return !f.Given }) {
		return
	}
	seen := map[string]int{}
	for i := range points {
		key := ""
		for f, level := range points[i].Levels {
			if factors[f].Given {
				key += fmt.Sprint(level, " ")
			}
		}
		if _, ok := seen[key]; !ok {
			seen[key] = len(seen)
		}
		points[i].Group = seen[key]
	}
}

// understand works out what the Go runtime makes of the points.
func (g *Grid) understand(points []Point, factors []*axis, at Where) {
	grouped := slices.ContainsFunc(points, func(p Point) bool { return p.Limits.Quota > 0 || p.Limits.Weight > 0 })
	unsets := map[int]int{} // by group, the most settings that a default point leaves alone
	defaults := map[int]int{}
	for i := range points {
		p := &points[i]
		p.Procs = p.procs(at, grouped, false)
		unset, plain := g.plain(*p, factors, p.procs(at, grouped, true))
		if most, ok := unsets[p.Group]; plain && (!ok || unset > most) {
			unsets[p.Group], defaults[p.Group] = unset, i
		}
	}
	for _, i := range defaults {
		points[i].Default = true
	}
}

// plain reports whether the point is what the runtime does by itself, which is with this
// GOMAXPROCS, and how many settings it leaves alone for that. A variable that is the same
// at all points is not for the runtime, unless it is GODEBUG.
func (g *Grid) plain(p Point, factors []*axis, procs int) (unset int, plain bool) {
	for _, a := range g.axes {
		level := a.level(factors, p.Levels)
		switch {
		case a.given:
		case level == record.Unset:
			unset++
		case a.key == "gomaxprocs" && procs > 0 && a.extentOf(level).amount == float64(procs),
			a.key == "gogc" && a.extentOf(level).amount == 100,
			a.key == "gomemlimit" && level == a.most,
			a.key == "env" && len(a.levels) == 1 && a.variable != "GODEBUG":
		default:
			return 0, false
		}
	}
	return unset, true
}

// procs is the GOMAXPROCS at the point, or, alone, what the runtime would pick there by
// itself; 0 when that is not known. Grouped says that cells have groups with a quota of
// their own, which may be none.
func (p Point) procs(at Where, grouped, alone bool) int {
	m := at.Machine
	if cpus, _ := sysfs.ParseList(p.Limits.CPUs); len(cpus) > 0 {
		m.Affinity = len(cpus)
	}
	m.Facts = append([]record.Fact{p.quota(at.Machine, grouped)}, m.Facts...)
	program := at.Program
	program.Env = p.lookup(at.Program.Env, alone)
	n := capacity.Of(m, program).GOMAXPROCS
	if !n.OK() {
		return 0
	}
	return int(n.Value)
}

// lookup finds variables of the program's environment at the point; alone, without
// GOMAXPROCS. What others inherit is looked up by inherited.
func (p Point) lookup(inherited func(string) (string, bool), alone bool) func(string) (string, bool) {
	environ := p.Environment([]string{})
	return func(key string) (string, bool) {
		if alone && key == "GOMAXPROCS" {
			return "", false
		}
		before, there := "", false
		if inherited != nil && !slices.Contains(p.unset, key) {
			before, there = inherited(key)
		}
		i := slices.IndexFunc(environ, func(kv string) bool { return strings.HasPrefix(kv, key+"=") })
		switch {
		case i < 0:
			return before, there
		case key == "GODEBUG": // what comes last holds
			return before + "," + environ[i][len(key)+1:], true
		}
		return environ[i][len(key)+1:], true
	}
}

// quota is the fact of it that the runtime would find at the point.
func (p Point) quota(m record.Machine, grouped bool) record.Fact {
	own := m.Fact(record.FactLeafQuota)
	known := record.Fact{Name: record.FactLeafQuota, Status: record.Measured, Value: "none"}
	switch {
	case p.Limits.Quota > 0:
		known.Value, known.Number = fmt.Sprintf("%.4g CPUs", p.Limits.Quota), p.Limits.Quota
		return known
	case grouped:
		return known
	case own.OK() && own.Value != "none":
		return record.Fact{Name: record.FactLeafQuota, Status: record.Undetermined, Why: "tare has a quota, and whether cells have groups of their own is not known yet"}
	}
	return own
}
