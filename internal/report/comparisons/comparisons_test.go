package comparisons

import (
	"bytes"
	"math"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/markdown"
	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

var fixtures = []struct {
	name string
	make func() record.Comparison
}{
	{"every-verdict", everyVerdict},
	{"three-variants", threeVariants},
	{"several-units", severalUnits},
	{"floors", withFloors},
	{"files", files},
	{"profile", profiled},
	{"uncalibrated", uncalibrated},
	{"degenerate", degenerate},
	{"differences", wideDifferences},
	{"nothing", nothing},
	{"empty", func() record.Comparison { return record.Comparison{} }},
}

func TestGolden(t *testing.T) {
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			golden.Check(t, f.name+"-80.golden", render(t, f.make(), text.Options{Width: 80}))
			golden.Check(t, f.name+"-verbose-120.golden", render(t, f.make(), text.Options{Width: 120, Detail: model.Verbose}))
			golden.Check(t, f.name+".md", inMarkdown(t, f.make()))
		})
	}
	golden.Check(t, "every-verdict-120.golden", render(t, everyVerdict(), text.Options{Width: 120}))
	golden.Check(t, "every-verdict-verbose-80.golden", render(t, everyVerdict(), text.Options{Width: 80, Detail: model.Verbose}))
	golden.Check(t, "every-verdict-brief.golden", render(t, everyVerdict(), text.Options{Width: 80, Detail: model.Brief}))
	golden.Check(t, "three-variants-unlimited.golden", render(t, threeVariants(), text.Options{Detail: model.Verbose}))
	golden.Check(t, "color.golden", render(t, everyVerdict(), text.Options{Width: 100, Color: true}))
}

func render(t *testing.T, c record.Comparison, o text.Options) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := text.Write(&buf, Document(c, Options{}), o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func inMarkdown(t *testing.T, c record.Comparison) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := markdown.Write(&buf, Document(c, Options{})); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestFits checks that no width from 80 on makes a line wrap, and that colour
// changes nothing but colour.
func TestFits(t *testing.T) {
	ansi := regexp.MustCompile("\x1b\\[[0-9]*m")
	for _, f := range fixtures {
		c := f.make()
		c.Failures = nil // their output is passed through
		for width := 80; width <= 160; width++ {
			detail := model.Verbose
			if width%2 > 0 {
				detail = model.Normal
			}
			bare := string(render(t, c, text.Options{Width: width, Detail: detail}))
			for line := range strings.Lines(bare) {
				line = strings.TrimSuffix(line, "\n")
				if plain.Width(line) > width || strings.TrimRight(line, " ") != line {
					t.Fatalf("%s, width %d: too long, or blanks at its end: %q", f.name, width, line)
				}
			}
			colored := string(render(t, c, text.Options{Width: width, Color: true, Detail: detail}))
			if ansi.ReplaceAllString(colored, "") != bare {
				t.Fatalf("%s, width %d: colour changes the text", f.name, width)
			}
		}
	}
}

// TestNothingButNumbers checks that what is not a number never shows as one.
func TestNothingButNumbers(t *testing.T) {
	c := everyVerdict()
	for i := range c.Benchmarks {
		b := &c.Benchmarks[i]
		b.Old.Center, b.Changes[0].Ratio.Lo, b.Changes[0].New.Hi = math.NaN(), math.Inf(-1), math.Inf(1)
		b.Changes[0].Adjusted, b.Changes[0].Unfiltered.Center = math.NaN(), math.NaN()
		for j := range b.Changes[0].Units {
			b.Changes[0].Units[j].Diff.Center = math.NaN()
		}
	}
	for _, shown := range []string{string(render(t, c, text.Options{Detail: model.Verbose})), string(inMarkdown(t, c))} {
		if found := regexp.MustCompile(`(?i)\bnan\b|\binf\b`).FindString(shown); found != "" {
			t.Errorf("%s in\n%s", found, shown)
		}
	}
}

func TestPercents(t *testing.T) {
	for _, c := range []struct {
		s    shift
		want string
	}{
		{ofRatio(ratio(3.1, 2.4, 3.9, 40)), "+3.1% [+2.4%, +3.9%]"},
		{ofRatio(ratio(0.312, 0.281, 0.347, 40)), "+0.31% [+0.28%, +0.35%]"},
		{ofRatio(ratio(31, 12, 52, 40)), "+31% [+12%, +52%]"},
		{ofRatio(ratio(-0.2, -0.8, 0.02, 40)), "−0.2% [−0.8%, +0.0%]"},
		{ofRatio(ratio(0, 0, 0, 40)), "0.0% [0.0%, 0.0%]"},
		{ofRatio(record.Estimate{Center: 1.05}), "+5.0%"},
		{ofRatio(record.Estimate{Center: 1235, Lo: 1200, Hi: 1300, Confidence: 0.95}), "+123.4k% [+119.9k%, +129.9k%]"},
		{ofRatio(record.Estimate{}), "–"},
		{ofUnit(moved("allocs/op", 4, 3)), "−25.0% [−27.5%, −22.5%]"},
		{ofRatio(ratio(100, 100, 100.028, 40)), "+100% [+100%, +100%]"},
		{ofRatio(ratio(3.0004, 3, 3.01, 40)), "+3.00% [+3.00%, +3.01%]"},
		{ofUnit(moved("allocs/op", 0, 3)), "–"},
	} {
		if got := c.s.both(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		mde  float64
		want string
	}{
		{0, ""},
		{0.008, "200 pairs at most: detectable change (80% power): 0.8%"},
		{0.035, "200 pairs at most: detectable change (80% power): 3.5%; that is more than the margin of 2.0%, see -max-rounds"},
	} {
		if got := Limits(200, c.mde, 0.02); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestRoundUp(t *testing.T) {
	for n, want := range map[int]int{7: 7, 41: 41, 137: 140, 239: 240, 1001: 1100} {
		if got := roundUp(n); got != want {
			t.Errorf("%d: got %d, want %d", n, got, want)
		}
	}
}
