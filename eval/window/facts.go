package main

import (
	"encoding/json"

	"tare/internal/record"
	"tare/internal/stats"
)

// facts are what is known of the windows of a run: the collections in one, and the
// numbers that its summary has under "window", whatever they are called.
func facts(text []byte, run record.Run) map[string]float64 {
	found := map[string]float64{}
	var cycles []float64
	for i := range run.Trials {
		if n, ok := run.Trials[i].Readings.Value(record.GCCycles); ok && run.Trials[i].Counts() {
			cycles = append(cycles, n)
		}
	}
	if len(cycles) > 0 {
		found["GC cycles"] = stats.Mean(cycles)
	}
	var said struct {
		Summaries []struct {
			Window map[string]any `json:"window"`
		} `json:"summaries"`
	}
	// Without such a field nothing is said, which is no error.
	_ = json.Unmarshal(text, &said)
	for _, s := range said.Summaries {
		for name, v := range s.Window {
			if n, ok := v.(float64); ok {
				found[name] = n
			}
		}
	}
	return found
}
