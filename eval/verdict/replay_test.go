package main

import (
	"path/filepath"
	"testing"
	"time"
)

// TestReplay replays real trials, recorded by
//
//	go run ./eval/verdict -record=eval/verdict/testdata/trials.gz -trials=1000 -only='Hash|Map|JSON'
//
// with the CPU time that a trial took in tare compare when docs/verdict.md was
// made. The bounds are loose: there are few comparisons, and they may not cost
// much.
func TestReplay(t *testing.T) {
	all, err := readSeries(filepath.Join("testdata", "trials.gz"))
	if err != nil {
		t.Fatal(err)
	}
	made, err := replay(all, 100, 4*time.Second, "net-ns/op", 0.02, 1)
	if err != nil {
		t.Fatal(err)
	}
	of := scores(made)
	s := of["tare"]
	if s.falseAlarms.of != 100*len(conditions) {
		t.Errorf("%d comparisons of a benchmark with itself: some condition is missing", s.falseAlarms.of)
	}
	for _, c := range []struct {
		what        string
		rate        rate
		least, most float64
	}{
		{"false alarms", s.falseAlarms, 0, 0.06},
		{"found of 3 %", s.power[0.03], 0.5, 1},
		{"found of 5 %", s.power[0.05], 0.85, 1},
		{"found of 10 %", s.power[0.10], 0.97, 1},
		{"wrong signs", s.wrongSign, 0, 0.005},
		{"3 % called equivalent", s.falseEqual, 0, 0.01},
		{"intervals that hold the truth", s.coverage, 0.96, 1},
		{"false alarms of benchstat, or the trials are no challenge", of["benchstat"].falseAlarms, 0.05, 1},
	} {
		if got := c.rate.share(); c.rate.of == 0 || got < c.least || got > c.most {
			t.Errorf("%s: %d of %d, want %v to %v", c.what, c.rate.hits, c.rate.of, c.least, c.most)
		}
	}
}

func TestSeriesTooShort(t *testing.T) {
	s := series{Condition: "quiet", N: 1, Cost: 0.1, Net: []int64{1e7}, Wall: []int64{1e7}, CPU: []int64{1e7}}
	if _, err := replay([]series{s}, 1, time.Second, "net-ns/op", 0.02, 1); err == nil {
		t.Error("no error for a comparison that takes more trials than there are")
	}
}
