package main

import (
	"math"
	"testing"

	"tare/internal/record"
	"tare/internal/test/golden"
)

// rounds returns visits with the truth and tare's values a certain factor off it.
func rounds(n int, subject string, ns, net, wall float64) (all []visit) {
	for i := range n {
		wobble := 1 + 0.01*math.Sin(float64(i))
		all = append(all, visit{
			key: key{values, subject, i}, Tare: "0a1b2c3d",
			Truth: []truth{{NS: ns * wobble, N: 10, Benchtime: "5s"}},
			Value: &value{Net: ns * net, Wall: ns * wall, N: 1000, Trials: 5, spending: spending{CPU: 3, Build: 1}, Windows: windows{Method: record.Settled, Cycles: float64(i)}},
		})
	}
	return all
}

func TestReportValues(t *testing.T) {
	all := rounds(7, "kinds SetupN", 700, 1.2, 1.25)
	all = append(all, rounds(7, "kinds HashN", 500, 1.001, 1.002)...)
	all = append(all, rounds(3, "mux Mux", 2000, 0.99, 1)...)
	all = append(all, visit{key: key{values, "mux Mux", 3}, Failed: "exit status 2"}, visit{key: key{values, "kinds HashN", 0}, Failed: "tried again"})
	all[0].Tare = "4e5f6071"
	all[0].Value.Windows = windows{Method: record.Difference, Growing: true}
	golden.Check(t, "values.md", reportValues(all))
	if got := reportValues(nil); got != "" {
		t.Errorf("of nothing: %s", got)
	}
}

func TestReportEffects(t *testing.T) {
	var all []visit
	for i, e := range []struct{ factor, ratio, reach float64 }{{1, 1.001, 0.01}, {1.5, 1.4, 0.05}, {0.75, 1.14, 0.02}} {
		name := allEffects[i].name
		for round := range 8 {
			ns := 100 + float64(round)
			all = append(all, visit{key: key{effects, name, round}, Truth: []truth{{NS: ns, Benchtime: "5s"}, {NS: ns * e.factor * (1 + 0.001*float64(round%3-1)), Benchtime: "5s"}}})
		}
		o := outcome{Verdict: record.Slower, Ratio: e.ratio, Lo: e.ratio - e.reach, Hi: e.ratio + e.reach, Rounds: 20, spending: spending{CPU: 9, Build: 1}}
		if i == 1 {
			o.Verdict = record.Equivalent
		}
		all = append(all, visit{key: key{verdicts, name, 0}, Verdict: &o})
	}
	all = append(all, visit{key: key{verdicts, allEffects[0].name, 1}, Verdict: &outcome{Verdict: record.Invalid}})
	all = append(all, visit{key: key{effects, allEffects[3].name, 0}, Truth: []truth{{NS: 1, Benchtime: "5s"}, {NS: 2, Benchtime: "5s"}}})
	all = append(all, visit{key: key{verdicts, allEffects[3].name, 0}, Verdict: &outcome{Verdict: record.Slower, Ratio: 2, Lo: 1.9, Hi: 2.1}})
	golden.Check(t, "effects.md", reportEffects(all))
}

func TestReportCost(t *testing.T) {
	var all []visit
	for round := range 8 {
		of := func(cpu float64) outcome {
			return outcome{Verdict: record.Equivalent, Rounds: 20 + round, spending: spending{CPU: cpu + float64(round%3)/10, Build: 1}}
		}
		all = append(all, visit{key: key{costs, costEffects[0].name, round}, Costs: []outcome{of(6), of(5)}})
	}
	golden.Check(t, "cost.md", reportCost(all))
}

func TestJudge(t *testing.T) {
	of := func(v record.Verdict, lo, hi float64) outcome { return outcome{Verdict: v, Lo: lo, Hi: hi} }
	faster, same := record.Estimate{Center: 0.75, Lo: 0.73, Hi: 0.77, Confidence: 0.95}, record.Estimate{Center: 1.001, Lo: 0.99, Hi: 1.01, Confidence: 0.95}
	for _, c := range []struct {
		truth record.Estimate
		said  outcome
		want  judgement
	}{
		{faster, of(record.Faster, 0.74, 0.76), judgement{has: true, holds: true, center: true}},
		{faster, of(record.Faster, 0.76, 0.80), judgement{has: true, holds: true}},
		{faster, of(record.Faster, 0.90, 0.95), judgement{has: true}},
		{faster, of(record.Slower, 1.12, 1.16), judgement{has: true, wrongSign: true}},
		{faster, of(record.Equivalent, 0.99, 1.01), judgement{has: true, falseSame: true}},
		{faster, of(record.Invalid, 0, 0), judgement{}},
		{record.Estimate{Center: 0.75, Lo: 0.7, Hi: 0.8, N: 2}, of(record.Slower, 1.12, 1.16), judgement{open: true}},
		{same, of(record.Equivalent, 0.99, 1.01), judgement{has: true, holds: true, center: true}},
		{same, of(record.Slower, 1.005, 1.02), judgement{has: true, holds: true, unfounded: true}},
		{same, of(record.Faster, 0.97, 0.98), judgement{has: true, unfounded: true}},
	} {
		if got := judge(c.truth, c.said); got != c.want {
			t.Errorf("%s [%v, %v] where %v is true: %+v, want %+v", c.said.Verdict, c.said.Lo, c.said.Hi, c.truth, got, c.want)
		}
	}
}
