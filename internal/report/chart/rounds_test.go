package chart

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tare/internal/record"
)

func panelOf(e ...record.Estimate) Panel {
	p := Panel{Height: 170, Scale: Scale{90, 110}, Axis: func(n int) ([]float64, []string) { return Scale{90, 110}.Axis(n, Times) }}
	for _, one := range e {
		p.Centers = append(p.Centers, Center{Class: "net", Name: "net", Value: "1", Estimate: one})
	}
	return p
}

func TestCenterLabelsKeepApart(t *testing.T) {
	labels := panelOf(record.Estimate{Center: 100, N: 3}, record.Estimate{Center: 100.5, N: 3}).lay(8, Scale{0, 9}).Labels
	if len(labels) != 2 {
		t.Fatalf("%d labels, want 2", len(labels))
	}
	if gap := labels[1].Y - labels[0].Y; gap < 2*lineHeight {
		t.Errorf("labels of two lines are %v px apart", gap)
	}
}

func TestAnEstimateWithoutACenterDrawsNothing(t *testing.T) {
	l := panelOf(record.Estimate{}, record.Estimate{Center: math.NaN(), N: 3}).lay(8, Scale{0, 9})
	if len(l.Bands)+len(l.Labels) != 0 {
		t.Errorf("%+v, %+v", l.Bands, l.Labels)
	}
}

func TestValuesBeyondAreMarkedAtTheEdge(t *testing.T) {
	p := panelOf()
	p.Series = []Series{{Class: "net", Hollow: true, Dots: []Dot{{1, 100}, {2, 500}, {3, 1}}}}
	l := p.lay(8, Scale{0.5, 3.5})
	if len(l.Drawn) != 1 || strings.Count(l.Drawn[0].Data, "h0") != 1 {
		t.Errorf("drawn: %+v, want one dot", l.Drawn)
	}
	if len(l.Edges) != 2 || l.Edges[0].Y != l.Top || l.Edges[1].Y != l.Bottom || l.Edges[0].Class != "net hollow" {
		t.Errorf("edges %+v", l.Edges)
	}
}

var callout = regexp.MustCompile(`<text class="note" x="([^"]*)%" dx="[^"]*" y="([^"]*)" text-anchor="(\w+)">([^<]*)<`)

func TestCalloutsKeepApart(t *testing.T) {
	r := Rounds{ID: "r", First: 1, Last: 20, Panels: []Panel{panelOf()}}
	for _, round := range []float64{20, 1, 10} {
		r.Callouts = append(r.Callouts, Callout{Dot{round, 100}, strings.Repeat("some cause ", 9)})
	}
	found := callout.FindAllStringSubmatch(string(r.HTML()), -1)
	if len(found) != 3 {
		t.Fatalf("%d callouts, want 3", len(found))
	}
	last := -math.MaxFloat64
	for _, f := range found {
		x, _ := strconv.ParseFloat(f[1], 64)
		y, _ := strconv.ParseFloat(f[2], 64)
		if y-last < lineHeight {
			t.Errorf("%q shares its lane", f[4])
		}
		last = y
		room := (1 - x/100) * NarrowPlot
		if f[3] == "end" {
			room = x/100*NarrowPlot + 60 // and the gutter
		}
		if textWidth(f[4]) > room+60 {
			t.Errorf("%q is wider than %.0f px", f[4], room)
		}
	}
}

func TestTipsAreOneElement(t *testing.T) {
	r := Rounds{ID: "r", First: 1, Last: 2, Panels: []Panel{panelOf()}, Tips: []string{"one", "<two>"}}
	if got := string(r.HTML()); strings.Count(got, "data-tips=") != 1 || !strings.Contains(got, "one\n\n&lt;two&gt;") {
		t.Errorf("%s", got)
	}
}

func TestDecades(t *testing.T) {
	for _, c := range []struct {
		scale Scale
		want  string
	}{
		{Scale{1.9, 4.1}, "100ns 1µs 10µs"},
		{Scale{-0.1, 9.1}, "1ns 1µs 1ms 1s"},
		{Scale{2.2, 2.4}, ""},
	} {
		var labels []string
		for _, tick := range c.scale.Decades(Times, NarrowPlot/2) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v: %q, want %q", c.scale, got, c.want)
		}
	}
}

func TestStackNamesItsParts(t *testing.T) {
	s := Stack{Label: "all", Parts: []Part{{Class: "oncpu", Name: "on-CPU", Width: 0.9, Tip: "most"}, {Class: "waiting", Name: "waiting", Width: 0.1, Tip: "rest"}}, Mark: &Mark{At: 0.9, Text: "net", Known: true}}
	got := string(s.HTML())
	if !strings.Contains(got, ">on-CPU<") || strings.Contains(got, ">waiting<") {
		t.Errorf("names stand where there is room: %s", got)
	}
	if s.Small = true; strings.Contains(string(s.HTML()), "<text") {
		t.Error("a small one has words")
	}
}
