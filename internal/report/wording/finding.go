package wording

import (
	"slices"
	"strings"

	"tare/internal/record"
)

// GravestFirst returns fs by severity, those of the same in their order.
func GravestFirst(fs []record.Finding) []record.Finding {
	return slices.SortedStableFunc(slices.Values(fs), func(a, b record.Finding) int {
		return b.Severity.Compare(a.Severity)
	})
}

// Fixes says how to get rid of f: first by tare where it can, and then by hand.
// Each is empty when there is no such way.
func Fixes(f record.Finding) (fix, or string) {
	if f.Knob == "" {
		return f.Fix, ""
	}
	return Tune(f.Knob), f.Fix
}

// shield is the knob that has to be told its CPUs.
const shield = "shield"

// Tune is the command that sets these knobs, each once.
func Tune(knobs ...string) string {
	var only []string
	for _, k := range knobs {
		if k != shield && !slices.Contains(only, k) {
			only = append(only, k)
		}
	}
	command := "sudo tare tune"
	if len(only) > 0 {
		command += " -only=" + strings.Join(only, ",")
	}
	if slices.Contains(knobs, shield) {
		command += " -shield=CPUS # name the CPUs" // a comment, so that the line can be pasted and edited
	}
	return command
}
