package explainpage

import (
	"fmt"
	"math"

	"tare/internal/report/wording"
)

// finest is the step that record.Delays are folded into from below: delays under
// a microsecond, of which the Go trace's clock tells little apart.
const finest = 10

// fold puts together the steps up to finest.
func fold(steps []int64) []int64 {
	if len(steps) == 0 {
		return nil
	}
	folded := []int64{0}
	for i, n := range steps {
		if i > finest {
			folded = append(folded, n)
		} else {
			folded[0] += n
		}
	}
	return folded
}

// bound is the upper bound of a folded step as an axis has it: "1 µs" stands for
// 2^10 ns, "1 ms" for 2^20 ns.
func bound(step int) string {
	n := step + finest
	units := []string{"ns", "µs", "ms", "s"}
	unit := min(n/10, len(units)-1)
	return fmt.Sprintf("%d %s", 1<<(n-10*unit), units[unit])
}

// between is a folded step in words: "2–4 µs".
func between(step int) string {
	if step == 0 {
		return "< " + bound(0)
	}
	return bound(step-1) + " – " + bound(step)
}

// exactly is a folded step's true bounds.
func exactly(step int) string {
	hi := math.Ldexp(1, step+finest)
	if step == 0 {
		return "below " + wording.Ns(hi)
	}
	return "from " + wording.Ns(hi/2) + ", below " + wording.Ns(hi)
}
