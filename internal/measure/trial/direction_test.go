package trial

import (
	"maps"
	"testing"
)

func TestDirections(t *testing.T) {
	for output, want := range map[string]map[string]int{
		"": nil,
		"goos: linux\nUnit score better=higher assume=exact\nBenchmarkX-2 \tUnit p99-ns assume=nothing better=lower\n 1 2 ns/op\n": {"score": 1, "p99-ns": -1},
		"Unit score better=maybe\nUnit better=higher\nUnits x better=lower\nA Unit x better=lower\n":                               nil,
	} {
		if got := directions(output); !maps.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%q: %v, want %v", output, got, want)
		}
	}
}

func FuzzDirections(f *testing.F) {
	f.Add("Unit x better=higher\n")
	f.Fuzz(func(t *testing.T, output string) {
		for unit, way := range directions(output) {
			if unit == "" || way*way != 1 {
				t.Errorf("%q: %q is better when %d", output, unit, way)
			}
		}
	})
}
