package main

import (
	"slices"
	"strings"
	"testing"

	"tare/eval/explain/truth"
	"tare/internal/record"
	"tare/internal/test/golden"
)

const ms = 1e6

// canned explains a window of a second, in two stretches.
func canned() *record.Explanation {
	return &record.Explanation{
		Begin: 1000, Duration: 2e9,
		Intervals: []record.Interval{{
			Kind: record.IntervalWindow, Count: 2, Goroutines: 1, Wall: 1000 * ms,
			Quantiles: []record.Quantile{{P: 0.5, Ns: 490 * ms}, {P: 0.99, Ns: 510 * ms}},
			Mean: record.Account{Total: 500 * ms, Residual: 1 * ms, Entries: []record.Entry{
				{Item: record.ItemRunning, Ns: 300 * ms}, {Item: record.ItemThrottled, Ns: 100 * ms},
				{Item: record.ItemBlocked, Detail: "sleep", Ns: 60 * ms}, {Item: record.ItemBlocked, Detail: "chan receive", Ns: 39 * ms},
			}},
			Bars: []record.Bar{{Name: "p99", Account: record.Account{Entries: []record.Entry{{Item: record.ItemRunning, Ns: 310 * ms}}}}},
		}},
		Throttle: record.Throttling{Count: 7, Queues: 200 * ms, Stat: record.Of(203 * ms)},
		Stops:    record.Stops{Count: 12, Total: 3 * ms, Stretched: 2, GCCycles: 5, Worst: []record.WorldStop{{From: 10, To: 10 + 2*ms}}},
		Wakeups:  record.Wakeups{Goroutines: record.Delays{Count: 400}},
		Syscalls: []record.SyscallCount{{Name: "getrandom", Count: 77}},
	}
}

// TestWeigh has figures that are right, nearly right and wrong.
func TestWeigh(t *testing.T) {
	p99 := truth.Items(310*ms, 310*ms, record.ItemRunning)
	p99.Figure = truth.P99
	calls := truth.Of(truth.Syscalls, 70, 80)
	calls.Detail = "getrandom"
	for _, c := range []struct {
		claim truth.Claim
		tare  float64
		off   float64
		ok    bool
	}{
		{truth.Items(600*ms, 600*ms, record.ItemRunning), 600 * ms, 0, true},
		{truth.Items(583*ms, 583*ms, record.ItemRunning), 600 * ms, 17 * ms, true},
		{truth.Items(582*ms, 582*ms, record.ItemRunning), 600 * ms, 18 * ms, false},
		{truth.Items(620*ms, 640*ms, record.ItemRunning), 600 * ms, -20 * ms, false},
		{truth.Items(500*ms, 700*ms, record.ItemRunning), 600 * ms, 0, true},
		{truth.Items(800*ms, 800*ms, record.ItemRunning, record.ItemThrottled), 800 * ms, 0, true},
		{truth.Items(0, 0.5*ms, record.ItemStopped), 0, 0, true},
		{truth.Items(0.9*ms, 0.9*ms, record.ItemStopped), 0, -0.9 * ms, true},
		{truth.Items(1.1*ms, 1.1*ms, record.ItemStopped), 0, -1.1 * ms, false},
		{truth.Items(2, 1, record.ItemStopped), 0, -2, false}, // contradicts itself
		{truth.Blocked("sleep", 120*ms, 120*ms), 120 * ms, 0, true},
		{truth.Blocked("chan", 78*ms, 78*ms), 78 * ms, 0, true},
		{truth.Of(truth.Total, 1000*ms, 1000*ms), 1000 * ms, 0, true},
		{truth.Of(truth.Count, 2, 2), 2, 0, true},
		{truth.Of(truth.Goroutines, 2, 2), 1, -1, false},
		{truth.Of(truth.Median, 490*ms, 490*ms), 490 * ms, 0, true},
		{truth.Of(truth.Quantile99, 600*ms, 700*ms), 510 * ms, -90 * ms, false},
		{p99, 310 * ms, 0, true},
		{truth.Of(truth.Stops, 12, 20), 12, 0, true},
		{truth.Of(truth.Stops, 13, 20), 12, -1, false}, // a count has no ms to spare
		{truth.Of(truth.StopTime, 2*ms, 4*ms), 3 * ms, 0, true},
		{truth.Of(truth.WorstStop, 2*ms, 2*ms), 2 * ms, 0, true},
		{truth.Of(truth.Stretched, 1, 2), 2, 0, true},
		{truth.Of(truth.GCCycles, 5, 5), 5, 0, true},
		{truth.Of(truth.Wakeups, 400, 500), 400, 0, true},
		{truth.AtLeast(truth.Queues, 190*ms), 200 * ms, 0, true},
		{truth.AtLeast(truth.Queues, 210*ms), 200 * ms, -10 * ms, false},
		{truth.AtLeast(truth.Episodes, 7), 7, 0, true},
		{calls, 77, 0, true},
	} {
		e := canned()
		p := weigh(c.claim, e, &e.Intervals[0])
		if p.Note != "" || p.Tare != c.tare || p.Off != c.off || p.OK != c.ok {
			t.Errorf("%+v is judged %+v", c.claim, p)
		}
	}
}

// TestWeighWithoutFigure checks that a figure that tare does not have is no zero.
func TestWeighWithoutFigure(t *testing.T) {
	p99 := truth.Items(0, 0, record.ItemRunning)
	p99.Figure = truth.P99
	calls := truth.Of(truth.Syscalls, 0, 0)
	calls.Detail = "read"
	e := &record.Explanation{Intervals: []record.Interval{{Kind: record.IntervalWindow}}}
	for _, c := range []truth.Claim{p99, calls, truth.Of(truth.Median, 0, 0), truth.Of(truth.WorstStop, 0, 0), truth.Of("nonsense", 0, 0)} {
		if p := weigh(c, e, &e.Intervals[0]); p.Note == "" || p.OK {
			t.Errorf("%+v is judged %+v", c, p)
		}
	}
}

func answer() truth.Answer {
	return truth.Answer{Benchmark: "BenchmarkX", Traced: true, Begin: 2000, End: 2000 + 1001*ms, Claims: []truth.Claim{
		truth.Items(600*ms, 600*ms, record.ItemRunning),
		truth.Items(202*ms, 202*ms, record.ItemThrottled),
		truth.Blocked("sleep", 119*ms, 125*ms),
		truth.Blocked("chan", 70*ms, 75*ms),
		truth.AtLeast(truth.Queues, 190*ms),
		truth.Items(1, 1, record.ItemRunning).In(record.IntervalRegion), // about something else
	}}
}

// TestJudge spoils an explanation that is right but for one item.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*record.Explanation)
		fails string
	}{
		{"as it is", func(*record.Explanation) {}, ""},
		{"sum", func(e *record.Explanation) { e.Intervals[0].Mean.Residual += 10 }, "items and residual"},
		{"residual", func(e *record.Explanation) {
			e.Intervals[0].Mean.Residual += 3 * ms
			e.Intervals[0].Mean.Total += 3 * ms
		}, "residual"},
		{"wall", func(e *record.Explanation) { e.Intervals[0].Wall += 10 * ms }, "wall time"},
		{"lost", func(e *record.Explanation) { e.Kernel.Lost = 1 }, "lost events"},
		{"cpu.stat", func(e *record.Explanation) { e.Throttle.Stat.Value = 300 * ms }, "throttled, by cpu.stat"},
		{"something else", func(e *record.Explanation) {
			e.Intervals[0].Mean.Entries = append(e.Intervals[0].Mean.Entries, record.Entry{Item: record.ItemRunnable, Ns: 6 * ms})
			e.Intervals[0].Mean.Total += 6 * ms
		}, "everything else"},
	} {
		e := canned()
		c.spoil(e)
		points, err := judge(e, answer(), record.IntervalWindow)
		if err != nil {
			t.Fatal(err)
		}
		var failed []string
		for _, p := range points {
			if !p.OK && p.What != "blocked (chan)" { // which is wrong to begin with
				failed = append(failed, p.What)
			}
		}
		if strings.Join(failed, ", ") != c.fails {
			t.Errorf("%s: %v fail, want %q", c.name, failed, c.fails)
		}
	}
	if _, err := judge(canned(), answer(), record.IntervalOp); err == nil {
		t.Error("no error for an interval that is not there")
	}
}

// TestJudgeWithoutBill checks that nothing is expected of a bill that no claim is
// about.
func TestJudgeWithoutBill(t *testing.T) {
	a := answer()
	a.Claims = []truth.Claim{truth.Of(truth.Stops, 12, 12)}
	points, err := judge(canned(), a, record.IntervalWindow)
	if err != nil || slices.ContainsFunc(points, func(p point) bool { return !p.OK }) {
		t.Errorf("%+v, %v", points, err)
	}
}

func TestTables(t *testing.T) {
	points, err := judge(canned(), answer(), record.IntervalWindow)
	if err != nil {
		t.Fatal(err)
	}
	e := canned()
	points = append(points, weigh(truth.Of(truth.Stops, 13, 20), e, &e.Intervals[0]), weigh(truth.Of("nonsense", 1, 2), e, &e.Intervals[0]))
	programs := judgements{{Program: "one", Points: points}, {Program: "two", Failed: "exit status 5: a | b\nc"}}
	readers := speeds{{Bytes: 256 << 20, Readers: []timed{
		{Reader: "tare explain", effort: effort{8, 120 << 20}}, {Reader: "alone", effort: effort{6, 20 << 20}},
		{Reader: "go tool trace", Failed: "too much memory: more than 16GiB", effort: effort{60, 16 << 30}},
	}}}
	recorded := costs{
		{Source: "running process", Overhead: record.Overhead{What: "kernel", Ratio: record.Of(1.021), Low: 1.01, High: 1.03, Trials: 12}, most: 1.03},
		{Source: "benchmark", Overhead: record.Overhead{What: "both", Ratio: record.Missing(record.Undetermined, "only one trial"), Trials: 1}},
	}
	golden.Check(t, "tables.md", programs.table()+"\n"+readers.table()+"\n"+recorded.table())
	if programs.good() || !readers.good() || !recorded.good() {
		t.Error("what is good and what is not has changed")
	}
}

func TestGoals(t *testing.T) {
	fast := speed{Readers: []timed{{effort: effort{5, 1 << 20}}, {}, {effort: effort{6, 1 << 30}}}}
	slow, big, failed := fast, fast, fast
	slow.Readers, big.Readers, failed.Readers = slices.Clone(fast.Readers), slices.Clone(fast.Readers), slices.Clone(fast.Readers)
	slow.Readers[0].Seconds, big.Readers[0].Peak, failed.Readers[0].Failed = 7, 301<<20, "killed"
	alone := speed{Readers: slow.Readers[:2]}
	if !fast.good() || slow.good() || big.good() || failed.good() || !alone.good() {
		t.Error("speed is misjudged")
	}
	for ratio, want := range map[record.Reading]bool{record.Of(1.029): true, record.Of(1.031): false, {}: false} {
		if c := (cost{Overhead: record.Overhead{Ratio: ratio}, most: 1.03}); c.ok() != want {
			t.Errorf("%+v is judged %v", ratio, c.ok())
		}
	}
}
