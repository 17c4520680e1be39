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

func TestGolden(t *testing.T) {
	var r, c bytes.Buffer
	if err := errors.Join(Run(&r, run()), Comparison(&c, comparison())); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "run.csv", r.Bytes())
	golden.Check(t, "comparison.csv", c.Bytes())
	for _, text := range []*bytes.Buffer{&r, &c} {
		if _, err := csv.NewReader(text).ReadAll(); err != nil { // every line has as many fields
			t.Error(err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	if Run(full{}, run()) == nil || Comparison(full{}, comparison()) == nil {
		t.Error("no error from a full disk")
	}
}
