package sweeps

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/markdown"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/plain"
	"tare/internal/report/skintest"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

func render(t *testing.T, s record.Sweep, o text.Options) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := text.Write(&buf, Document(s), o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func inMarkdown(t *testing.T, s record.Sweep) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := markdown.Write(&buf, Document(s)); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func onPage(t *testing.T, s record.Sweep) string {
	t.Helper()
	var b strings.Builder
	if err := page.Write(&b, Document(s)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGolden writes pages to the folder that TARE_PAGES names, too, for a look at them.
func TestGolden(t *testing.T) {
	for name, s := range fixtures() {
		golden.Check(t, name+"-80.golden", render(t, s, text.Options{Width: 80}))
		golden.Check(t, name+".md", inMarkdown(t, s))
		if folder := os.Getenv("TARE_PAGES"); folder != "" {
			if err := os.WriteFile(filepath.Join(folder, name+".html"), []byte(onPage(t, s)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	golden.Check(t, "quota-brief.golden", render(t, plots["quota"].make(), text.Options{Width: 80, Detail: model.Brief}))
	golden.Check(t, "quota-verbose-120.golden", render(t, plots["quota"].make(), text.Options{Width: 120, Detail: model.Verbose}))
	golden.Check(t, "rate-verbose-120.golden", render(t, plots["rate"].make(), text.Options{Width: 120, Detail: model.Verbose}))
	golden.Check(t, "color.golden", render(t, plots["quota"].make(), text.Options{Width: 100, Color: true}))
	for _, name := range []string{"three", "knee"} {
		golden.Page(t, name+".html", onPage(t, plots[name].make()))
	}
}

func TestEverySkinSaysAll(t *testing.T) {
	for name, s := range fixtures() {
		t.Run(name, func(t *testing.T) {
			skintest.Sentences(t, Document(s), skintest.Text, skintest.Markdown, skintest.Page)
		})
	}
}

// TestFits checks that no width from 80 on makes a line wrap, and that colour
// changes nothing but colour.
func TestFits(t *testing.T) {
	ansi := regexp.MustCompile("\x1b\\[[0-9]*m")
	for name, s := range fixtures() {
		s.Failures = nil // their output is passed through
		for width := 80; width <= 160; width++ {
			detail := model.Verbose
			if width%2 > 0 {
				detail = model.Normal
			}
			bare := string(render(t, s, text.Options{Width: width, Detail: detail}))
			for line := range strings.Lines(bare) {
				line = strings.TrimSuffix(line, "\n")
				if plain.Width(line) > width || strings.TrimRight(line, " ") != line {
					t.Fatalf("%s, width %d: too long, or blanks at its end: %q", name, width, line)
				}
			}
			colored := string(render(t, s, text.Options{Width: width, Color: true, Detail: detail}))
			if ansi.ReplaceAllString(colored, "") != bare {
				t.Fatalf("%s, width %d: colour changes the text", name, width)
			}
		}
	}
}

func TestPages(t *testing.T) {
	for name, s := range fixtures() {
		got := onPage(t, s)
		skintest.SelfContained(t, got)
		skintest.WellFormed(t, got)
		skintest.Drawable(t, got)
		skintest.Poison(&s, skintest.Attack)
		if name != "empty" {
			skintest.Escaped(t, onPage(t, s))
		}
	}
}

// degenerates are what a report must survive: each changes a sound sweep of two factors.
var degenerates = map[string]func(*record.Sweep){
	"no points":   func(s *record.Sweep) { s.Benchmarks[0].Points = nil },
	"no groups":   func(s *record.Sweep) { s.Benchmarks[0].Groups = nil },
	"no effects":  func(s *record.Sweep) { s.Benchmarks[0].Effects, s.Benchmarks[0].Complete = nil, 0 },
	"no looks":    func(s *record.Sweep) { s.Plan.Looks = nil },
	"no margin":   func(s *record.Sweep) { s.Plan.Margin = 0 },
	"no rounds":   eachPoint(func(p *record.PointValue) { *p = record.PointValue{} }),
	"no interval": eachPoint(func(p *record.PointValue) { p.Value.Confidence, p.Ratio.Confidence = 0, 0 }),
	"huge":        eachPoint(func(p *record.PointValue) { p.Value.Center, p.Ratio.Center, p.Ratio.Hi = 1e200, 1e200, 1e250 }),
	"tiny":        eachPoint(func(p *record.PointValue) { p.Value.Center, p.Ratio.Center, p.Value.Lo = 1e-280, 1e-280, 0 }),
	"alike":       eachPoint(func(p *record.PointValue) { p.Value.Center, p.Value.Lo, p.Value.Hi, p.Ratio.Center = 7, 7, 7, 1 }),
	"no best": func(s *record.Sweep) {
		for i := range s.Benchmarks[0].Groups {
			s.Benchmarks[0].Groups[i] = record.GroupBest{Best: -1, Choice: -1, Default: -1}
		}
	},
	"NaN": func(s *record.Sweep) {
		nan := math.NaN()
		e := record.Estimate{Center: nan, Lo: nan, Hi: math.Inf(1), Confidence: 0.95, N: 8}
		eachPoint(func(p *record.PointValue) { p.Value, p.Ratio, p.Units = e, e, map[string]float64{"net-ns/op": nan} })(s)
		for i := range s.Benchmarks[0].Effects {
			s.Benchmarks[0].Effects[i] = record.Effect{Factors: []int{0}, Share: nan, Levels: []record.Estimate{e, e, e, e}}
		}
		s.Benchmarks[0].Noise = nan
	},
}

func eachPoint(edit func(*record.PointValue)) func(*record.Sweep) {
	return func(s *record.Sweep) {
		for i := range s.Benchmarks[0].Points {
			edit(&s.Benchmarks[0].Points[i])
		}
	}
}

func TestDegenerateSweeps(t *testing.T) {
	for name, edit := range degenerates {
		for _, from := range []string{"quota", "knee", "rate"} {
			t.Run(name+" "+from, func(t *testing.T) {
				s := plots[from].make()
				edit(&s)
				got := onPage(t, s)
				skintest.WellFormed(t, got)
				skintest.Drawable(t, got)
				shown := strings.NewReplacer(` data-key="NaN"`, "", "isNaN", "").Replace(got) + string(render(t, s, text.Options{Detail: model.Verbose})) + string(inMarkdown(t, s))
				if found := regexp.MustCompile(`\bNaN\b|[+-]?\bInf\b|%!`).FindString(shown); found != "" {
					t.Errorf("%s is said", found)
				}
			})
		}
	}
}
