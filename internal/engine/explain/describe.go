package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"tare/internal/engine/recording"
	"tare/internal/record"
	"tare/internal/trace/align"
)

// describe fills in what the account does not know.
func (a *analysis) describe(src *recording.Sources, r align.Result) {
	e := &a.explanation
	e.Title, e.Tare, e.Args, e.Overhead = a.made.Title, a.Tare, a.Args, a.made.Overhead
	e.Kernel.Events, e.Kernel.Lost = r.KernelEvents, max(r.Lost, a.trailer.Lost)
	if h := a.files.Hit(); h != nil {
		e.Title += ": " + h.After(e.Begin)
	}
	if a.header != nil {
		e.Kernel.ProbeTime = a.trailer.ProbeTime
	}
	if src.Trace != nil {
		e.Go.Version, e.Go.Events, e.Go.Goroutines = src.Trace.Version(), r.GoEvents, r.Goroutines
		e.Go.Complete = r.GoError == nil
	}
	if r.GOMAXPROCS > 0 {
		e.Go.GOMAXPROCS = r.GOMAXPROCS
	}
	if a.options.Goroutines == benchmarkGoroutines && len(e.Intervals) > 0 {
		e.Intervals[0].Who = "the benchmark's goroutines"
	}
	a.broken = r.GoError != nil || r.KernelError != nil
}

// windowTrouble is what is to be known about a benchmark's windows.
func (a *analysis) windowTrouble() []string {
	all := a.made.Windows
	other := func(w record.Window) bool { return w.N != 1 || w.Loop }
	switch {
	case len(all) == 0:
	case all[0].N == 0:
		return []string{"When the benchmark's timer ran is not known" + allExplained}
	case len(a.options.Windows) == 0:
		return []string{"The benchmark stops its timer too often for its windows to be remembered" + allExplained}
	case len(all) > 1 && !slices.ContainsFunc(all, other):
		return []string{"Each op is its own call of the benchmark function: what the function keeps between iterations starts anew each time. With b.Loop instead of b.N, all ops are iterations of one call."}
	}
	return nil
}

const allExplained = ", so all that its goroutines did is explained."

// trouble is what could not be read or found, and what that means for the
// figures.
func (a *analysis) trouble(src *recording.Sources, r align.Result, same *kinship) []string {
	all := append(slices.Clone(a.made.Trouble), a.windowTrouble()...)
	for _, err := range []error{r.GoError, r.KernelError} {
		if err != nil {
			all = append(all, strings.ToUpper(err.Error()[:1])+err.Error()[1:]+".")
		}
	}
	if why := a.trailer.Unnamed; why != "" {
		all = append(all, strings.ToUpper(why[:1])+why[1:]+".")
	}
	if same.strangers() {
		a.broken = true
		all = append(all, "The Go execution trace and the kernel recording have no thread in common: they come from different processes, and what the report says about both is wrong.")
	}
	if src.Trace != nil && a.header != nil {
		if c, ok := src.Trace.Clocks(); ok && max(c.Trace-c.Monotonic, c.Monotonic-c.Trace) > int64(time.Millisecond) {
			all = append(all, "The trace's clock is not CLOCK_MONOTONIC: it cannot be joined with a kernel recording, and what the report says about both is wrong.")
		}
	}
	if src.Trace != nil {
		if doubts := src.Trace.Doubts(); len(doubts) > 0 {
			all = append(all, fmt.Sprintf("Times in the Go trace contradict each other, as in a file that was damaged: %s. Durations can be wrong.", strings.Join(doubts, "; ")))
		}
	}
	return append(all, a.unmatched()...)
}

// unmatched is what was chosen and is not there.
func (a *analysis) unmatched() (all []string) {
	interesting := func(g record.GoroutineGroup) bool { return g.Interest }
	if a.Goroutines != nil && !slices.ContainsFunc(a.explanation.Groups, interesting) {
		all = append(all, fmt.Sprintf("No goroutine starts with a function that matches -goroutine=%s.", a.Goroutines))
	}
	for _, wanted := range []struct {
		flag, noun string
		kind       record.IntervalKind
		*regexp.Regexp
	}{
		{"-region", "region", record.IntervalRegion, a.Regions},
		{"-task", "task", record.IntervalTask, a.Tasks},
	} {
		found := func(i record.Interval) bool { return i.Kind == wanted.kind }
		if wanted.Regexp != nil && !slices.ContainsFunc(a.explanation.Intervals, found) {
			all = append(all, fmt.Sprintf("No user %s that matches %s=%s ended in the recording.", wanted.noun, wanted.flag, wanted))
		}
	}
	return all
}
