package versus

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/sheet"
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
	{"nothing", nothing},
	{"empty", func() record.Comparison { return record.Comparison{} }},
}

func TestGolden(t *testing.T) {
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			golden.Check(t, f.name+"-80.golden", render(t, f.make(), Options{Width: 80}))
			golden.Check(t, f.name+".md", markdown(t, f.make()))
		})
	}
	for _, f := range fixtures[:2] {
		golden.Check(t, f.name+"-120.golden", render(t, f.make(), Options{Width: 120}))
		golden.Check(t, f.name+"-unlimited.golden", render(t, f.make(), Options{}))
	}
	golden.Check(t, "color.golden", render(t, everyVerdict(), Options{Width: 100, Color: true}))
}

func render(t *testing.T, c record.Comparison, o Options) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := Write(&buf, c, o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func markdown(t *testing.T, c record.Comparison) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := Markdown(&buf, c); err != nil {
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
			text := string(render(t, c, Options{Width: width}))
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if sheet.Width(line) > width || strings.TrimRight(line, " ") != line {
					t.Fatalf("%s, width %d: too long, or blanks at its end: %q", f.name, width, line)
				}
			}
			colored := string(render(t, c, Options{Width: width, Color: true}))
			if ansi.ReplaceAllString(colored, "") != text {
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
	for _, text := range []string{string(render(t, c, Options{})), string(markdown(t, c))} {
		if found := regexp.MustCompile(`(?i)\bnan\b|\binf\b`).FindString(text); found != "" {
			t.Errorf("%s in\n%s", found, text)
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
		{0.008, "200 pairs at most: a change of 0.8% would be found four times in five"},
		{0.035, "200 pairs at most: a change of 3.5% would be found four times in five; that is more than the margin of 2.0%, see -max-rounds"},
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

// TestMarkdownHoldsItsGuests checks that names cannot format, mention, or leave
// their cell.
func TestMarkdownHoldsItsGuests(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{code("a|b"), "`a\\|b`"},
		{code("`x`"), "`` `x` ``"},
		{code("a\nb"), "`a b`"},
		{escape("<b> a_b [x](y) ~"), `\<b\> a\_b \[x\](y) \~`},
		{block("```"), "````\n```\n````"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	if err := Write(failingWriter{full}, comparison(), Options{}); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	if err := Markdown(failingWriter{full}, comparison()); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
