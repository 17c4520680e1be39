package runpage

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/chart"
)

func TestScalesSplitWhenWallDwarfsNet(t *testing.T) {
	for container, split := range map[float64]bool{0.01: false, 3: true} {
		s, trials := fixtureOf(container)
		if got := newScales(points(trials, nil), s).split; got != split {
			t.Errorf("container share %v: split = %v, want %v", container, got, split)
		}
	}
}

func fixtureOf(container float64) (record.Summary, []record.Trial) {
	run := runOf(fixture{pkg: "p", name: "BenchmarkX", net: 100, noise: 0.02, container: container, rounds: 20, polluted: 7})
	return run.Summaries[0], run.Trials
}

func TestRoundsChart(t *testing.T) {
	s, trials := fixtureOf(0.01)
	trials[2].Outcome, trials[2].Message = record.Panicked, "boom"
	for _, round := range []int{1, 5, 10, 20} {
		s.Outliers = append(s.Outliers, record.Outlier{Round: round, Cause: strings.Repeat("some cause ", 9)})
	}
	c := newRoundsChart("b1", s, points(trials, s.Outliers))
	if len(c.Columns) != len(trials) || !c.Columns[2].Failed || !strings.Contains(c.Columns[2].Tip, "boom") {
		t.Errorf("the failed round is not marked: %+v", c.Columns[2])
	}
	polluted := 0
	for _, m := range c.Panels[0].Marks {
		if strings.HasSuffix(m.Class, "polluted") {
			polluted++
		}
	}
	if want := 2 * s.Polluted; polluted != want {
		t.Errorf("%d marks are hollow, want net and wall of each polluted round: %d", polluted, want)
	}
	checkLanes(t, c)
}

func checkLanes(t *testing.T, c *roundsChart) {
	t.Helper()
	if len(c.Notes) != maxLanes {
		t.Fatalf("%d outliers are annotated, want %d", len(c.Notes), maxLanes)
	}
	for i, n := range c.Notes {
		if i > 0 && n.TextY-c.Notes[i-1].TextY < chart.LineHeight {
			t.Errorf("annotations %d and %d share a lane", i-1, i)
		}
		if n.TextY >= c.Panels[0].Top {
			t.Errorf("annotation %d lies on the panel", i)
		}
		room := (1-float64(n.X)/100)*chart.NarrowPlot + float64(c.Right)
		if n.Anchor == "end" {
			room = float64(n.X)/100*chart.NarrowPlot + float64(c.Left)
		}
		if chart.TextWidth(n.Text) > room {
			t.Errorf("annotation %q is wider than %.0f px", n.Text, room)
		}
	}
}

func TestCenterLabelsKeepApart(t *testing.T) {
	s, trials := fixtureOf(0)
	c := newRoundsChart("b1", s, points(trials, nil))
	labels := c.Panels[0].Labels
	if len(labels) != 2 {
		t.Fatalf("%d labels, want net and wall", len(labels))
	}
	if gap := labels[1].Y - labels[0].Y; gap < 2*chart.LineHeight {
		t.Errorf("labels of two lines are %v px apart", gap)
	}
}
