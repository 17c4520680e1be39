package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"tare/internal/record"
)

// What net is to reach: its errors against the quiet machine, over the
// conditions of a benchmark.
const (
	medianGoal = 0.02
	worstGoal  = 0.05
)

// report prints, for every benchmark and condition, the median over the visits
// of net's and wall's ratio to quiet net of the same repeat.
func report(w io.Writer, visits []visit) error {
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	header := "benchmark\t"
	for _, c := range conditions {
		header += c.name + "\t"
	}
	fmt.Fprintln(tw, header+"median\tworst\tverdict\t")
	ratios := collect(visits)
	for _, name := range slices.Sorted(maps.Keys(ratios)) {
		row, errors := name+"\t", []float64(nil)
		for _, c := range conditions {
			r := ratios[name][c.name]
			net, wall := median(r.net)-1, median(r.wall)-1
			row += fmt.Sprintf("%+.1f%% (%+.0f%%)\t", 100*net, 100*wall)
			if c.name != conditions[0].name {
				errors = append(errors, math.Abs(net))
			}
		}
		middle, worst := median(errors), slices.Max(errors)
		verdict := "ok"
		if !(middle <= medianGoal && worst <= worstGoal) {
			verdict = "FAILS"
		}
		fmt.Fprintf(tw, "%s%.1f%%\t%.1f%%\t%s\t\n", row, 100*middle, 100*worst, verdict)
	}
	fmt.Fprintln(tw)
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "net/quiet − 1, in brackets wall/quiet − 1: medians of %d visits; quiet is the median of its visits.\n"+
		"Goal: median |error| ≤ %.0f%%, worst ≤ %.0f%%.\n", repeats(visits), 100*medianGoal, 100*worstGoal)
	return err
}

type ratio struct{ net, wall []float64 }

// collect sorts the visits by benchmark and condition.
func collect(visits []visit) map[string]map[string]ratio {
	quiet := map[string][]float64{}
	for _, v := range visits {
		for _, s := range v.Summaries {
			if v.Condition == conditions[0].name {
				quiet[name(s)] = append(quiet[name(s)], s.Net.Center)
			}
		}
	}
	found := map[string]map[string]ratio{}
	for _, v := range visits {
		for _, s := range v.Summaries {
			base := median(quiet[name(s)])
			if found[name(s)] == nil {
				found[name(s)] = map[string]ratio{}
			}
			r := found[name(s)][v.Condition]
			r.net = append(r.net, s.Net.Center/base)
			r.wall = append(r.wall, s.Wall.Center/base)
			found[name(s)][v.Condition] = r
		}
	}
	return found
}

func name(s record.Summary) string {
	return fmt.Sprintf("%s-%d", strings.TrimPrefix(s.Benchmark.Name, "Benchmark"), s.Benchmark.Procs)
}

func repeats(visits []visit) int {
	last := slices.MaxFunc(visits, func(a, b visit) int { return cmp.Compare(a.Repeat, b.Repeat) })
	return last.Repeat + 1
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	mid := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[mid-1] + sorted[mid]) / 2
	}
	return sorted[mid]
}
