// Package summary boils the trials of one benchmark down to what is reported:
// estimates with intervals, the mean bill, outliers with their likely causes,
// and how steady all of that was.
package summary

import (
	"fmt"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// Options are the aims that a benchmark is held to.
type Options struct {
	MaxCV      float64 // of net, a fraction of one
	Target     float64 // half-width of net's interval relative to its center, a fraction of one
	Confidence float64 // of every interval, in (0, 1)
}

// Aims are what the plan of a run holds each benchmark to.
func Aims(p record.Plan) Options {
	return Options{MaxCV: p.MaxCV, Target: p.Target, Confidence: record.Confidence}
}

// Summarize returns what the trials of one benchmark, in time order, come to.
// Only clean ones count (record.Trial.Counts); without any, the estimates rest
// on N = 0 values. Intervals are those of stats.Interval, widened for
// autocorrelation. An estimate in Units rests on the trials that measured the
// unit, which its N tells. Stop is left to the caller.
func Summarize(trials []record.Trial, opts Options) record.Summary {
	s := record.Summary{Units: map[string]record.Estimate{}, Drift: record.Drift{TrendP: 1}}
	if len(trials) == 0 {
		return s
	}
	clean, polluted := sift(trials)
	s.Rounds, s.Polluted = len(clean), polluted
	s.Benchmark, s.Accounting, s.N, s.Windows = trials[0].Benchmark, trials[0].Accounting, trials[0].N, trials[0].Windows
	s.Bill = meanBill(clean)
	if len(clean) == 0 {
		return s
	}
	s.Accounting, s.N = clean[0].Accounting, clean[0].N

	nets, walls := make([]float64, len(clean)), make([]float64, len(clean))
	for i, t := range clean {
		nets[i], walls[i] = t.Bill.Net, t.Bill.Wall
	}
	s.Net = stats.Interval(nets, opts.Confidence)
	s.Wall = stats.Interval(walls, opts.Confidence)
	s.Units = units(clean, opts.Confidence)
	s.CV, s.Steady = steadiness(nets, s.Net, opts)
	s.Drift = drift(clean, nets, s.Net.Center)
	s.Outliers = outliers(clean, nets, s.Net.Center)
	return s
}

// All returns the summaries of a run, from its trials, in the order in which its
// benchmarks first appear. Why each got no more rounds is not in the trials:
// Stop says that the run was interrupted.
func All(run record.Run) []record.Summary {
	var order []record.Benchmark
	trials := map[record.Benchmark][]record.Trial{}
	for _, t := range run.Trials {
		if trials[t.Benchmark] == nil {
			order = append(order, t.Benchmark)
		}
		trials[t.Benchmark] = append(trials[t.Benchmark], t)
	}
	summaries := make([]record.Summary, len(order))
	for i, b := range order {
		summaries[i] = Summarize(trials[b], Aims(run.Plan))
		summaries[i].Stop = record.StopInterrupted
	}
	return summaries
}

// sift returns the clean trials and the number of polluted ones; those that
// failed are neither.
func sift(trials []record.Trial) (clean []record.Trial, polluted int) {
	for _, t := range trials {
		switch {
		case t.Counts():
			clean = append(clean, t)
		case t.Outcome == record.OK:
			polluted++
		}
	}
	return clean, polluted
}

// units estimates every unit but ns/op and net-ns/op, which Wall and Net are.
func units(clean []record.Trial, confidence float64) map[string]record.Estimate {
	series := map[string][]float64{}
	for _, t := range clean {
		for _, v := range Values(t) {
			series[v.Unit] = append(series[v.Unit], v.Value)
		}
	}
	delete(series, "ns/op")
	delete(series, "net-ns/op")
	estimates := make(map[string]record.Estimate, len(series))
	for unit, values := range series {
		estimates[unit] = stats.Interval(values, confidence)
	}
	return estimates
}

func steadiness(nets []float64, net record.Estimate, opts Options) (cv float64, steady bool) {
	cv, known := stats.CV(nets)
	half, ok := net.HalfWidth()
	return cv, known && ok && cv <= opts.MaxCV && half <= opts.Target
}

// meanBill averages the bills, so that the items still sum to Wall. Net counts
// as measured only if it was in every trial.
func meanBill(clean []record.Trial) record.Bill {
	if len(clean) == 0 {
		return record.Bill{NetStatus: record.Undetermined, NetWhy: "there is no clean trial"}
	}
	mean := record.Bill{NetStatus: record.Measured}
	missing := 0
	for _, t := range clean {
		parts := amounts(&t.Bill)
		for i, sum := range amounts(&mean) {
			*sum += *parts[i] / float64(len(clean))
		}
		if t.Bill.NetStatus == record.Measured {
			continue
		}
		if missing++; missing == 1 {
			mean.NetStatus, mean.NetWhy = t.Bill.NetStatus, t.Bill.NetWhy
		}
	}
	if 0 < missing && missing < len(clean) {
		mean.NetWhy += fmt.Sprintf(" (in %d of %d trials)", missing, len(clean))
	}
	return mean
}

func amounts(b *record.Bill) []*float64 {
	return []*float64{&b.Wall, &b.OnCPU, &b.Throttled, &b.Waiting, &b.Stolen,
		&b.GCPause, &b.Blocked, &b.Residual, &b.Net, &b.CPU}
}

func drift(clean []record.Trial, nets []float64, center float64) record.Drift {
	a := stats.Lag1(nets)
	d := record.Drift{
		TrendP:      stats.Kendall(nets),
		Lag1:        a.Rho,
		Significant: a.Significant(),
		CanaryALU:   spread(clean, record.CanaryALU),
		CanaryPipe:  spread(clean, record.CanaryPipe),
	}
	if center != 0 {
		d.Trend = stats.TheilSen(nets) * float64(len(nets)-1) / center
	}
	return d
}

// spread returns max ÷ min − 1 of a metric over the trials that measured it.
func spread(trials []record.Trial, m record.Metric) float64 {
	var least, most float64
	for _, t := range trials {
		v, ok := t.Readings.Value(m)
		if !ok || v <= 0 {
			continue
		}
		if least == 0 || v < least {
			least = v
		}
		most = max(most, v)
	}
	if least == 0 {
		return 0
	}
	return most/least - 1
}
