package explanations

import (
	"bytes"
	"math"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

func TestGolden(t *testing.T) {
	for name, e := range examples() {
		t.Run(name, func(t *testing.T) {
			golden.Check(t, name+"-80.golden", render(t, e, text.Options{Width: 80}))
			golden.Check(t, name+"-120.golden", render(t, e, text.Options{Width: 120}))
		})
	}
	golden.Check(t, "verbose.golden", render(t, throttled(), text.Options{Width: 120, Detail: model.Verbose}))
	golden.Check(t, "color-80.golden", render(t, perf(), text.Options{Width: 80, Color: true}))
	golden.Check(t, "color-120.golden", render(t, throttled(), text.Options{Width: 120, Color: true}))
}

func render(t *testing.T, e record.Explanation, o text.Options) string {
	t.Helper()
	var buf bytes.Buffer
	if err := text.Write(&buf, Document(e, Pictures{}), o); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// TestFits checks that no width from 80 on makes a line wrap, and that colour
// changes nothing but colour.
func TestFits(t *testing.T) {
	ansi := regexp.MustCompile("\x1b\\[[0-9]*m")
	for name, e := range examples() {
		for width := 80; width <= 160; width += 2 {
			o := text.Options{Width: width, Detail: []model.Detail{model.Brief, model.Normal, model.Verbose}[width%3]}
			shown := render(t, e, o)
			for line := range strings.Lines(shown) {
				line = strings.TrimSuffix(line, "\n")
				if plain.Width(line) > width || strings.TrimRight(line, " ") != line {
					t.Fatalf("%s, width %d: too long, or blanks at its end: %q", name, width, line)
				}
			}
			o.Color = true
			if ansi.ReplaceAllString(render(t, e, o), "") != shown {
				t.Fatalf("%s, width %d: colour changes the text", name, width)
			}
		}
	}
}

// TestNothingButNumbers checks that what is not a number never shows as one, and
// that what makes no sense is survived.
func TestNothingButNumbers(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1e300, math.MaxFloat64} {
		e := throttled()
		for _, i := range e.Intervals {
			i.Mean.Entries[0].Ns = bad
			for n := range i.Bars {
				i.Bars[n].Account.Total = bad
			}
		}
		e.Intervals[0].Mean.Total, e.Intervals[0].Mean.Residual = bad, bad
		e.Threads[0].Account.Total, e.Procs[0].Account.Entries[0].Item = bad, record.Items+1
		e.Throttle.Stat.Value, e.Overhead[0].Low, e.Syscalls[0].PerSec = bad, bad, bad
		e.Wakeups.Goroutines.Steps[3] = -5
		for _, width := range []int{0, 1, 80} {
			if found := regexp.MustCompile(`(?i)\bnan\b|\binf\b`).FindString(render(t, e, text.Options{Width: width, Detail: model.Verbose})); found != "" {
				t.Errorf("%s for %g", found, bad)
			}
		}
	}
}

func TestLettersDiffer(t *testing.T) {
	seen := map[string]record.Item{}
	for i := range record.Items + 1 {
		l := lookOf(i).letter
		if other, taken := seen[l]; taken || plain.Width(l) != 1 {
			t.Errorf("%v has the letter %q of %v", i, l, other)
		}
		seen[l] = i
	}
}

// TestBar checks that bars are as long as they should be, whatever is in them.
func TestBar(t *testing.T) {
	entry := func(i record.Item, ns float64) record.Entry { return record.Entry{Item: i, Ns: ns} }
	for _, c := range []struct {
		a    record.Account
		want string
	}{
		{record.Account{Entries: []record.Entry{entry(record.ItemRunning, 5), entry(record.ItemBlocked, 2), entry(record.ItemBlocked, 3)}}, "R████B░░░░"},
		{record.Account{Entries: []record.Entry{entry(record.ItemRunning, 5), entry(record.ItemStopped, 0.1)}, Residual: 4.9}, "R████~····"},
		{record.Account{Entries: []record.Entry{entry(record.ItemThrottled, 5)}, Residual: -2}, "T▓▓▓▓▓▓▓▓▓"},
		{record.Account{Total: 5}, ""},
	} {
		if got := bar(c.a, 10).String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		totals []float64
		want   float64
	}{
		{[]float64{195, 104, 314, 74_900}, 314},
		{[]float64{100, 2000}, 2000},
		{[]float64{100, 2001}, 100},
		{[]float64{0, math.NaN(), 7}, 7},
		{nil, 0},
	} {
		if got := scale(c.totals); got != c.want {
			t.Errorf("%v: got %g, want %g", c.totals, got, c.want)
		}
	}
}

// TestNothingIsLeftOut checks that items which only a slow stretch has are listed.
func TestNothingIsLeftOut(t *testing.T) {
	stopped := record.Entry{Item: record.ItemStopped, Ns: 7}
	i := record.Interval{Bars: []record.Bar{{Account: record.Account{Entries: []record.Entry{stopped}}}}}
	rows := account(i, model.Normal)[0].(model.Table).Rows
	if len(rows) != 2 || rows[0].Cells[1].Text.String() != "stopped world" || rows[0].Cells[5].Text.String() != "7.000ns" || rows[1].Cells[1].Text.String() != "residual" {
		t.Errorf("got %+v", rows)
	}
}

// TestTrifles checks that many small items share a row that adds up, with each in a fold.
func TestTrifles(t *testing.T) {
	a := record.Account{Total: 1000, Entries: []record.Entry{{Item: record.ItemRunning, Ns: 990}}}
	for n := range 4 {
		a.Entries = append(a.Entries, record.Entry{Item: record.ItemPreempted, Detail: string(rune('a' + n)), Ns: 2.5})
	}
	blocks := account(record.Interval{Mean: a}, model.Normal)
	rows := blocks[0].(model.Table).Rows
	if len(rows) != 3 || rows[1].Cells[1].Text.String() != "4 items below 0.5%" || rows[1].Cells[2].Text.String() != "10.00ns" {
		t.Errorf("got %+v", rows)
	}
	if each := blocks[1].(model.Section).Blocks[0].(model.Table).Rows; len(each) != 4 || each[3].Cells[1].Text.String() != "preempted: d" {
		t.Errorf("got %+v", each)
	}
}

func TestPrinting(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{function("net/http.(*conn).serve"), "http.(*conn).serve"},
		{function("a.example/b.Map[a.example/c.D,int].Get"), "b.Map[a.example/c.D,int].Get"},
		{function("main"), "main"},
		{power(0), "1ns"}, {power(9), "512ns"}, {power(12), "4.1µs"}, {power(20), "1.0ms"}, {power(35), "34s"},
		{between(0), "< 1ns"}, {between(12), "2.0µs – 4.1µs"},
		{axis(8, 20, 2), "|128ns  |2.0µs  |33µs   "},
		{sparkline([]int64{0, 1, 0, 1_000_000}, 1, 5, 1), "▁ █ "},
		{factor(239.4, 1), "1:239"}, {factor(123_456, 1), "1:1e+05"}, {factor(1, 1), ""}, {factor(1, 0), ""},
		{share(1, 3), "33.3%"}, {share(0, 3), "0%"}, {share(1, 1e6), "<0.1%"}, {share(-1, 10), "−10.0%"}, {share(1, 0), "–"},
		{enumerate(nil), ""}, {enumerate([]string{"a"}), "a"}, {enumerate([]string{"a", "b", "c"}), "a, b and c"},
		{report{Explanation: record.Explanation{Duration: 5e9}}.moment(1_328_100_000), "1.3281s"},
		{report{Explanation: record.Explanation{Duration: 5e6}}.moment(1_328_100), "1.328ms"},
		{report{Explanation: record.Explanation{Duration: 5e3}}.moment(1_328), "1.328µs"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
