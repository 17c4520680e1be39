package noise

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"tare/internal/read"
	"tare/internal/record"
)

// maxCPUs bounds how many CPUs are watched: on larger machines a sample.
const maxCPUs = 8

// session is one Measure.
type session struct {
	Options
	ctx   context.Context
	start int64
	cpus  []int // that threads can be pinned to; none when they cannot
	// unpinned says why there is nothing in cpus.
	unpinned error
}

func newSession(ctx context.Context, o Options) *session {
	o.Budget = cmp.Or(o.Budget, defaultBudget)
	s := &session{Options: o, ctx: ctx, start: o.System.Now(), cpus: []int{}}
	s.unpinned = errors.New("the CPUs that tare may run on are not known")
	for _, cpu := range pick(o.CPUs, maxCPUs) {
		if err := o.System.On([]int{cpu}, func() {}); err != nil {
			s.unpinned = err
			continue
		}
		s.cpus = append(s.cpus, cpu)
	}
	return s
}

// pick returns at most n of the CPUs, spread evenly.
func pick(cpus []int, n int) []int {
	if len(cpus) <= n {
		return cpus
	}
	picked := make([]int, n)
	for i := range picked {
		picked[i] = cpus[i*len(cpus)/n]
	}
	return picked
}

// places returns at most n lists of CPUs for threads to run on: each a CPU, or
// an empty one that leaves it to the system.
func (s *session) places(n int) [][]int {
	if len(s.cpus) == 0 {
		return [][]int{nil}
	}
	var places [][]int
	for _, cpu := range pick(s.cpus, n) {
		places = append(places, []int{cpu})
	}
	return places
}

// parallel is how many threads may spin at once: as many as Go runs without
// putting one aside for another, and one when more would be throttled.
func (s *session) parallel() int {
	if s.Quota > 0 && s.Quota < float64(len(s.CPUs)) {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

func (s *session) stage(name string) {
	if s.Progress != nil {
		s.Progress(name)
	}
}

// until returns the moment at which that share of the budget will have passed.
func (s *session) until(share float64) int64 {
	return s.System.Now() + int64(share*float64(s.Budget))
}

// over reports whether to stop at once.
func (s *session) over(deadline int64) bool {
	return s.ctx.Err() != nil || s.System.Now() >= deadline
}

// absent is the reading of what has no samples, because of err if there is one.
func (s *session) absent(err error) record.Reading {
	switch {
	case err != nil:
		return read.Reading(0, err)
	case s.ctx.Err() != nil:
		return record.Missing(record.Undetermined, "interrupted before it was measured")
	default:
		return record.Missing(record.Undetermined, "the time to measure it in was used up; allow more")
	}
}
