package labs

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"tare/internal/lab"
	"tare/internal/record"
	"tare/internal/report/markdown"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/skintest"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

var documents = map[string]func() model.Document{
	"fixture": func() model.Document { return Document(fixture(), fixtureClaims()) },
	"broken":  func() model.Document { return Document(broken(), fixtureClaims()) },
	"empty":   func() model.Document { return Document(record.Lab{}, nil) },
	"list":    func() model.Document { return List(fixtureClaims(), lacking) },
	"claim":   func() model.Document { c := fixtureClaims()[0]; return Claim(c, lab.Host{}, lacking(c)) },
	"lacking": func() model.Document { c := fixtureClaims()[2]; return Claim(c, lab.Host{}, lacking(c)) },
}

// lacking is that of a machine without hardware counters.
func lacking(c lab.Claim) (missing []string) {
	for _, n := range c.Needs {
		if n == lab.NeedPMU {
			missing = append(missing, string(n))
		}
	}
	return missing
}

func draw(t *testing.T, doc model.Document, o text.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := text.Write(&b, doc, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func renderPage(t *testing.T, doc model.Document) string {
	t.Helper()
	var b strings.Builder
	if err := page.Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for name, doc := range documents {
		t.Run(name, func(t *testing.T) {
			golden.Check(t, name+"-80.golden", draw(t, doc(), text.Options{Width: 80}))
			golden.Check(t, name+"-verbose-120.golden", draw(t, doc(), text.Options{Width: 120, Detail: model.Verbose}))
		})
	}
	golden.Check(t, "brief.golden", draw(t, documents["fixture"](), text.Options{Width: 120, Detail: model.Brief}))
}

func TestGoldenMarkdown(t *testing.T) {
	for _, name := range []string{"fixture", "broken"} {
		var b strings.Builder
		if err := markdown.Write(&b, documents[name]()); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name+".md", b.String())
	}
}

func TestGoldenPage(t *testing.T) {
	got := renderPage(t, documents["fixture"]())
	if path := os.Getenv("TARE_PAGE"); path != "" { // for a look at it
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	golden.Page(t, "lab.html", got)
	skintest.SelfContained(t, got)
}

// What a report says is in every skin.
func TestSentences(t *testing.T) {
	for name, doc := range documents {
		t.Run(name, func(t *testing.T) { skintest.Sentences(t, doc(), skintest.Text, skintest.Markdown, skintest.Page) })
	}
}

// No line of a report is wider than its terminal; programs and output are passed through.
func TestFits(t *testing.T) {
	for _, name := range []string{"fixture", "list"} {
		for width := 80; width <= 160; width++ {
			for line := range strings.Lines(draw(t, documents[name](), text.Options{Width: width, Detail: model.Verbose})) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
					t.Fatalf("%s at %d: a line of %d: %q", name, width, n, line)
				}
			}
		}
	}
}

func TestEscaping(t *testing.T) {
	l, cs := fixture(), fixtureClaims()
	skintest.Poison(&l, skintest.Attack)
	skintest.Poison(&cs, skintest.Attack)
	skintest.Escaped(t, renderPage(t, Document(l, cs)))
}

// degenerate labs are what a page must survive.
var degenerate = map[string]func(*record.Lab){
	"empty":     func(l *record.Lab) { *l = record.Lab{} },
	"no trials": func(l *record.Lab) { l.Experiments[0].Trials = nil },
	"no values": func(l *record.Lab) { l.Experiments[0].Variants[0].Values = nil },
	"NaN": eachValue(func(e *record.Estimate) {
		*e = record.Estimate{Center: math.NaN(), Lo: math.NaN(), Hi: math.Inf(1), Confidence: 0.95, N: 8}
	}),
	"zero":        eachValue(func(e *record.Estimate) { *e = record.Estimate{Confidence: 0.95, N: 8} }),
	"negative":    eachValue(func(e *record.Estimate) { e.Lo, e.Center = -e.Center, -e.Lo }),
	"huge":        eachValue(func(e *record.Estimate) { e.Hi, e.Center = 1e300, 1e299 }),
	"no interval": eachValue(func(e *record.Estimate) { e.Confidence = 0 }),
	"one variant": func(l *record.Lab) { l.Experiments[0].Variants = l.Experiments[0].Variants[:1] },
	"long name":   func(l *record.Lab) { l.Experiments[1].Variants[0].Name = strings.Repeat("long ", 50) },
	"unknown":     func(l *record.Lab) { l.Experiments[0].ID = "unknown" },
	"broken":      func(l *record.Lab) { *l = broken() },
}

func eachValue(change func(*record.Estimate)) func(*record.Lab) {
	return func(l *record.Lab) {
		for _, x := range l.Experiments {
			for i := range x.Figures {
				change(&x.Figures[i].Ours)
			}
			for _, v := range x.Variants {
				for u, e := range v.Values {
					change(&e)
					v.Values[u] = e
				}
			}
		}
	}
}

func TestDegenerate(t *testing.T) {
	for name, change := range degenerate {
		t.Run(name, func(t *testing.T) {
			l := fixture()
			change(&l)
			got := renderPage(t, Document(l, fixtureClaims()))
			skintest.WellFormed(t, got)
			skintest.Drawable(t, got)
		})
	}
}

// Every verdict has a mood, and is counted.
func TestVerdicts(t *testing.T) {
	var l record.Lab
	for _, v := range verdicts {
		l.Experiments = append(l.Experiments, record.Experiment{ID: "x", Verdict: v})
		if moods[v] == "" {
			t.Errorf("%s has no mood", v)
		}
	}
	if got := Document(l, nil).Result; len(got) != len(verdicts)+2 {
		t.Errorf("%+v", got)
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		v          float64
		unit, want string
	}{
		{1.414, "", "1.41×"}, {2, "", "2.00×"}, {0.0123, "", "0.012×"}, {45.67, "", "45.7×"}, {37000, "", "37.00k×"}, {0, "", "0.000×"}, {math.NaN(), "", "–"}, {10e3, "p50-ns", "10.00µs"}, {3, "faults/op", "3 faults/op"}, {2048, "B/op", "2.000KiB"},
	} {
		if got := number(c.v, c.unit); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}

// Experiments say in one line what they came to.
func TestLine(t *testing.T) {
	l, b := fixture(), broken()
	for want, x := range map[string]record.Experiment{
		"cache-misses: not testable here (it needs hardware counters (PMU))": l.Experiments[2],
		"quota-latency: partly, 1.97× where 1.41× is published":              l.Experiments[0],
		"timer-precision: inconclusive (-for was over before its turn)":      b.Experiments[2],
		"quota-latency: inconclusive":                                        b.Experiments[0],
	} {
		if got := Line(x); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
