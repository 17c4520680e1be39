package profiles

import (
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/google/pprof/profile"
)

// Side is what one variant was seen doing in all of its profiled trials. The
// zero value was seen doing nothing.
type Side struct {
	ops     int64
	samples int64
	trials  []trial
}

// trial is one profile.
type trial struct {
	ops    int64
	stacks []stack
}

// stack is one place that samples were taken at. Go keeps the innermost 64 calls
// (runtime.maxCPUProfStack): below deeper recursion, the benchmark is not on top.
type stack struct {
	frames []string // names of functions, callers first
	ns     float64  // CPU time that the samples stand for
}

// Add adds a CPU profile in pprof's format, as -test.cpuprofile writes it, that
// covers ops iterations. The profile is of the whole process: what a benchmark
// does to get ready is billed to its ops, and unless it uses b.Loop, package
// testing has run it once more with N = 1. Add fails when r holds no CPU profile.
func (s *Side) Add(r io.Reader, ops int64) error {
	if ops <= 0 {
		return fmt.Errorf("a profile of %d iterations gives no time per op", ops)
	}
	p, err := profile.Parse(r)
	if err != nil {
		return fmt.Errorf("read a CPU profile: %w", err)
	}
	count, time := valueOf(p, "samples", "count"), valueOf(p, "cpu", "nanoseconds")
	if count < 0 || time < 0 {
		return fmt.Errorf("read a CPU profile: it has no samples of CPU time in nanoseconds")
	}
	s.ops += ops
	one := trial{ops: ops}
	for _, sample := range p.Sample {
		s.samples += sample.Value[count]
		if ns := sample.Value[time]; ns > 0 {
			one.stacks = append(one.stacks, stack{frames: withoutHarness(withoutPreemption(frames(sample))), ns: float64(ns)})
		}
	}
	s.trials = append(s.trials, one)
	return nil
}

// valueOf returns the index of a type of sample value, −1 when p has none.
func valueOf(p *profile.Profile, kind, unit string) int {
	return slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == kind && t.Unit == unit })
}

// frames names the functions of a stack, callers first. A location lists the
// calls that were inlined there, the innermost first (profile.proto, Location).
func frames(s *profile.Sample) []string {
	var names []string
	for _, l := range s.Location {
		if len(l.Line) == 0 {
			names = append(names, nameless(l))
		}
		for _, line := range l.Line {
			if line.Function == nil || line.Function.Name == "" {
				names = append(names, nameless(l))
			} else {
				names = append(names, line.Function.Name)
			}
		}
	}
	slices.Reverse(names)
	return names
}

// nameless names code without symbols after its file, like pprof: "[libc.so.6]".
func nameless(l *profile.Location) string {
	if l.Mapping == nil || l.Mapping.File == "" {
		return "<unknown>"
	}
	return "[" + path.Base(l.Mapping.File) + "]"
}

// preempt is what a signal makes a function call that shall make room for others
// (runtime/preempt.go).
const preempt = "runtime.asyncPreempt"

// withoutPreemption bills the first instruction of preempt to the function that
// it interrupts. The timer's signal arrives together with the one that preempts,
// once a thread gets its CPU back: on a busy machine a quarter of all samples is
// taken there, and none of that time was spent there.
func withoutPreemption(frames []string) []string {
	if last := len(frames) - 1; last > 0 && frames[last] == preempt {
		return frames[:last]
	}
	return frames
}

// harness are the functions of package testing that call the code of a
// benchmark, in a goroutine of its own.
var harness = []string{"testing.(*B).runN", "testing.(*B).RunParallel.func1"}

// withoutHarness cuts off what is above a benchmark's own code, so that its
// function is on top. Package testing's work between runs stays.
func withoutHarness(frames []string) []string {
	for i := len(frames) - 2; i >= 0; i-- {
		if slices.Contains(harness, frames[i]) {
			return frames[i+1:]
		}
	}
	return frames
}
