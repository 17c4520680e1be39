package wording

import "tare/internal/record"

// Benchmark is the name of b as benchstat prints it: what every name starts
// with says nothing.
func Benchmark(b record.Benchmark) string { return b.Short() }
