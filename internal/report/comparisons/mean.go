package comparisons

import (
	"fmt"
	"math"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// means are the rows of geometric means over all benchmarks with that metric,
// one for each candidate that has two or more.
func (v view) means(metric string) []row {
	var rows []row
	for i, variant := range v.Variants {
		var m mean
		all := 0
		for _, b := range v.Benchmarks {
			for _, c := range b.Changes {
				if b.Metric == metric && c.Variant == i {
					all++
					m.add(b, c, v.Beside(b, c))
				}
			}
		}
		if m.n < 2 {
			continue
		}
		r := m.row(metric)
		r.Group, r.variant = group(v.meanPackage(metric), metric), variant.Name
		if m.n < all {
			r.Notes = []model.Note{{Text: fmt.Sprintf("geomean of %d of %d benchmarks: the others are invalid or have no ratio", m.n, all)}}
		}
		rows = append(rows, r)
	}
	return rows
}

// meanPackage is the one whose rows the means follow, if there is just one.
func (v view) meanPackage(metric string) (pkg string) {
	for _, b := range v.Benchmarks {
		if b.Metric != metric {
			continue
		}
		if pkg != "" && pkg != b.Benchmark.Package {
			return "all packages"
		}
		pkg = b.Benchmark.Package
	}
	return pkg
}

// mean sums logarithms.
type mean struct {
	n               int
	old, new, ratio float64
	below, above    float64 // squared distances from the changes to their bounds
	unbounded       bool    // a change has no interval
}

// add leaves out what is invalid or has no logarithm.
func (m *mean) add(b record.Compared, c record.Change, beside record.Estimate) {
	old, now, ratio := b.Old.Center, beside.Center, c.Ratio.Center
	for _, x := range []float64{old, now, ratio} {
		if x <= 0 || !wording.Finite(x) {
			return
		}
	}
	if c.Verdict == record.Invalid {
		return
	}
	m.n++
	m.old += math.Log(old)
	m.new += math.Log(now)
	m.ratio += math.Log(ratio)
	m.unbounded = m.unbounded || !ofRatio(c.Ratio).bounded || c.Ratio.Lo <= 0
	m.below += square(math.Log(c.Ratio.Lo / ratio))
	m.above += square(math.Log(c.Ratio.Hi / ratio))
}

func square(x float64) float64 { return x * x }

// change is the geometric mean of the changes with its interval. Coins are independent
// between benchmarks, and so are the errors, which add up by their squares (JCGM
// 100:2008, Guide to the expression of uncertainty in measurement, 5.1.2): bounds of
// the mean are as far off as those of the benchmarks are together, at their level.
func (m mean) change() shift {
	n := float64(m.n)
	center := m.ratio / n
	s := shift{center: math.Expm1(center), known: true}
	if !m.unbounded {
		s.lo, s.hi, s.bounded = math.Expm1(center-math.Sqrt(m.below)/n), math.Expm1(center+math.Sqrt(m.above)/n), true
	}
	return s
}

func (m mean) row(metric string) row {
	n := float64(m.n)
	change := m.change()
	return row{
		Row: model.Row{Sum: true}, name: "geomean", old: wording.Number(math.Exp(m.old/n), metric), new: wording.Number(math.Exp(m.new/n), metric),
		change: change.String(), size: change.center, interval: change.interval(),
	}
}
