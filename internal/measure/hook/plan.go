package hook

import (
	"fmt"
	"strings"
)

// Escape writes a file's name for TARE_HOOK, in which a semicolon ends it.
func Escape(name string) string { return strings.NewReplacer("%", "%25", ";", "%3B").Replace(name) }

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
	Ops    Kind = 'o' // N windows of one iteration each: of b.Loop in one call, of b.N in one call each, up to MaxCalls; alone in its plan
)

// MaxCalls is the most calls that Ops makes, as tare_ops.go has it.
const MaxCalls = 2000

// maxSteps is the most steps of a plan.
const maxSteps = 3

// PlanText writes steps, three at most, for TARE_HOOK. It is always as long: the
// environments of variants that are compared must not shift their stacks.
func PlanText(steps []Step) string {
	texts := make([]string, maxSteps)
	for i := range texts {
		texts[i] = strings.Repeat("-", len("w0123456789"))
		if i < len(steps) {
			texts[i] = fmt.Sprintf("%c%010d", steps[i].Kind, steps[i].N)
		}
	}
	return strings.Join(texts, ",")
}
