package wording

import (
	"fmt"
	"strings"

	"tare/internal/record"
)

// Benchmark is the name of b as benchstat prints it: what every name starts
// with says nothing.
func Benchmark(b record.Benchmark) string {
	n := strings.TrimPrefix(b.Name, "Benchmark")
	if b.Procs <= 1 {
		return n
	}
	return fmt.Sprintf("%s-%d", n, b.Procs)
}
