package summary

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/test/golden"
)

var options = Options{MaxCV: 0.02, Target: 0.01, Confidence: 0.95}

// TestGolden summarizes a run with something of everything: throttling in all
// rounds, a polluted and a failed one, an outlier, a reading missing in places.
func TestGolden(t *testing.T) {
	var trials []record.Trial
	for i, ns := range []float64{100.1e3, 99.6e3, 100.4e3, 99.9e3, 131e3, 100.2e3, 99.8e3, 100.6e3, 99.7e3, 100.3e3} {
		trials = append(trials, trial(i+1, lost(throttled, 20e3+float64(i)*100), net(ns),
			read(record.AllocBytes, 112_500), read(record.Mallocs, 1500), read(record.CanaryALU, 2+float64(i%3)/100)))
	}
	lost(throttled, 38e3)(&trials[4])
	unread(record.Steal)(&trials[2])
	trials[6].Extra = map[string]float64{"hits/op": 0.25}
	trials[7].Polluted = []string{"stolen 12.0% of the window"}
	trials = append(trials, record.Trial{Benchmark: trials[0].Benchmark, Round: 11, Outcome: record.Panicked})

	s := Summarize(trials, options)
	for _, v := range append(amounts(&s.Bill), &s.CV, &s.Drift.Lag1, &s.Drift.CanaryALU) {
		*v = rounded(*v)
	}
	got, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	golden.Check(t, "summary.json", got)
}

// rounded drops the digits in which machines with and without fused
// multiply-add differ.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }

func TestNothingToSummarize(t *testing.T) {
	dirty := trial(1, func(t *record.Trial) { t.Polluted = []string{"stolen 12.0% of the window"} })
	failed := trial(2, func(t *record.Trial) { t.Outcome = record.TimedOut })
	for name, trials := range map[string][]record.Trial{"none": nil, "none clean": {dirty, failed}} {
		s := Summarize(trials, options)
		if s.Rounds != 0 || s.Net.N != 0 || s.Steady || s.Drift.TrendP != 1 || s.Units == nil || len(s.Units) != 0 ||
			s.Bill.NetStatus == record.Measured {
			t.Errorf("%s: %+v", name, s)
		}
	}
	s := Summarize([]record.Trial{dirty, failed}, options)
	if s.Polluted != 1 || s.Benchmark != dirty.Benchmark || s.N != dirty.N {
		t.Errorf("benchmark %v, N %d, %d polluted", s.Benchmark, s.N, s.Polluted)
	}
}

// series returns one trial per net time.
func series(nets ...float64) []record.Trial {
	var trials []record.Trial
	for i, ns := range nets {
		trials = append(trials, trial(i+1, net(ns)))
	}
	return trials
}

func TestSteady(t *testing.T) {
	for _, c := range []struct {
		name string
		nets []float64
		opts Options
		want bool
	}{
		{"steady", []float64{100, 101, 100, 99, 101, 99, 100, 100}, options, true},
		{"too few for an interval", []float64{100, 100, 100, 100, 100}, options, false},
		{"CV", []float64{100, 101, 100, 99, 101, 99, 100, 100}, Options{MaxCV: 0.005, Target: 0.01, Confidence: 0.95}, false},
		{"interval", []float64{100, 101, 100, 99, 101, 99, 100, 100}, Options{MaxCV: 0.02, Target: 0.001, Confidence: 0.95}, false},
	} {
		if s := Summarize(series(c.nets...), c.opts); s.Steady != c.want {
			t.Errorf("%s: steady is %v, CV %v, net %+v", c.name, s.Steady, s.CV, s.Net)
		}
	}
}

func TestDrift(t *testing.T) {
	nets := []float64{100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110}
	trials := series(nets...)
	for i := range trials {
		read(record.CanaryALU, 2*(1+float64(i)/100))(&trials[i])
	}
	unread(record.CanaryPipe)(&trials[0])
	read(record.CanaryPipe, 1500)(&trials[3])
	s := Summarize(trials, options)
	d := s.Drift
	if math.Abs(d.Trend-10.0/105) > 1e-12 || d.TrendP > 1e-6 || !d.Significant || d.Lag1 < 0.7 {
		t.Errorf("trend: %+v", d)
	}
	if math.Abs(d.CanaryALU-0.1) > 1e-12 || d.CanaryPipe != 0.5 {
		t.Errorf("canaries: %+v", d)
	}
	if plain := stats.HodgesLehmann(nets, options.Confidence); s.Net.Hi <= plain.Hi || s.Net.Lo >= plain.Lo {
		t.Errorf("a trend did not widen the interval: %+v, unwidened %+v", s.Net, plain)
	}
}

// Code that never got a CPU has no net time to be a multiple of.
func TestNoNetTime(t *testing.T) {
	s := Summarize(series(0, 0, 0, 0, 0, 0, 5), options)
	if s.Net.Center != 0 || s.Steady || s.Outliers != nil || s.Drift.Trend != 0 {
		t.Errorf("net %+v, steady %v, outliers %v, drift %+v", s.Net, s.Steady, s.Outliers, s.Drift)
	}
}

func TestBillIsTheMeanAndStillAddsUp(t *testing.T) {
	trials := []record.Trial{trial(1, net(90e3)), trial(2, lost(throttled, 30e3)), trial(3, net(110e3), lost(waiting, 3e3))}
	b := Summarize(trials, options).Bill
	want := record.Bill{Wall: 111e3, OnCPU: 100e3, Throttled: 10e3, Waiting: 1e3, Net: 100e3, CPU: 100e3, NetStatus: record.Measured}
	got := b
	for _, v := range amounts(&got) {
		*v = rounded(*v)
	}
	if got != want {
		t.Errorf("got %+v, want %+v", b, want)
	}
	sum := 0.0
	for _, item := range b.Items() {
		sum += item.Ns
	}
	if math.Abs(sum-b.Wall) > 1e-9*b.Wall {
		t.Errorf("items sum to %v, wall is %v", sum, b.Wall)
	}
}

// amounts must not forget a number that record.Bill has or will have.
func TestAmountsCoversTheBill(t *testing.T) {
	var b record.Bill
	for _, v := range amounts(&b) {
		*v++
	}
	fields := reflect.ValueOf(b)
	for i := range fields.NumField() {
		if f := fields.Field(i); f.Kind() == reflect.Float64 && f.Float() != 1 {
			t.Errorf("%s was added %v times", fields.Type().Field(i).Name, f.Float())
		}
	}
}

func TestNetIsMeasuredOnlyIfItIsInAllTrials(t *testing.T) {
	missing := func(t *record.Trial) {
		t.Bill.NetStatus, t.Bill.NetWhy = record.Undetermined, "runq-wait: 3 threads ended within the window"
	}
	some := Summarize([]record.Trial{trial(1), trial(2, missing), trial(3)}, options).Bill
	if want := "runq-wait: 3 threads ended within the window (in 1 of 3 trials)"; some.NetStatus != record.Undetermined || some.NetWhy != want {
		t.Errorf("some: %q, %q", some.NetStatus, some.NetWhy)
	}
	all := Summarize([]record.Trial{trial(1, missing), trial(2, missing)}, options).Bill
	if want := "runq-wait: 3 threads ended within the window"; all.NetStatus != record.Undetermined || all.NetWhy != want {
		t.Errorf("all: %q, %q", all.NetStatus, all.NetWhy)
	}
}
