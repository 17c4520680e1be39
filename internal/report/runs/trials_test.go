package runs

import (
	"slices"
	"strings"
	"testing"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

func TestTrialTable(t *testing.T) {
	trials := []record.Trial{
		{Round: 1, Outcome: record.OK, Readings: record.Readings{
			record.Steal: record.Of(0), record.Cycles: record.Missing(record.Unsupported, "no PMU"), "own": record.Of(2)}},
		{Round: 2, Outcome: record.OK, Polluted: []string{"noise", "heat"}, Readings: record.Readings{
			record.Steal: record.Missing(record.Undetermined, "too short"), record.Wall: record.Of(1530)}},
		{Round: 3, Outcome: record.Exited, Message: "os.Exit(3)", Output: "bye\n", Extra: map[string]float64{"x/op": 4}},
	}
	section := trialBlocks(trials, nil)[0].(model.Section)
	table := section.Blocks[0].(model.Table)
	var titles []string
	for _, c := range table.Columns[6:] {
		titles = append(titles, c.Title)
	}
	if want := []string{"x/op", "wall", "steal", "own"}; !slices.Equal(titles, want) {
		t.Fatalf("columns %v, want %v", titles, want)
	}
	if gaps := section.Blocks[2].(model.Prose); len(gaps.Lines) != 1 || gaps.Lines[0].Text.String() != "cycles (unsupported: no PMU)" {
		t.Errorf("gaps %+v", gaps)
	}
	for i, want := range [][]string{
		{"1", "ok", "–", "–", "–", "–", "–", "–", "0ns", "2"},
		{"2", "contaminated noise; heat", "–", "–", "–", "–", "–", "1.530µs", "undetermined", "–"},
		{"3", "exited os.Exit(3)", "–", "–", "–", "–", "4", "–", "–", "–"},
	} {
		for j, cell := range table.Rows[i].Cells {
			if got := cell.Text.String(); got != want[j] {
				t.Errorf("row %d, column %d: %q, want %q", i+1, j, got, want[j])
			}
		}
	}
	if notes := table.Rows[1].Notes; len(notes) != 1 || notes[0].Text != "steal is undetermined: too short" {
		t.Errorf("notes %+v", notes)
	}
	if said := section.Blocks[1].(model.Failures).List; len(said) != 1 || said[0].Output[0] != "bye" {
		t.Errorf("outputs %+v", said)
	}
}

func TestDriftNeedsRoundsAndReadings(t *testing.T) {
	if rows := driftTable(record.Summary{Rounds: 2}, nil).Rows; len(rows) != 0 {
		t.Errorf("of two rounds: %+v", rows)
	}
	run := fixtureRun()
	rows := driftTable(run.Summaries[1], run.Trials).Rows
	if len(rows) != 4 {
		t.Fatalf("%d rows, want 4", len(rows))
	}
	for i, mood := range []model.Mood{model.Warn, model.Warn, model.Plain, model.Plain} {
		if got := rows[i].Cells[1].Text[0].Mood; got != mood {
			t.Errorf("%s: %q, want %q", rows[i].Cells[0].Text, got, mood)
		}
	}
}

// TestNeighbours: rounds that are not independent widen the interval, and the notes say so.
func TestNeighbours(t *testing.T) {
	values := []float64{100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111}
	a := stats.Lag1(values)
	plain, widened := stats.HodgesLehmann(values, 0.95), stats.Interval(values, 0.95)
	if !a.Significant() || widened.Hi-widened.Lo <= plain.Hi-plain.Lo {
		t.Fatalf("%+v was not widened for %+v", widened, a)
	}
	d := record.Drift{Lag1: a.Rho, Significant: true, TrendP: 1}
	if want := "neighbouring rounds resemble each other (r=0.75): the interval was widened for it"; wording.Neighbours(d) != want {
		t.Errorf("%q, want %q", wording.Neighbours(d), want)
	}
	said := slices.ContainsFunc(notes(quietRun(), nil, record.Summary{Rounds: 12, Drift: d}), func(n model.Note) bool {
		return strings.HasPrefix(n.Text, "neighbouring rounds resemble")
	})
	if !said {
		t.Error("the notes do not say it")
	}
}

func TestUnitsOfNothingAreOneLine(t *testing.T) {
	s := record.Summary{Units: map[string]record.Estimate{
		"x/op": {Center: 2, Lo: 2, Hi: 2, N: 3}, "gc/op": {N: 3}, "major-faults/op": {N: 3}, "oncpu-ns/op": {Center: 7, N: 3}}}
	table := unitTable(s)
	if len(table.Rows) != 1 || table.Under[0].String() != "none at all: gc/op, major-faults/op" {
		t.Errorf("%d rows, below them %q", len(table.Rows), table.Under)
	}
}
