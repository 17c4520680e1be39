package runpage

import (
	"fmt"
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/report/wording"
)

func TestState(t *testing.T) {
	plan := record.Plan{Target: 0.01, MaxCV: 0.03}
	tight := record.Estimate{Center: 100, Lo: 99.5, Hi: 100.5, Confidence: 0.95, N: 9}
	wide := record.Estimate{Center: 100, Lo: 90, Hi: 110, Confidence: 0.95, N: 9}
	for _, c := range []struct {
		summary record.Summary
		want    string
	}{
		{record.Summary{Steady: true, Stop: record.StopSteady}, ""},
		{record.Summary{Net: wide, Rounds: 9, CV: 0.2, Stop: record.StopRounds}, "interval ±10% > 1.0%; CV 20% > 3.0%; max rounds"},
		{record.Summary{Net: tight, Rounds: 9, CV: 0.05, Stop: record.StopTime}, "CV 5.0% > 3.0%; max time"},
		{record.Summary{Rounds: 1, Stop: record.StopInterrupted}, "no interval; interrupted"},
	} {
		if got := newState(c.summary, plan).Reason(); got != c.want {
			t.Errorf("state %q, want %q", got, c.want)
		}
	}
}

func TestTrialTable(t *testing.T) {
	trials := []record.Trial{
		{Round: 1, Outcome: record.OK, Readings: record.Readings{
			record.Steal: record.Of(0), record.Cycles: record.Missing(record.Unsupported, "no PMU"), "own": record.Of(2)}},
		{Round: 2, Outcome: record.OK, Polluted: []string{"noise", "heat"}, Readings: record.Readings{
			record.Steal: record.Missing(record.Undetermined, "too short"), record.Wall: record.Of(1530)}},
		{Round: 3, Outcome: record.Exited, Message: "os.Exit(3)", Output: "bye", Extra: map[string]float64{"x/op": 4}},
	}
	table := newTrialTable(trials, nil)
	if want := []string{"wall", "steal", "own"}; !slices.Equal(table.Metrics, want) {
		t.Fatalf("columns %v, want %v", table.Metrics, want)
	}
	if want := "[cycles (unsupported: no PMU)]"; fmt.Sprint(table.Gaps) != want {
		t.Errorf("gaps %v, want %v", table.Gaps, want)
	}
	for i, want := range [][]cellValue{
		{{wording.None, 0}, {"0ns", 0}, {"2", 0}},
		{{"1.530µs", 0}, {"undetermined", 1}, {wording.None, 0}},
		{{wording.None, 0}, {wording.None, 0}, {wording.None, 0}},
	} {
		if !slices.Equal(table.Rows[i].Cells, want) {
			t.Errorf("row %d: %v, want %v", i+1, table.Rows[i].Cells, want)
		}
	}
	if r := table.Rows[1]; r.Outcome != "polluted" || r.Why != "noise; heat" || r.Clean {
		t.Errorf("polluted row: %+v", r)
	}
	if r := table.Rows[2]; r.Why != "os.Exit(3)" || r.Output != "bye" || r.Extra[0] != "4" || r.Net != wording.None {
		t.Errorf("failed row: %+v", r)
	}
}

func TestDriftNeedsRoundsAndReadings(t *testing.T) {
	for _, f := range driftFacts(record.Summary{Rounds: 2}, nil) {
		if f.Value != wording.None || f.Note == "" {
			t.Errorf("%s: %q (%s), want wording.None with a reason", f.Name, f.Value, f.Note)
		}
	}
	run := fixtureRun()
	for i, alarm := range []bool{true, true, false, false} {
		if f := driftFacts(run.Summaries[1], run.Trials)[i]; f.Alarm != alarm || f.Value == wording.None {
			t.Errorf("%s: %+v, want alarm %v", f.Name, f, alarm)
		}
	}
}
