package explainpage

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/explained/explainedtest"
	"tare/internal/report/page/pagetest"
	"tare/internal/test/golden"
)

func render(t *testing.T, d Document) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var data = regexp.MustCompile(`(<div class="scene"[^>]*>)[^<]*`)

// TestGolden leaves out the scenes, which have tests of their own.
func TestGolden(t *testing.T) {
	golden.Page(t, "throttled.html", data.ReplaceAllString(render(t, fixture()), "$1"))
}

func TestEscaping(t *testing.T) {
	d := fixture()
	d.Explanation.Hit = hitFixture().Explanation.Hit
	pagetest.Poison(d.Explanation.Hit, pagetest.Attack)
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
	body := golden.Own(page)
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

// What a reader looks for first comes first.
func TestOrder(t *testing.T) {
	inOrder := func(name, page string, texts ...string) {
		for _, text := range texts {
			at := strings.Index(page, text)
			if at < 0 {
				t.Errorf("%s: the page lacks %s, or has it too early", name, text)
				return
			}
			page = page[at+len(text):]
		}
	}
	causes, account, stage, went := `<section class="causes"`, `aria-label="Account of `, `class="stage"`, `aria-label="Where the time went"`
	inOrder("worst", render(t, fixture()), causes, account+`worst of handle"`, stage, `data-from="1328200000" data-to="1403099968"`, went)
	inOrder("hit", render(t, hitFixture()), causes, account+"goroutine runnable for more than 10ms", "the last to stop", "On the Ps meanwhile", stage, "What the hit waited for", "sync.(*Mutex).Lock", went)
	bare := hitFixture()
	bare.Scenes = nil
	inOrder("no timeline", render(t, bare), causes, "<h2>The hit</h2>", account, "No timeline was drawn", went)
	plain := fixture()
	plain.Scenes = plain.Scenes[1:]
	inOrder("nothing to open", render(t, plain), causes, went, stage)
	many := hitFixture()
	for range 3 {
		many.Explanation.Causes = append(many.Explanation.Causes, many.Explanation.Causes[0])
	}
	inOrder("many causes", render(t, many), causes, "<details><summary>2 more", stage)
	sound(t, render(t, hitFixture()))
	sound(t, render(t, bare))
}

func TestWaits(t *testing.T) {
	in := waiting(explainedtest.Throttled()).Intervals[1]
	table := newWaits(in.Name, waitColumns(in))
	if got := fmt.Sprint(table.Columns); got != "[mean p99 worst]" {
		t.Errorf("columns are %s", got)
	}
	if len(table.Rows) != 2 || table.More != "1 wait at other places, each less than 0.2% of the time." {
		t.Fatalf("%d rows, %q", len(table.Rows), table.More)
	}
	lock := table.Rows[0]
	if fmt.Sprint(lock.Cells) != "[{4.021µs 2.1%} {12.40µs 3.9%} { }]" || lock.What != "blocked: sync.(*Mutex).Lock" {
		t.Errorf("the first is %s: %v", lock.What, lock.Cells)
	}
	var said []string
	for _, l := range lock.Links {
		said = append(said, fmt.Sprint(l.Indent, " ", l.Who, " ", l.What, " ", l.Cells))
	}
	want := "16 net/http.(*conn).serve running [{201.0ns 0.1%} {201.0ns 0.1%} { }]\n32 tare.example/server.(*Server).flush blocked: sleep [{3.800µs 1.9%} { } { }]"
	if got := strings.Join(said, "\n"); got != want || lock.More != "and 1 more, each less than 0.5%" {
		t.Errorf("who had to come first:\n%s\n%s", got, lock.More)
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
