package page

import (
	"math"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/chart"
)

func TestEveryBillItemHasALook(t *testing.T) {
	for _, it := range (record.Bill{}).Items() {
		i := lookOf(it.Unit)
		if i < 0 {
			t.Errorf("bill item %q (%s) has no colour", it.Name, it.Unit)
			continue
		}
		if class := billLooks[i].Class; !strings.Contains(style, "rect."+class+" ") || !strings.Contains(style, ".swatch."+class+" ") {
			t.Errorf("the style sheet does not know bill item class %q", class)
		}
	}
}

func TestBillBar(t *testing.T) {
	b := record.Bill{Wall: 200, OnCPU: 80, Blocked: 20, Throttled: 60, Waiting: 40, Net: 100, NetStatus: record.Measured}
	bar := newBillBar(b)
	var classes []string
	var end chart.Coord
	for _, s := range bar.Segments {
		if math.Abs(float64(s.X-end)) > 1e-9 {
			t.Errorf("%s starts at %v, the one before ends at %v", s.Class, s.X, end)
		}
		end = s.X + s.Width
		classes = append(classes, s.Class)
	}
	if got, want := strings.Join(classes, " "), "oncpu blocked throttled waiting"; got != want {
		t.Errorf("bar shows %s, want %s", got, want)
	}
	if math.Abs(float64(end)-100) > 1e-9 || bar.Net.At != 50 {
		t.Errorf("bar ends at %v and net at %v, want 100 and 50", end, bar.Net.At)
	}
	if len(bar.Lines) != len(b.Items()) {
		t.Errorf("table lists %d of %d items", len(bar.Lines), len(b.Items()))
	}
	if bar.Note != "" {
		t.Errorf("a sound bill has the note %q", bar.Note)
	}
}

func TestBillBarSaysWhatIsMissing(t *testing.T) {
	b := record.Bill{Wall: 100, OnCPU: 120, Residual: -20, Net: 100, NetStatus: record.Denied, NetWhy: "schedstat is hidden"}
	bar := newBillBar(b)
	for _, want := range []string{"denied: schedstat is hidden", "residual is negative"} {
		if !strings.Contains(bar.Note, want) {
			t.Errorf("note %q does not say %q", bar.Note, want)
		}
	}
	if len(bar.Segments) != 1 || bar.Segments[0].Width != 100 {
		t.Errorf("segments %+v, want one that fills the bar", bar.Segments)
	}
	if newBillBar(record.Bill{}) != nil {
		t.Error("a bill that was never made out is drawn")
	}
}

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

func TestDistributionPilesUpEqualRounds(t *testing.T) {
	s, trials := fixtureOf(0.01)
	for i := range trials {
		trials[i].Bill = record.Bill{Wall: 100, OnCPU: 100, Net: 100}
	}
	c := newDistributionChart("b1", s, points(trials, nil))
	strip := c.Blocks[0].Strips[0]
	if len(strip.Dots) != s.Rounds {
		t.Fatalf("%d dots for %d clean rounds", len(strip.Dots), s.Rounds)
	}
	seen := map[chart.Coord]bool{}
	for _, d := range strip.Dots {
		if d.Y < c.Blocks[0].Top || d.Y > strip.Base || seen[d.Y] {
			t.Errorf("dot at %v is outside of its strip or covers another", d.Y)
		}
		seen[d.Y] = true
	}
}

func TestCurveIsTheECDF(t *testing.T) {
	ps := []point{{net: 3}, {net: 1}, {net: 1}, {net: 2}}
	got := newCurve(layer{"net", record.Estimate{}, func(p point) float64 { return p.net }}, chart.Scale{Lo: 0, Hi: 4}, ps).Path
	if want := "M0 100H25V75H25V50H50V25H75V0H100"; got != want {
		t.Errorf("path %s, want %s", got, want)
	}
}
