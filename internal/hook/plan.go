package hook

import (
	"fmt"
	"strings"
)

// Step is a part of what a hooked process is to do with its benchmark. For b.N it
// is a call of the benchmark, for b.Loop a stretch of its iterations.
type Step struct {
	Kind Kind
	N    int64 // iterations; of a Pilot ns
}

// Kind says what a step is for.
type Kind byte

// The kinds of steps.
const (
	WarmUp Kind = 'w' // not recorded
	Fresh  Kind = 'r' // a window after a collection
	GoOn   Kind = 'c' // a window that goes on with the heap as it is
	Pilot  Kind = 'p' // more and more iterations, until a window has taken as long; alone in its plan
)

// PlanText writes steps, four at most, for TARE_HOOK. Its length depends on their number alone:
// the environment of a process must not shift its stack.
func PlanText(steps []Step) string {
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = fmt.Sprintf("%c%010d", s.Kind, s.N)
	}
	return strings.Join(texts, ",")
}
