package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"tare/eval/docpart"
)

// report returns a Markdown table for each condition, and one for all together.
func report(all []comparison) string {
	var b strings.Builder
	byCondition, sizes := map[string][]comparison{}, map[float64]bool{}
	for _, c := range all {
		byCondition[c.Condition] = append(byCondition[c.Condition], c)
		if c.Effect != 0 {
			sizes[math.Abs(c.Effect)] = true
		}
	}
	columns := slices.Sorted(maps.Keys(sizes))
	for _, c := range conditions {
		if some := byCondition[c.name]; len(some) > 0 {
			table(&b, c.name, columns, some)
		}
	}
	table(&b, "all conditions", columns, all)
	b.WriteString("In brackets the less favourable end of the 95 % interval (Wilson). ")
	b.WriteString("CPU seconds are means per comparison: without building those behind what is found; in the last column, those in brackets.\n")
	return b.String()
}

func table(b *strings.Builder, title string, sizes []float64, all []comparison) {
	header := []string{title, "comparisons", "false alarms"}
	for _, size := range sizes {
		header = append(header, fmt.Sprintf("finds %g %%", 100*size))
	}
	header = append(header, "wrong sign", "interval holds the truth", "its width", "3 % called equivalent", "CPU")
	rows := [][]string{header}
	of := scores(all)
	for _, name := range slices.Sorted(maps.Keys(of)) {
		s := of[name]
		made := fmt.Sprint(s.made)
		if s.invalid > 0 {
			made += fmt.Sprintf(", %d invalid", s.invalid)
		}
		if s.failed > 0 {
			made += fmt.Sprintf(", %d failed", s.failed)
		}
		cells := []string{name, made, s.falseAlarms.atMost()}
		for _, size := range sizes {
			cells = append(cells, s.found(size))
		}
		cells = append(cells, s.wrongSign.atMost(), s.coverage.atLeast(), s.width(), s.falseEqual.atMost(), s.cost())
		rows = append(rows, cells)
	}
	b.WriteString(docpart.Table(rows) + "\n")
}
