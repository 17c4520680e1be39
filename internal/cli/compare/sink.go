package compare

import (
	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/report/versus"
)

// sink keeps trials, and also says, once that is known, which changes the comparison can
// find.
type sink struct {
	*outputs
	judge   *verdict.Judge
	most    int     // rounds
	margin  float64 // change that does not matter, a fraction of one
	outlook bool    // has been told
}

// Next implements bench.Sink.
func (s *sink) Next(b record.Benchmark, p rounds.Progress) {
	if change, known := s.judge.Outlook(); known && !s.outlook {
		s.outlook = true
		s.Note(versus.Limits(s.most, change, s.margin))
	}
	s.outputs.Next(b, p)
}

// Trial implements bench.Sink.
func (s *sink) Trial(t record.Trial) error { return s.Keep(t) }

// unkept is a sink of trials that are none of the comparison.
type unkept struct{ *outputs }

// Trial implements bench.Sink.
func (unkept) Trial(record.Trial) error { return nil }

var _ = []bench.Sink{&sink{}, unkept{}}
