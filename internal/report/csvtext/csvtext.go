// Package csvtext writes results as comma-separated values (RFC 4180), a line for each
// benchmark and unit, for spreadsheets and data frames. A value that is not known is an
// empty field.
package csvtext

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"tare/internal/record"
)

var runHeader = []string{"package", "benchmark", "gomaxprocs", "unit", "center", "low", "high", "confidence", "values"}

// Run writes the estimates of a run: net and wall time, the items of the bill, which are
// means and have no interval, and every other unit.
func Run(w io.Writer, run record.Run) error {
	return write(w, runHeader, func(line func(...string)) {
		for _, s := range run.Summaries {
			estimate := func(unit string, e record.Estimate) {
				line(append(name(s.Benchmark), append([]string{unit}, fields(e)...)...)...)
			}
			estimate("net-ns/op", s.Net)
			estimate("ns/op", s.Wall)
			if s.Bill.Wall > 0 {
				for _, item := range s.Bill.Items() {
					estimate(item.Unit, record.Estimate{Center: item.Ns, N: s.Rounds})
				}
			}
			for _, unit := range slices.Sorted(maps.Keys(s.Units)) {
				estimate(unit, s.Units[unit])
			}
		}
	})
}

var comparisonHeader = []string{"package", "benchmark", "gomaxprocs", "unit", "baseline", "candidate", "baseline_center", "candidate_center",
	"ratio", "ratio_low", "ratio_high", "confidence", "p", "pairs", "verdict", "within_margin"}

// Comparison writes the verdicts of a comparison, a line for each candidate.
func Comparison(w io.Writer, c record.Comparison) error {
	return write(w, comparisonHeader, func(line func(...string)) {
		for _, b := range c.Benchmarks {
			for _, ch := range b.Changes {
				f := append(name(b.Benchmark), b.Metric, c.Variants[0].Name, c.Variants[ch.Variant].Name, number(b.Old.Center), number(ch.New.Center))
				line(append(f, append(fields(ch.Ratio)[:4:4], number(ch.Adjusted), strconv.Itoa(ch.Pairs), string(ch.Verdict), strconv.FormatBool(ch.Within))...)...)
			}
		}
	})
}

var sweepHeader = []string{"unit", "center", "low", "high", "confidence", "values", "ratio", "ratio_low", "ratio_high", "ratio_confidence", "rounds", "dropped", "best", "choice", "settled"}

// Sweep writes the points of a sweep, a line for each benchmark and point: the levels of all
// factors, the GOMAXPROCS that holds, the metric, its ratio to the best under the same
// limits, and the medians of all other units.
func Sweep(w io.Writer, s record.Sweep) error {
	header := []string{"package", "benchmark"}
	for _, f := range s.Factors {
		header = append(header, f.Name)
	}
	units := unitsOf(s)
	header = slices.Concat(header, []string{"procs"}, sweepHeader, units)
	return write(w, header, func(line func(...string)) {
		for _, b := range s.Benchmarks {
			for i, p := range b.Points {
				line(slices.Concat([]string{b.Benchmark.Package, b.Benchmark.Name}, pointFields(s, i), []string{s.Plan.Metric}, fields(p.Value),
					fields(p.Ratio)[:4], []string{strconv.Itoa(p.Rounds), count(p.Dropped)}, groupFields(b, s.Points[i].Group, i), unitFields(p, units))...)
			}
		}
	})
}

// unitsOf are those that points have besides the metric.
func unitsOf(s record.Sweep) []string {
	all := map[string]bool{}
	for _, b := range s.Benchmarks {
		for _, p := range b.Points {
			for unit := range p.Units {
				all[unit] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// pointFields are the levels of a point, and its GOMAXPROCS.
func pointFields(s record.Sweep, point int) (f []string) {
	for factor, level := range s.Points[point].Levels {
		f = append(f, s.Factors[factor].Levels[level])
	}
	return append(f, count(s.Points[point].Procs))
}

// groupFields say what a point is in its group.
func groupFields(b record.Swept, group, point int) []string {
	if group >= len(b.Groups) {
		return []string{"", "", ""}
	}
	g := b.Groups[group]
	return []string{strconv.FormatBool(g.Best == point), strconv.FormatBool(g.Choice == point), strconv.FormatBool(g.Settled)}
}

func unitFields(p record.PointValue, units []string) (f []string) {
	for _, unit := range units {
		value, ok := p.Units[unit]
		if !ok {
			value = math.NaN()
		}
		f = append(f, number(value))
	}
	return f
}

// count is empty for 0, which stands for none.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func write(w io.Writer, header []string, lines func(line func(...string))) error {
	out := csv.NewWriter(w)
	out.Write(header)
	lines(func(fields ...string) { out.Write(fields) }) // errors stay until Error
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("writing comma-separated values: %w", err)
	}
	return nil
}

func name(b record.Benchmark) []string { return []string{b.Package, b.Name, strconv.Itoa(b.Procs)} }

// fields are center, low, high, confidence and values.
func fields(e record.Estimate) []string {
	f := []string{"", "", "", "", strconv.Itoa(e.N)}
	if e.N > 0 {
		f[0] = number(e.Center)
	}
	if e.Confidence > 0 {
		f[1], f[2], f[3] = number(e.Lo), number(e.Hi), number(e.Confidence)
	}
	return f
}

func number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
