package csvtext

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"testing"

	"tare/internal/record"
	"tare/internal/test/golden"
)

var benchmark = record.Benchmark{Package: "example.com/m", Name: `BenchmarkSum/"a,b"`, Procs: 2}

func run() record.Run {
	return record.Run{Summaries: []record.Summary{{
		Benchmark: benchmark, Rounds: 6,
		Net:   record.Estimate{Center: 12.5, Lo: 12, Hi: 13, Confidence: 0.96875, N: 6},
		Wall:  record.Estimate{Center: 14, N: 6}, // too few for an interval
		Bill:  record.Bill{Wall: 14, OnCPU: 12.5, Throttled: 1.5},
		Units: map[string]record.Estimate{"B/op": {Center: math.NaN(), N: 6}, "allocs/op": {}},
	}}}
}

func comparison() record.Comparison {
	return record.Comparison{Variants: []record.Variant{{Name: "old"}, {Name: "new"}}, Benchmarks: []record.Compared{{
		Benchmark: benchmark, Metric: "net-ns/op", Old: record.Estimate{Center: 100},
		Changes: []record.Change{{Variant: 1, Verdict: record.Slower, Within: true, New: record.Estimate{Center: 101}, Pairs: 40, Adjusted: 0.01,
			Ratio: record.Estimate{Center: 1.01, Lo: 1.001, Hi: 1.02, Confidence: 0.954, N: 40}}},
	}}}
}

func sweep() record.Sweep {
	return record.Sweep{
		Plan:    record.SweepPlan{Metric: "ns/op"},
		Factors: []record.Factor{{Name: "gomaxprocs", Levels: []string{"unset", "2"}}, {Name: "quota", Levels: []string{"50%"}, Given: true}},
		Points:  []record.SweepPoint{{Levels: []int{0, 0}, Default: true}, {Levels: []int{1, 0}, Procs: 2}},
		Benchmarks: []record.Swept{{Benchmark: benchmark, Groups: []record.GroupBest{{Best: 0, Choice: 0, Settled: true}}, Points: []record.PointValue{
			{Value: record.Estimate{Center: 100, Lo: 98, Hi: 101, Confidence: 0.96, N: 12}, Ratio: record.Estimate{Center: 1, Lo: 1, Hi: 1, Confidence: 0.95, N: 12},
				Rounds: 12, Units: map[string]float64{"net-ns/op": 90}},
			{Value: record.Estimate{Center: 130, N: 4}, Ratio: record.Estimate{Center: 1.3, N: 4}, Rounds: 4, Dropped: 4, Units: map[string]float64{"B/op": 16}},
		}}},
	}
}

func TestGolden(t *testing.T) {
	var r, c, s bytes.Buffer
	if err := errors.Join(Run(&r, run()), Comparison(&c, comparison()), Sweep(&s, sweep())); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "run.csv", r.Bytes())
	golden.Check(t, "comparison.csv", c.Bytes())
	golden.Check(t, "sweep.csv", s.Bytes())
	for _, text := range []*bytes.Buffer{&r, &c, &s} {
		if _, err := csv.NewReader(text).ReadAll(); err != nil { // every line has as many fields
			t.Error(err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	if Run(full{}, run()) == nil || Comparison(full{}, comparison()) == nil || Sweep(full{}, sweep()) == nil {
		t.Error("no error from a full disk")
	}
}
