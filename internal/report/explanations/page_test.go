package explanations

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/model"
	htmlpage "tare/internal/report/page"
	"tare/internal/report/skintest"
	"tare/internal/test/golden"
)

func page(t *testing.T, doc model.Document) string {
	t.Helper()
	var b strings.Builder
	if err := htmlpage.Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var data = regexp.MustCompile(`(<div class="scene"[^>]*>)[^<]*`)

// TestGoldenPage leaves out the scenes, which have tests of their own.
func TestGoldenPage(t *testing.T) {
	golden.Page(t, "throttled.html", data.ReplaceAllString(page(t, Document(fixture())), "$1"))
}

func TestEscaping(t *testing.T) {
	e, p := fixture()
	hit, _ := hitFixture()
	e.Hit = hit.Hit
	skintest.Poison(e.Hit, skintest.Attack)
	skintest.Poison(&e, skintest.Attack)
	skintest.Poison(&p, skintest.Attack)
	skintest.Poison(p.OnCPU, skintest.Attack)
	skintest.Poison(p.OffCPU, skintest.Attack)
	skintest.Escaped(t, page(t, Document(e, p)))
}

func TestPageIsSelfContained(t *testing.T) {
	skintest.SelfContained(t, page(t, Document(fixture())))
}

// sound checks what every page must be, whatever it is about.
func sound(t *testing.T, page string) {
	t.Helper()
	skintest.WellFormed(t, page)
	skintest.Drawable(t, page)
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

func TestPagesOfExamples(t *testing.T) {
	for name, e := range examples() {
		t.Run(name, func(t *testing.T) {
			got := page(t, Document(e, Pictures{}))
			sound(t, got)
			if strings.Contains(got, `href="#from=`) {
				t.Error("a page without a timeline links to it")
			}
			for _, said := range append(e.Trouble, e.Kernel.Why...) {
				if !strings.Contains(html.UnescapeString(got), said) {
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
			e := throttled()
			e.Wakeups, e.Throttle = record.Wakeups{}, record.Throttling{} // these have no accounts
			for i := range e.Intervals {
				e.Intervals[i].Mean = a
				for j := range e.Intervals[i].Bars {
					e.Intervals[i].Bars[j].Account = a
				}
			}
			e.Groups[0].Account, e.Threads[0].Account, e.Procs[0].Account = a, a, a
			sound(t, page(t, Document(e, Pictures{Scenes: []record.Scene{{}}, OnCPU: &record.Frame{}})))
		})
	}
}

func TestNoReadingIsNoZero(t *testing.T) {
	e := process()
	e.Kernel.Sure = map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen}
	e.Throttle.Stat = record.Missing(record.Denied, "cpu.stat is hidden")
	e.Throttle.Sure = record.Inferred
	got := page(t, Document(e, Pictures{}))
	for _, want := range []string{
		`<dt>recording took</dt><dd><span class="missing">unsupported: kernel.bpf_stats_enabled is 0</span>`,
		`<dt>throttling</dt><dd><span class="missing">not known</span>`,
		`what cpu.stat says of throttling (denied: cpu.stat is hidden)`,
		`<dt>Go trace</dt><dd><span class="missing">not recorded</span>`,
	} {
		if !strings.Contains(got, want) {
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
	causes, stage, went := `<h2>Why it took that long`, `class="stage"`, `id="interval-1"`
	inOrder("worst", page(t, Document(fixture())), causes, stage, `data-from="1328200000" data-to="1403099968"`, went)
	hit, pictures := hitFixture()
	inOrder("hit", page(t, Document(hit, pictures)), causes, stage, "goroutine runnable for more than 10ms", "the last to stop", "On the Ps meanwhile", "sync.(*Mutex).Lock", went)
	inOrder("no timeline", page(t, Document(hit, Pictures{})), causes, "goroutine runnable for more than 10ms", went)
	e, p := fixture()
	p.Scenes = p.Scenes[1:]
	inOrder("nothing to open", page(t, Document(e, p)), causes, went, stage)
	sound(t, page(t, Document(hit, pictures)))
	sound(t, page(t, Document(hit, Pictures{})))
}

func TestWaits(t *testing.T) {
	in := waiting(throttled()).Intervals[1]
	table := waits(waitColumns(in))
	var got strings.Builder
	for _, c := range table.Columns {
		got.WriteString(c.Title + "|")
	}
	for _, r := range table.Rows {
		got.WriteString("\n")
		for _, c := range r.Cells {
			got.WriteString(c.Text.String() + "|")
		}
	}
	for _, text := range table.Under {
		got.WriteString("\n" + text.String())
	}
	golden.Check(t, "waits.golden", got.String()+"\n")
}

func TestManyPiecesStayLight(t *testing.T) {
	e, p := fixture()
	p.Scenes = []record.Scene{bigScene(5000, 300_000)}
	pieces := 0
	for _, l := range p.Scenes[0].Lanes {
		pieces += len(l.Pieces)
	}
	size := len(page(t, Document(e, p)))
	if pieces < 300_000 || size > 12*pieces+500_000 {
		t.Errorf("%d pieces take %d bytes", pieces, size)
	}
}
