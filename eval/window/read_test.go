package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestReadTruth(t *testing.T) {
	const result = "goos: linux\nBenchmarkX/4KB-2   \t 1000\t      2170 ns/op\t  16 B/op\n"
	got, err := readTruth([]byte(result + "PASS\n"))
	if err != nil || math.Abs(got.NS-2170) > 1e-6 || got.N != 1000 {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, text := range []string{"PASS\n", result + result, "BenchmarkX 1 2 MB/s\n"} {
		if got, err := readTruth([]byte(text)); err == nil {
			t.Errorf("%q gives %+v", text, got)
		}
	}
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestReadValue(t *testing.T) {
	pilot := record.Windows{Method: record.Difference, N: 500, Lead: 100, PerOp: 10, SetUp: 2000, Growing: true}
	trial := func(cycles float64, polluted ...string) record.Trial {
		return record.Trial{Outcome: record.OK, Polluted: polluted, Windows: pilot, Readings: record.Readings{record.GCCycles: record.Of(cycles)}}
	}
	run := record.Run{
		Summaries: []record.Summary{{N: 500, Rounds: 2, Net: record.Estimate{Center: 90, N: 2}, Wall: record.Estimate{Center: 100, N: 2}}},
		Trials:    []record.Trial{trial(8), trial(9), trial(70, "steal")},
	}
	got, err := readValue(encode(t, run))
	if err != nil || got.Net != 90 || got.Wall != 100 || got.N != 500 || got.Trials != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
	if want := (windows{Method: record.Difference, Lead: 100, SetUp: 0.25, Cycles: 8.5, Growing: true}); got.Windows != want {
		t.Errorf("windows %+v, want %+v", got.Windows, want)
	}
	run.Summaries[0].Net.N = 0
	if got, err := readValue(encode(t, run)); err == nil {
		t.Errorf("no trial counts: %+v", got)
	}
	run.Summaries = nil
	if got, err := readValue(encode(t, run)); err == nil {
		t.Errorf("no benchmark: %+v", got)
	}
}

func TestReadOutcome(t *testing.T) {
	change := record.Change{Verdict: record.Slower, Why: "so", Ratio: record.Estimate{Center: 1.03, Lo: 1.02, Hi: 1.04, Confidence: 0.95}}
	c := record.Comparison{Benchmarks: []record.Compared{{Metric: "net-ns/op", Rounds: 9, Changes: []record.Change{change}}}}
	want := outcome{Verdict: record.Slower, Why: "so", Metric: "net-ns/op", Ratio: 1.03, Lo: 1.02, Hi: 1.04, Rounds: 9}
	if got, err := readOutcome(encode(t, c)); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	c.Benchmarks[0].Changes[0].Ratio.Confidence = 0
	want.Lo, want.Hi = 0, 0
	if got, err := readOutcome(encode(t, c)); err != nil || got != want {
		t.Errorf("without an interval: %+v, %v", got, err)
	}
	c.Benchmarks, c.Failures = nil, []record.Failure{{Stage: "build", Message: "does not compile"}}
	if got, err := readOutcome(encode(t, c)); err == nil || !strings.Contains(err.Error(), "does not compile") {
		t.Errorf("nothing compared: %+v, %v", got, err)
	}
}
