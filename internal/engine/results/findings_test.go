package results

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestFindings(t *testing.T) {
	drifting := lines("BenchmarkX-8", "ns/op", 100, 101, 102, 103, 104, 105, 106, 107)
	steady := "cpu: B\nBenchmarkX-8 1 1\n" + lines("BenchmarkX-8", "ns/op", 103, 101, 104, 102)
	got, err := Compare(sidesOf(t, drifting, steady, "BenchmarkX-8 1 1 ns/op\n"), usual, []string{"cpu"})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range got.Findings {
		texts = append(texts, f.ID+" "+f.What+" "+f.Evidence)
	}
	for i, want := range []string{
		"separate-sides", "unread-results new.txt: left out 1 result that made no sense. line 2: missing units",
		"cpu-unknown new2.txt", "drift old.txt: results of 1 benchmark",
	} {
		if i >= len(texts) || !strings.HasPrefix(texts[i], want) {
			t.Errorf("finding %d is no %s in\n%s", i, want, strings.Join(texts, "\n"))
		}
	}
}

// stored is a run of one benchmark with these net times.
func stored(quota float64, nets ...float64) record.Run {
	run := record.Run{ID: "20261121-070301-4f2a", Machine: record.Machine{GOOS: "linux", CPUModel: "A"},
		Source: record.Source{GoVersion: "go1.26.8", Revision: "1a2b3c4"}, Cell: record.Cell{Quota: quota}}
	for i, net := range nets {
		run.Trials = append(run.Trials, record.Trial{Benchmark: record.Benchmark{Package: "p", Name: "BenchmarkX", Procs: 2},
			Round: i + 1, Outcome: record.OK, N: 10, Bill: record.Bill{Wall: 2 * net, Net: net, NetStatus: record.Measured}})
	}
	return run
}

func TestStoredRuns(t *testing.T) {
	nets := []float64{100, 101, 102, 103}
	dirty := stored(0.5, append(nets, 1e6)...)
	dirty.Trials[4].Polluted = []string{"steal"}
	for _, c := range []struct {
		old, new record.Run
		metric   string
	}{
		{stored(0.5, nets...), dirty, "net-ns/op"},
		{stored(0, nets...), dirty, "ns/op"},
	} {
		old, err1 := Stored(record.Variant{Side: "@1"}, c.old)
		new, err2 := Stored(record.Variant{Side: "@2"}, c.new)
		got, err3 := Compare([]Side{old, new}, usual, nil)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		b := got.Benchmarks[0]
		if b.Metric != c.metric || b.Rounds != 4 || b.N != 10 || b.Changes[0].New.N != 4 || got.Machine.CPUModel != "A" || got.Variants[1].Source.Revision != "1a2b3c4" {
			t.Errorf("got %+v, %+v, %+v", b, got.Machine, got.Variants)
		}
		if !slices.ContainsFunc(got.Findings, func(f record.Finding) bool {
			return f.ID == "contaminated-trials" && strings.HasPrefix(f.What, "@2, run 20261121-070301-4f2a: 1 of 5 trials")
		}) {
			t.Errorf("nothing said of the polluted trial: %+v", got.Findings)
		}
	}
}
