package runs

import (
	"slices"
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

func roundsOf(t *testing.T, s record.Summary, ps []point) chart.Rounds {
	t.Helper()
	f, drawn := roundsFigure("b1", s, ps)
	if !drawn {
		t.Fatal("no rounds are drawn")
	}
	return f.Picture.(chart.Rounds)
}

func TestRounds(t *testing.T) {
	s, trials := fixtureOf(0.01)
	trials[2].Outcome, trials[2].Message = record.Panicked, "boom\n\n\nand more"
	for _, round := range []int{1, 5, 10, 20} {
		s.Outliers = append(s.Outliers, record.Outlier{Round: round, Cause: "some cause"})
	}
	r := roundsOf(t, s, points(trials, s.Outliers))
	if len(r.Tips) != len(trials) || !slices.Equal(r.Crosses, []int{3}) || !strings.Contains(r.Tips[2], "boom") {
		t.Errorf("the failed round is not marked: crosses %v, %q", r.Crosses, r.Tips[2])
	}
	for _, tip := range r.Tips {
		if strings.Contains(tip, "\n\n") {
			t.Errorf("tip %q has a blank line, which separates tips", tip)
		}
	}
	hollow, rings := 0, 0
	for _, series := range r.Panels[0].Series {
		if series.Hollow {
			hollow += len(series.Dots)
		}
		if series.Ring {
			rings += len(series.Dots)
		}
	}
	if want := 2 * s.Polluted; hollow != want {
		t.Errorf("%d dots are hollow, want net and wall of each contaminated round: %d", hollow, want)
	}
	if rings != len(s.Outliers) || len(r.Callouts) != mostTold {
		t.Errorf("%d rings and %d causes of %d outliers", rings, len(r.Callouts), len(s.Outliers))
	}
}

func TestRoundsThatDidNotRunAreTold(t *testing.T) {
	s, trials := fixtureOf(0)
	r := roundsOf(t, s, points(slices.Delete(trials, 4, 6), nil))
	if len(r.Tips) != 20 || !strings.HasSuffix(r.Tips[4], "not run") {
		t.Errorf("%d tips, of round 5: %q", len(r.Tips), r.Tips[4])
	}
}
