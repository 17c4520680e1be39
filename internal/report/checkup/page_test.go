package checkup

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/test/golden"
)

func page(t *testing.T, c record.MachineReport) string {
	t.Helper()
	var b strings.Builder
	if err := Page(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPageGolden(t *testing.T) {
	for name, c := range map[string]record.MachineReport{"pod": pod(), "guest": guest(), "blind": blind()} {
		got := page(t, c)
		golden.Page(t, name+".html", got)
		wellFormed(t, got)
	}
}

// wellFormed checks that every element of the page is closed where it should
// be: the template is written so that it parses as XML, too.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	page = regexp.MustCompile(`(?s)<style>.*?</style>|<(?:meta|link)\b[^>]*>`).ReplaceAllString(page, "")
	d := xml.NewDecoder(strings.NewReader(strings.Replace(page, "<!doctype html>", "", 1)))
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("page is not well-formed: %v", err)
		}
	}
}

// TestPageEscapes fills every text of a checkup with an attack.
func TestPageEscapes(t *testing.T) {
	c := pod()
	poison(reflect.ValueOf(&c).Elem(), "\"'`></title></svg></style><script>alert(1)</script><img src=x onerror=alert(1)>")
	got := page(t, c)
	for _, markup := range []string{"<script", "<img"} {
		if strings.Contains(got, markup) {
			t.Errorf("a text became markup of the page: %s", markup)
		}
	}
	if !strings.Contains(got, "&lt;script&gt;alert(1)") {
		t.Error("the texts are not there")
	}
	wellFormed(t, got)
}

func TestPageIsSelfContained(t *testing.T) {
	outside := regexp.MustCompile(`(?i)https?:|url\(|@import|\bsrc=|<link rel="stylesheet|<script`)
	if found := outside.FindString(page(t, pod())); found != "" {
		t.Errorf("page refers to the outside: %q", found)
	}
}

func TestPageWriteError(t *testing.T) {
	full := errors.New("disk full")
	if err := Page(failingWriter{full}, pod()); !errors.Is(err, full) {
		t.Errorf("Page = %v, want it to wrap %v", err, full)
	}
}

func TestLinksLeadToCards(t *testing.T) {
	got := page(t, pod())
	links := regexp.MustCompile(`href="#([a-z-]+)"`).FindAllStringSubmatch(got, -1)
	if len(links) != 4 {
		t.Fatalf("%d links to findings, want 4", len(links))
	}
	for _, l := range links {
		if !strings.Contains(got, `id="`+l[1]+`"`) {
			t.Errorf("no card %s", l[1])
		}
	}
}

func TestBarChart(t *testing.T) {
	c := pod()
	got := cpuChart(rungs(c), c.Capacity)
	want := map[string]struct {
		width chart.Coord
		class string
	}{
		"machine":        {100, ""},
		"affinity":       {50, ""},
		"a program gets": {12.5, classGets},
		"GOMAXPROCS":     {25, classExcess},
		"recommended":    {12.5, classSet},
	}
	for _, row := range got.Rows {
		if w, ok := want[row.Name]; ok {
			delete(want, row.Name)
			if row.Width != w.width || row.Class != w.class {
				t.Errorf("%s: %v wide, class %s; want %v, %s", row.Name, row.Width, row.Class, w.width, w.class)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
	if got.Limit == nil || got.Limit.Width != 12.5 {
		t.Errorf("limit at %v, want 12.5", got.Limit)
	}
	if newBarChart("", chart.Counts, &bar{quantity: quantity{Text: unknown}}) != nil {
		t.Error("a chart without values is drawn")
	}
}

func TestHistogram(t *testing.T) {
	h := podNoise().Gaps
	g := newHistogram("g", "gaps", h)
	if len(g.Bars) != 8 {
		t.Fatalf("%d bars, want one for each class with values: 8", len(g.Bars))
	}
	end := chart.Coord(-1)
	for _, b := range g.Bars {
		if b.X < end-1e-9 || b.Width <= 0 || b.Y < plotTop-1e-9 || b.Y+b.Height > plotTop+plotHeight+1e-9 {
			t.Errorf("bar %+v overlaps the one before, which ends at %v, or leaves the plot", b, end)
		}
		end = b.X + b.Width
	}
	if g.Bars[1].Height != plotHeight {
		t.Errorf("the fullest class is %v px high, want %d", g.Bars[1].Height, plotHeight)
	}
	for _, h := range []record.Histogram{{}, {Status: record.Measured}, {Status: record.Measured, Counts: []int{3}}} {
		if g := newHistogram("g", "", h); g.Missing == "" || len(g.Bars) > 0 {
			t.Errorf("%+v: drawn as %+v", h, g)
		}
	}
}

func TestDegenerateHistograms(t *testing.T) {
	for name, h := range map[string]record.Histogram{
		"one value":     {Bounds: []float64{0, 10}, Counts: []int{0, 1}, N: 1, Min: 10, Median: 10, P99: 10, Max: 10},
		"zeros":         {Bounds: []float64{0}, Counts: []int{5}, N: 5},
		"from zero":     {Bounds: []float64{0, 1e3, 1e6}, Counts: []int{5, 1, 1}, N: 7, Min: 2, Median: 20, P99: 2e6, Max: 2e6},
		"zero and more": {Bounds: []float64{0, 1e3}, Counts: []int{5, 1}, N: 6, Median: 20, P99: 2e6, Max: 2e6},
	} {
		h.Status = record.Measured
		g := newHistogram("g", "", h)
		if len(g.Bars) == 0 || len(g.XTicks) == 0 {
			t.Errorf("%s: %d bars, %d ticks", name, len(g.Bars), len(g.XTicks))
		}
		for _, b := range g.Bars {
			if math.IsNaN(float64(b.X)) || math.IsNaN(float64(b.Width)) || b.Width < 0 {
				t.Errorf("%s: bar %+v", name, b)
			}
		}
	}
}

func TestClasses(t *testing.T) {
	h := record.Histogram{Bounds: []float64{1, 2, 4, 8, 16}, Counts: []int{0, 3, 0, 5, 0}}
	for limit, want := range map[int][]class{
		9: {{2, 4, 3}, {4, 8, 0}, {8, 16, 5}},
		2: {{2, 8, 3}, {8, 16, 5}},
		1: {{2, 16, 8}},
	} {
		if got := classes(h, limit); !reflect.DeepEqual(got, want) {
			t.Errorf("at most %d: got %v, want %v", limit, got, want)
		}
	}
}
