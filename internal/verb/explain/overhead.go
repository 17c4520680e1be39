package explain

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"tare/internal/record"
	"tare/internal/schedule"
	"tare/internal/trial"
)

// overheadWindow is the length of the windows in which recording is compared with
// not recording.
const overheadWindow = 100 * time.Millisecond

// leastRounds is how many rounds give an interval: of six medians-to-be, the least
// and the greatest enclose the true one in 97 of 100 cases (1 − 2·2⁻⁶).
const leastRounds = 6

// ways are the ways of recording that are compared, not recording first.
var ways = []string{"", "kernel recording", "both recordings"}

// measureOverhead runs the benchmark in short windows with nothing recorded, the
// kernel's side alone, and both, in rounds of random order.
func (s *session) measureOverhead(ctx context.Context, cells trial.Executor, b trial.Benchmark) error {
	if n := float64(b.N) * float64(overheadWindow) / float64(max(s.request.window, overheadWindow)); s.request.iters == 0 {
		b.N = max(1, int64(n))
	}
	perOp := make([][]float64, len(ways))
	for round := range s.options.overhead {
		s.out.Progress.Stage("measuring what recording costs")
		times := make([]float64, len(ways))
		for _, way := range schedule.Order(uint64(b.N), round, len(ways)) {
			var err error
			if times[way], err = s.recordedWay(ctx, cells, b, way); err != nil {
				return err
			}
		}
		for way, t := range times {
			perOp[way] = append(perOp[way], t)
		}
	}
	for way := 1; way < len(ways); way++ {
		s.overhead = append(s.overhead, overheadOf(ways[way], perOp[0], perOp[way]))
	}
	return nil
}

// recordedWay runs one trial and returns its wall time per op, ns.
func (s *session) recordedWay(ctx context.Context, cells trial.Executor, b trial.Benchmark, way int) (float64, error) {
	t := trial.Tracing{}
	stop := func() error { return nil }
	if way > 0 {
		k, err := s.startKernel(filepath.Join(s.temp, "overhead.rec"), false)
		if err != nil {
			return 0, err
		}
		t.Started, stop = k.follow, k.stop
	}
	if way > 1 {
		t.Trace, t.Profile = filepath.Join(s.temp, "overhead.out"), filepath.Join(s.temp, "overhead.pprof")
	}
	done, err := b.Traced(ctx, cells, s.trials(), t)
	return done.PerOp, errors.Join(err, stop())
}

// overheadOf compares the trials of each round.
func overheadOf(what string, without, with []float64) record.Overhead {
	o := record.Overhead{What: what, Trials: len(with)}
	var ratios []float64
	for i := range with {
		if without[i] > 0 && with[i] > 0 {
			ratios = append(ratios, with[i]/without[i])
		}
	}
	if len(ratios) < leastRounds {
		o.Ratio = record.Missing(record.Undetermined, "that takes six rounds at least: -overhead=6")
		return o
	}
	slices.Sort(ratios)
	n := len(ratios)
	o.Ratio = record.Of((ratios[(n-1)/2] + ratios[n/2]) / 2)
	o.Low, o.High = ratios[0], ratios[n-1]
	return o
}
