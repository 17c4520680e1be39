package comparisons

import (
	"fmt"
	"testing"

	"tare/internal/record"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

// TestLostPairs checks that rows share a note of what they lack for a verdict, and one of
// how much of that was contaminated.
func TestLostPairs(t *testing.T) {
	var all []record.Compared
	for i, dropped := range []int{1, 2, 0, 2} {
		b := compared(fmt.Sprintf("BenchmarkSum/%d", i), 100, 1, record.Inconclusive, ratio(1, -4, 6, 9-dropped), 0.7)
		c := &b.Changes[0]
		c.MDE, c.Dropped, c.More, c.Why = 0, dropped, 90, "fewer than the 10 pairs needed for a verdict with so many comparisons"
		all = append(all, b)
	}
	golden.Check(t, "lost-pairs.golden", render(t, comparison(all...), text.Options{Width: 80}))
}
