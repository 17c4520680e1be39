// Package hook compiles tare's readings into package testing.
//
// The installed testing/benchmark.go is patched at its clock reads, and the
// patched text replaces it through go build's -overlay, together with three
// files of ours. Nothing in GOROOT changes. Patches stay on the lines that they
// touch, so that line numbers in stack traces remain right.
package hook

import (
	"fmt"
	"strings"
)

// anchor is a place in benchmark.go that must be there exactly count times.
type anchor struct {
	text  string // what is looked for
	patch string // what stands there instead
	count int
	why   string // what it is for, in the message when it is missing
}

// The anchors hold for Go 1.24 to 1.27. Each is the smallest text that pins
// down the statement whose neighbour we need to be.
var anchors = []anchor{
	{
		text:  "b.start = highPrecisionTimeNow()",
		patch: "tareOpen(b); b.start = highPrecisionTimeNow()",
		count: 2,
		why:   "the clock read of StartTimer and ResetTimer",
	},
	{
		text:  "b.duration += highPrecisionTimeSince(b.start)",
		patch: "b.duration += highPrecisionTimeSince(b.start); tareClose(b)",
		count: 1,
		why:   "the clock read of StopTimer",
	},
	{
		text:  "b.netBytes += memStats.TotalAlloc - b.startBytes",
		patch: "b.netBytes += memStats.TotalAlloc - b.startBytes; tareMem(b)",
		count: 1,
		why:   "the memory statistics of StopTimer",
	},
	{
		text:  "\n\tb.duration = 0\n",
		patch: "\n\tb.duration = 0; tareReset(b)\n",
		count: 1,
		why:   "the reset of the timer",
	},
	{
		text:  "b.result = BenchmarkResult{b.N, b.duration, b.bytes, b.netAllocs, b.netBytes, b.extra}",
		patch: "b.result = BenchmarkResult{b.N, b.duration, b.bytes, b.netAllocs, b.netBytes, b.extra}; tareEmit(b)",
		count: 1,
		why:   "the result of a benchmark",
	},
	{
		text:  "func (b *B) RunParallel(body func(*PB)) {",
		patch: "func (b *B) RunParallel(body func(*PB)) { tareParallel();",
		count: 1,
		why:   "the start of RunParallel",
	},
}

// AnchorError says that the installed testing/benchmark.go does not look as the
// hook needs it.
type AnchorError struct {
	Why         string // what the missing place does
	Found, Want int    // times it is there, and should be
}

// Error implements error.
func (e *AnchorError) Error() string {
	return fmt.Sprintf("testing/benchmark.go of this Go version has %s %d times where tare knows %d; its readings would be wrong",
		e.Why, e.Found, e.Want)
}

// Patch returns the text of benchmark.go with tare's calls in it. It fails
// closed: an anchor that is missing, or there more often than it should be, is
// an *AnchorError.
func Patch(benchmarkGo string) (string, error) {
	for _, a := range anchors {
		if n := strings.Count(benchmarkGo, a.text); n != a.count {
			return "", &AnchorError{a.why, n, a.count}
		}
		benchmarkGo = strings.ReplaceAll(benchmarkGo, a.text, a.patch)
	}
	return benchmarkGo, nil
}
