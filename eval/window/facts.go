package main

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// windows are what is known of the windows of a run.
type windows struct {
	Method record.Method `json:"method,omitempty"` // empty from a tare that has no methods
	Lead   int64         `json:"lead,omitempty"`   // iterations that do not count
	// SetUp is the share of a whole window that its pilot took for set-up.
	SetUp   float64 `json:"set_up,omitempty"`
	Cycles  float64 `json:"cycles"` // collections in a trial, the mean
	Rare    bool    `json:"rare,omitempty"`
	Growing bool    `json:"growing,omitempty"`
}

// windowsOf reads the windows of the only benchmark of a run.
func windowsOf(run record.Run) (w windows) {
	var cycles []float64
	for i := range run.Trials {
		t := &run.Trials[i]
		if !t.Counts() {
			continue
		}
		if n, ok := t.Readings.Value(record.GCCycles); ok {
			cycles = append(cycles, n)
		}
		p := t.Windows
		w = windows{Method: p.Method, Lead: p.Lead, Rare: p.Rare, Growing: p.Growing}
		if whole := p.SetUp + p.PerOp*float64(p.Lead+p.N); whole > 0 {
			w.SetUp = p.SetUp / whole
		}
	}
	if len(cycles) > 0 {
		w.Cycles = stats.Mean(cycles)
	}
	return w
}

// windowsText says what the windows of a value were like: the methods of its runs,
// and medians.
func windowsText(all []value) string {
	var text []string
	counts := map[record.Method]int{}
	for _, v := range all {
		if counts[v.Windows.Method]++; counts[v.Windows.Method] == 1 && v.Windows.Method != "" {
			text = append(text, string(v.Windows.Method))
		}
	}
	if share := medianOf(all, func(v value) float64 { return v.Windows.SetUp }); share > 0 {
		text = append(text, "set-up "+unit.Percent(share, 1))
	}
	if cycles := medianOf(all, func(v value) float64 { return v.Windows.Cycles }); cycles > 0 {
		text = append(text, fmt.Sprintf("%.1f collections", cycles))
	}
	for _, flag := range []struct {
		name string
		is   func(value) bool
	}{
		{"rare collections", func(v value) bool { return v.Windows.Rare }},
		{"growing", func(v value) bool { return v.Windows.Growing }},
	} {
		if slices.ContainsFunc(all, flag.is) {
			text = append(text, flag.name)
		}
	}
	return strings.Join(text, ", ")
}
