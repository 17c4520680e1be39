package explainpage

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"
	"testing"

	"tare/internal/golden"
	"tare/internal/record"
	"tare/internal/report/benchpage/pagetest"
	"tare/internal/report/explained/explainedtest"
)

func render(t *testing.T, d Document) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	shared = regexp.MustCompile(`(?s)(<style>).*?(</style>)|(<script>).*?(</script>)|sha256-[^']*`)
	data   = regexp.MustCompile(`(<div class="scene"[^>]*>)[^<]*`)
)

// TestGolden leaves out style and script, which other packages share in, and the
// scenes, which have tests of their own.
func TestGolden(t *testing.T) {
	page := shared.ReplaceAllString(render(t, fixture()), "$1$2$3$4")
	golden.Check(t, "throttled.html", data.ReplaceAllString(page, "$1"))
}

func TestEscaping(t *testing.T) {
	d := fixture()
	pagetest.Poison(&d, pagetest.Attack)
	pagetest.Poison(d.OnCPU, pagetest.Attack)
	pagetest.Poison(d.OffCPU, pagetest.Attack)
	pagetest.Escaped(t, render(t, d))
}

func TestPageIsSelfContained(t *testing.T) {
	pagetest.SelfContained(t, render(t, fixture()))
}

// sound checks what every page must be, whatever it is about.
func sound(t *testing.T, page string) {
	t.Helper()
	pagetest.WellFormed(t, page)
	pagetest.Drawable(t, page)
	body := shared.ReplaceAllString(page, "")
	for _, wrong := range []string{"NaN", "Inf", "%!", "ZgotmplZ"} {
		if at := strings.Index(body, wrong); at >= 0 {
			t.Errorf("the page says %s: %s", wrong, body[max(at-100, 0):at+20])
		}
	}
	for _, width := range regexp.MustCompile(`style="width:([^"]*)%"`).FindAllStringSubmatch(body, -1) {
		var w float64
		if _, err := fmt.Sscan(width[1], &w); err != nil || w < 0 || w > 100.01 {
			t.Errorf("a bar or part is %q %% wide", width[1])
		}
	}
}

func TestExamples(t *testing.T) {
	for name, e := range explainedtest.Examples() {
		t.Run(name, func(t *testing.T) {
			page := render(t, Document{Explanation: e})
			sound(t, page)
			if strings.Contains(page, `href="#from=`) {
				t.Error("a page without a timeline links to it")
			}
			for _, said := range append(e.Trouble, e.Kernel.Why...) {
				if !strings.Contains(html.UnescapeString(page), said) {
					t.Errorf("the page does not say %q", said)
				}
			}
		})
	}
}

// Degenerate accounts are what a page must survive.
func TestDegenerateAccounts(t *testing.T) {
	running := func(ns float64) []record.Entry { return []record.Entry{{Item: record.ItemRunning, Ns: ns}} }
	for name, a := range map[string]record.Account{
		"none":              {},
		"no total":          {Entries: running(5)},
		"NaN":               {Total: math.NaN(), Entries: running(math.NaN()), Residual: math.NaN()},
		"infinite":          {Total: math.Inf(1), Entries: running(math.Inf(1)), Residual: 1},
		"negative residual": {Total: 10, Entries: running(15), Residual: -5},
		"unknown item":      {Total: 10, Entries: []record.Entry{{Item: 200, Ns: 10}}},
		"tiny":              {Total: 1e-300, Entries: running(1e-300)},
		"huge":              {Total: 1e300, Entries: running(1e300)},
	} {
		t.Run(name, func(t *testing.T) {
			e := explainedtest.Throttled()
			e.Wakeups, e.Throttle = record.Wakeups{}, record.Throttling{} // these have no accounts
			for i := range e.Intervals {
				e.Intervals[i].Mean = a
				for j := range e.Intervals[i].Bars {
					e.Intervals[i].Bars[j].Account = a
				}
			}
			e.Groups[0].Account, e.Threads[0].Account, e.Procs[0].Account = a, a, a
			sound(t, render(t, Document{Explanation: e, Scenes: []record.Scene{{}}, OnCPU: &record.Frame{}}))
		})
	}
}

func TestNoReadingIsNoZero(t *testing.T) {
	e := explainedtest.Process()
	e.Kernel.Sure = map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen}
	e.Throttle.Stat = record.Missing(record.Denied, "cpu.stat is hidden")
	e.Throttle.Sure = record.Inferred
	page := render(t, Document{Explanation: e})
	for _, want := range []string{
		`<dt>recording took</dt><dd><span class="missing">unsupported: kernel.bpf_stats_enabled is 0</span>`,
		`<dt>throttled</dt><dd><span class="missing">not known</span>`,
		`<span class="missing">denied: cpu.stat is hidden</span>`,
		`<dt>Go trace</dt><dd><span class="missing">not recorded</span>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestSteps(t *testing.T) {
	steps := make([]int64, 14)
	steps[0], steps[9], steps[10], steps[11], steps[13] = 1, 2, 3, 4, 5
	if got := fmt.Sprint(fold(steps)); got != "[6 4 0 5]" {
		t.Errorf("folded into %s", got)
	}
	for _, c := range []struct {
		step           int
		between, exact string
	}{
		{0, "< 1 µs", "below 1.024µs"},
		{1, "1 µs – 2 µs", "from 1.024µs, below 2.048µs"},
		{10, "512 µs – 1 ms", "from 524.3µs, below 1.049ms"},
		{23, "4 s – 8 s", "from 4.295s, below 8.590s"},
	} {
		if between(c.step) != c.between || exactly(c.step) != c.exact {
			t.Errorf("step %d is %q, %q; want %q, %q", c.step, between(c.step), exactly(c.step), c.between, c.exact)
		}
	}
}
