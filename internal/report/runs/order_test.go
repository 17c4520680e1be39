package runs

import (
	"slices"
	"testing"

	"tare/internal/record"
)

func TestOrder(t *testing.T) {
	summary := func(pkg, name string, net float64) record.Summary {
		return record.Summary{Benchmark: record.Benchmark{Package: pkg, Name: "Benchmark" + name, Procs: 1}, Net: record.Estimate{Center: net, N: 1}}
	}
	all := []record.Summary{summary("b", "Z", 1), summary("a", "Y", 3), summary("b", "A", 2), summary("b", "Q", 0)}
	for order, want := range map[Order][]string{
		"":     {"b.Z", "b.A", "b.Q", "a.Y"},
		ByName: {"b.A", "b.Q", "b.Z", "a.Y"},
		ByTime: {"a.Y", "b.A", "b.Z", "b.Q"},
	} {
		var got []string
		for _, s := range (Options{Sort: order}).ordered(all) {
			got = append(got, s.Benchmark.Package+"."+s.Benchmark.Short())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", order, got, want)
		}
	}
}
