// Package hook compiles tare's readings into package testing.
//
// The installed testing/benchmark.go is patched at its clock reads, and the
// patched text replaces it through go build's -overlay, together with a few
// files of ours. Nothing in GOROOT changes. Patches stay on the lines that they
// touch, so that line numbers in stack traces remain right.
package hook

import (
	"fmt"
	"strings"
)

// anchor is a place in benchmark.go that must be there exactly count times, in one
// of the ways in which the Go versions write it.
type anchor struct {
	forms []form
	count int
	why   string // what it is for, in the message when it is missing
}

// form is one way to write a place.
type form struct {
	text  string // what is looked for
	patch string // what stands there instead
}

// behind is the form of a place behind which something is called.
func behind(text, call string) []form { return []form{{text, text + "; " + call}} }

// The anchors hold for Go 1.24 to 1.27. Each is the smallest text that pins
// down the statement whose neighbour we need to be.
var anchors = []anchor{
	{
		forms: []form{{"b.start = highPrecisionTimeNow()", "tareOpen(b); b.start = highPrecisionTimeNow()"}},
		count: 2,
		why:   "the clock read of StartTimer and ResetTimer",
	},
	{
		forms: behind("b.duration += highPrecisionTimeSince(b.start)", "tareClose(b)"),
		count: 1,
		why:   "the clock read of StopTimer",
	},
	{
		forms: behind("b.netBytes += memStats.TotalAlloc - b.startBytes", "tareMem(b)"),
		count: 1,
		why:   "the memory statistics of StopTimer",
	},
	{
		forms: behind("\n\tb.duration = 0", "tareReset(b)"),
		count: 1,
		why:   "the reset of the timer",
	},
	{
		forms: behind("b.result = BenchmarkResult{b.N, b.duration, b.bytes, b.netAllocs, b.netBytes, b.extra}", "tareEmit(b)"),
		count: 1,
		why:   "the result of a benchmark",
	},
	{
		forms: []form{{"func (b *B) RunParallel(body func(*PB)) {", "func (b *B) RunParallel(body func(*PB)) { tareParallel();"}},
		count: 1,
		why:   "the start of RunParallel",
	},
	{
		forms: []form{{"\truntime.GC()\n", "\ttareCollect()\n"}},
		count: 1,
		why:   "the collection before a call of a benchmark",
	},
	{
		forms: []form{
			{"// If b.loop.n is non zero, it means b.Loop has already run.\n\tif b.loop.n == 0 {",
				"// If b.loop.n is non zero, it means b.Loop has already run.\n\tif b.loop.n == 0 && !tareLaunch(b) {"},
			{"// If b.loopN is non zero, it means b.Loop has already run.\n\tif b.loopN == 0 {", // Go 1.24
				"// If b.loopN is non zero, it means b.Loop has already run.\n\tif b.loopN == 0 && !tareLaunch(b) {"},
		},
		count: 1,
		why:   "the calls of a benchmark",
	},
	{
		forms: []form{
			{"\t\tmore = false\n", "\t\tif n := tareNext(b, int(b.loop.i)); n > 0 { b.benchTime.n, b.loop.n, more = n, uint64(n), true }\n"},
			{"\t\tif b.N < b.benchTime.n {\n", // Go 1.24
				"\t\tif n := tareNext(b, b.N); n > 0 { b.benchTime.n = n }; if b.N < b.benchTime.n {\n"},
		},
		count: 1,
		why:   "the end of b.Loop",
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

// patch returns the text of benchmark.go with tare's calls in it. It fails
// closed: an anchor that is missing, or there more often than it should be, is
// an *AnchorError.
func patch(benchmarkGo string) (string, error) {
	for _, a := range anchors {
		f, n := a.find(benchmarkGo)
		if n != a.count {
			return "", &AnchorError{a.why, n, a.count}
		}
		benchmarkGo = strings.ReplaceAll(benchmarkGo, f.text, f.patch)
	}
	return benchmarkGo, nil
}

// find returns the form that the text has, and how often.
func (a anchor) find(text string) (found form, count int) {
	for _, f := range a.forms {
		if n := strings.Count(text, f.text); n > 0 {
			found, count = f, count+n
		}
	}
	return found, count
}
