package rounds

import (
	"slices"

	"tare/internal/record"
)

// Earlier is what sessions before this one had of a benchmark.
type Earlier struct {
	Name   record.Benchmark
	Trials []record.Trial // of rounds in which every trial ended well
	Stop   record.Stop    // "" when it is to go on
}

// takeUp lets the subjects go on from where earlier sessions left them: with the
// same work, and rounds that follow theirs. Those that are not there any more keep
// what they have.
func (r *Runner) takeUp(subjects []*subject) {
	for _, e := range r.opts.Earlier {
		i := slices.IndexFunc(subjects, func(s *subject) bool { return s.Name == e.Name })
		if i < 0 {
			r.result.Benchmarks = append(r.result.Benchmarks, e.benchmark())
			continue
		}
		s := subjects[i]
		s.Benchmark = e.benchmark()
		s.more = max(1, s.more-s.Rounds)
		for k := range s.arms {
			s.arms[k].takeUp(e.Trials)
		}
	}
}

func (e Earlier) benchmark() Benchmark {
	b := Benchmark{Name: e.Name, Stop: e.Stop, Trials: e.Trials}
	if n := len(e.Trials); n > 0 {
		b.Rounds = e.Trials[n-1].Round
	}
	return b
}

// takeUp takes over what the last of the trials in this variant was run with. A copy
// that had no turn yet is the base.
func (a *arm) takeUp(trials []record.Trial) {
	for _, variant := range []int{a.variant, 0} {
		for _, t := range slices.Backward(trials) {
			if t.Variant == variant {
				a.benchmark.Windows, a.benchmark.Lines = t.Windows, t.Lines
				return
			}
		}
	}
}
