package benchpage

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
	bar := NewBillBar(b, 0)
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
	bar := NewBillBar(b, 0)
	for _, want := range []string{"denied: schedstat is hidden", "residual is negative"} {
		if !strings.Contains(bar.Note, want) {
			t.Errorf("note %q does not say %q", bar.Note, want)
		}
	}
	if len(bar.Segments) != 1 || bar.Segments[0].Width != 100 {
		t.Errorf("segments %+v, want one that fills the bar", bar.Segments)
	}
	if NewBillBar(record.Bill{}, 0) != nil {
		t.Error("a bill that was never made out is drawn")
	}
}
