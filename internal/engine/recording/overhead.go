package recording

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// overheadWindow is the length of the windows in which recording is compared with
// not recording.
const overheadWindow = 100 * time.Millisecond

// leastRounds is how many rounds give an interval: the least and the greatest
// of six ratios enclose the true median in 97 of 100 cases (1 − 2·2⁻⁶).
const leastRounds = 6

// ways are the ways of recording that are compared, not recording first.
var ways = []string{"", "kernel recording", "both recordings"}

// measureOverhead, if it is to be measured, runs the benchmark in short windows with
// nothing recorded, the kernel's side alone, and both, in rounds of random order.
func (l *benchmarkLoad) measureOverhead(ctx context.Context) error {
	b := l.found
	if l.of.Overhead == 0 {
		return nil
	}
	if n := float64(b.Windows.N) * float64(overheadWindow) / float64(max(l.of.Trials.Benchtime, overheadWindow)); l.of.Trials.Iters == 0 {
		b.Windows.N = max(1, int64(n))
	}
	perOp := make([][]float64, len(ways))
	for round := range l.of.Overhead {
		l.sink.Stage("measuring what recording costs")
		times := make([]float64, len(ways))
		for _, way := range rounds.Order(uint64(b.Windows.N), round, len(ways)) {
			var err error
			if times[way], err = l.recordedWay(ctx, b, way); err != nil {
				return err
			}
		}
		for way, t := range times {
			perOp[way] = append(perOp[way], t)
		}
	}
	for way := 1; way < len(ways); way++ {
		l.made.Overhead = append(l.made.Overhead, overheadOf(ways[way], perOp[0], perOp[way]))
	}
	return nil
}

// recordedWay runs one trial and returns its wall time per op, ns.
func (l *benchmarkLoad) recordedWay(ctx context.Context, b trial.Benchmark, way int) (float64, error) {
	if way == 0 {
		return b.Traced(ctx, l.cells, l.of.Trials, trial.Tracing{})
	}
	k, err := l.createKernel(filepath.Join(l.Temp, "overhead.rec"), false)
	if err != nil {
		return 0, err
	}
	t := trial.Tracing{Held: k.Follow}
	if way > 1 {
		t.Trace, t.Profile = filepath.Join(l.Temp, "overhead.out"), filepath.Join(l.Temp, "overhead.pprof")
	}
	perOp, err := b.Traced(ctx, l.cells, l.of.Trials, t)
	failed := k.Stop()
	if k.missed() {
		return 0, err
	}
	return perOp, errors.Join(err, failed)
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
		o.Ratio = record.Missing(record.Undetermined, fmt.Sprintf("that takes six rounds, and there are %d: -overhead=6", len(ratios)))
		return o
	}
	slices.Sort(ratios)
	n := len(ratios)
	o.Ratio = record.Of((ratios[(n-1)/2] + ratios[n/2]) / 2)
	o.Low, o.High = ratios[0], ratios[n-1]
	return o
}
