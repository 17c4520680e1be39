package trial

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"tare/internal/measure/build"
	"tare/internal/record"
)

// telling are the outcomes of a benchmark that may lack what another one leaves behind. One
// that hangs or takes too much memory is not run again to find out.
var telling = []record.Outcome{record.Failed, record.Panicked, record.Exited}

// togetherLimit is how long an attempt to find out what a benchmark depends on may take:
// it answers a question that nobody asked.
const togetherLimit = 30 * time.Second

// together runs the selected benchmarks of the binary once in one process, as `go test
// -bench=PATTERN -benchtime=1x` does, and returns a function that says of a benchmark or a
// parent of some whether it passed there. Nothing runs that was not selected.
func (o Options) together(ctx context.Context, exec Executor, b build.Binary) func(name string) bool {
	o.Timeout = min(o.Timeout, togetherLimit)
	x := o.execute(ctx, exec, b, Command{}, o.discovery(b, "")...)
	var passed, broken []string
	for _, r := range results(x, b) {
		if r.Failed {
			broken = append(broken, r.Name)
		} else {
			passed = append(passed, r.Name)
		}
	}
	for _, m := range failedName.FindAllSubmatch(x.Output, -1) {
		broken = append(broken, trimProcs(string(m[1])))
	}
	return func(name string) bool {
		within := func(other string) bool { return other == name || strings.HasPrefix(other, name+"/") }
		return slices.ContainsFunc(passed, within) && !slices.ContainsFunc(broken, within)
	}
}

// failedName is how package testing names a benchmark that failed.
var failedName = regexp.MustCompile(`(?m)(?:^|\t)\s*--- FAIL: (Benchmark\S*)`)

// failsAlone reports whether b fails when it is alone in a process, for one iteration. It
// passed so beside the sub-benchmarks of its parent.
func (o Options) failsAlone(ctx context.Context, exec Executor, b Benchmark) bool {
	x := o.execute(ctx, exec, b.Binary, Command{}, b.alone(1)...)
	found := 0
	for _, r := range results(x, b.Binary) {
		if r.Name == b.Name.Name && !r.Failed {
			found++
		}
	}
	outcome, _ := read(x, found)
	return slices.Contains(telling, outcome) && ctx.Err() == nil
}
