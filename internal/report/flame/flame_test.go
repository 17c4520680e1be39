package flame

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/test/golden"
)

func leaf(name string, old, new float64) record.Frame {
	return record.Frame{Name: name, Old: old, New: new}
}

func node(name string, old, new float64, children ...record.Frame) record.Frame {
	return record.Frame{Name: name, Old: old, New: new, Children: children}
}

// small has a function of each kind: faster, gone, new, slower in all shades,
// the same, and one with a name that needs escaping.
var small = node("all", 1000, 1080,
	node("p.BenchmarkX", 980, 1055,
		leaf("p.faster", 200, 150),
		leaf("p.gone", 100, 0),
		leaf("p.new", 0, 120),
		node("p.outer", 480, 565,
			leaf("p.much", 40, 90),
			leaf("p.same", 300, 302),
			leaf("p.slight", 120, 131),
			leaf("p.some", 20, 32)),
		leaf(`p.Set[<int>&"x"]`, 200, 200)),
	leaf("runtime.gcBgMarkWorker", 20, 25))

func plain(f record.Frame) record.Frame {
	f.Old = 0
	children := f.Children
	f.Children = nil
	for _, c := range children {
		f.Children = append(f.Children, plain(c))
	}
	return f
}

func words(t testing.TB) record.ProfileDiff {
	t.Helper()
	b, err := os.ReadFile("../../analysis/profiles/testdata/words.json")
	if err != nil {
		t.Fatal(err)
	}
	var d record.ProfileDiff
	if err := json.Unmarshal(b, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestGolden(t *testing.T) {
	d := words(t)
	golden.Check(t, "small.html", string(New(small, Options{}).HTML()))
	golden.Check(t, "plain.html", string(New(plain(small), Options{Title: "Profile of p.test", Samples: [2]int64{0, 108}}).HTML()))
	// A real one must not bloat its page.
	if size := len(string(New(d.Root, Options{Samples: d.Samples}).HTML())); size > 100_000 {
		t.Errorf("the graph of a small benchmark has %d bytes", size)
	}
}

func TestClass(t *testing.T) {
	known := look{diff: true, largest: 100, functions: byName([]record.FunctionDiff{
		{Name: "equal", OldFlat: 50, NewFlat: 50}, {Name: "within", OldFlat: 100, NewFlat: 120, Noise: 20},
		{Name: "slight", OldFlat: 100, NewFlat: 109}, {Name: "some", OldFlat: 100, NewFlat: 149}, {Name: "much", OldFlat: 1000, NewFlat: 1100, Noise: 99},
		{Name: "less", OldFlat: 109, NewFlat: 100}, {Name: "gone", OldFlat: 100},
	})}
	for name, want := range map[string]string{
		"equal": "same", "within": "same", "not compared": "same",
		"slight": "slower-1", "some": "slower-2", "much": "slower-3", "less": "faster-1", "gone": "faster-3",
	} {
		if got := known.class(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := (look{}).class("f"); got != "plain" {
		t.Errorf("without an old side: %s", got)
	}
}

// What changed stands out from its callers, whose own time is the same.
func TestCulpritStandsOut(t *testing.T) {
	tree := node("all", 1000, 1050, node("p.BenchmarkX", 1000, 1050, leaf("p.work", 600, 648), leaf("p.rest", 300, 302)))
	work := record.FunctionDiff{Name: "p.work", OldFlat: 600, NewFlat: 648, Noise: 20}
	for name, o := range map[string]Options{
		"with noise":    {Functions: []record.FunctionDiff{work, {Name: "p.rest", OldFlat: 300, NewFlat: 302, Noise: 15}}},
		"without noise": {},
	} {
		got := map[string]string{}
		for _, b := range New(tree, o).Boxes {
			got[b.Label] = b.Class
		}
		rest := "same"
		if o.Functions == nil {
			rest = "slower-1"
		}
		if got["all"] != "same" || got["p.BenchmarkX"] != "same" || got["p.work"] != "slower-3" || got["p.rest"] != rest {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"main":                                  "main",
		"regexp.(*Regexp).doExecute":            "regexp.(*Regexp).doExecute",
		"encoding/json.(*Decoder).Decode":       "json.(*Decoder).Decode",
		"example.com/a/b.Set[go.shape.struct/]": "b.Set[go.shape.struct/]",
		"example.com/a.v2/b.BenchmarkX.func1.1": "b.BenchmarkX.func1.1",
		"[libz.so]":                             "[libz.so]",
		"":                                      "",
	} {
		if got := label(name); got != want {
			t.Errorf("%q is labelled %q, want %q", name, got, want)
		}
	}
}

// Whatever the times are, boxes lie within their callers and next to each other.
func TestBoxesLieWithinTheirCallers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var random func(depth int) record.Frame
	random = func(depth int) record.Frame {
		f := leaf("f", rnd.ExpFloat64(), rnd.ExpFloat64())
		for range rnd.IntN(5) {
			if depth > 0 {
				c := random(depth - 1)
				f.Old, f.New = f.Old+c.Old, f.New+c.New
				f.Children = append(f.Children, c)
			}
		}
		return f
	}
	for range 200 {
		checkBoxes(t, New(random(6), Options{}))
	}
	checkBoxes(t, New(words(t).Root, Options{}))
}

func checkBoxes(t *testing.T, g Graph) {
	t.Helper()
	const slack = 1e-6
	var callers []Box   // down to the box before
	ends := []float64{} // where the last box of each row ends
	for _, b := range g.Boxes {
		row := b.Y / rowHeight
		if row > len(callers) || b.Width <= 0 || b.Y+rowHeight > g.Height {
			t.Fatalf("box %+v of %d rows", b, g.Height/rowHeight)
		}
		callers = append(callers[:row], b)
		if row > 0 {
			if up := callers[row-1]; b.X < up.X-slack || b.X+b.Width > up.X+up.Width+slack {
				t.Errorf("%+v is outside of its caller %+v", b, up)
			}
		}
		if row == len(ends) {
			ends = append(ends, 0)
		}
		if b.X < ends[row]-slack {
			t.Errorf("%+v covers its neighbour, which ends at %g", b, ends[row])
		}
		ends[row] = b.X + b.Width
	}
}

func TestDegenerateTrees(t *testing.T) {
	deep := leaf("f", 1, 2)
	for range 5000 {
		deep = node("f", 1, 2, deep)
	}
	for name, c := range map[string]struct {
		root  record.Frame
		boxes int
	}{
		"empty":                {record.Frame{}, 0},
		"one frame":            {leaf("f", 0, 1), 1},
		"gone altogether":      {leaf("f", 1, 0), 1},
		"recursion":            {deep, maxRows},
		"no numbers":           {node("all", math.NaN(), math.Inf(1), leaf("f", -1, math.NaN())), 0},
		"children of nothing":  {node("all", 0, 0, leaf("f", 1, 1)), 2},
		"children above all":   {node("all", 1, 1, leaf("f", 5, 5), leaf("g", 5, 5)), 3},
		"below half a pixel":   {node("all", 1e6, 1e6, leaf("f", 400, 400), leaf("g", 500, 500)), 2},
		"a name with a script": {leaf("<script>alert(1)</script>", 1, 1), 1},
	} {
		t.Run(name, func(t *testing.T) {
			g := New(c.root, Options{Samples: [2]int64{1, 1}})
			checkBoxes(t, g)
			if len(g.Boxes) != c.boxes {
				t.Errorf("%d boxes, want %d", len(g.Boxes), c.boxes)
			}
			html := string(g.HTML())
			d := xml.NewDecoder(strings.NewReader(strings.ReplaceAll(html, " hidden>", ">")))
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%v in %s", err, html)
				}
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
					t.Error("a name has become a script")
				}
			}
			if strings.Contains(html, "NaN") || strings.Contains(html, "Inf") {
				t.Errorf("no place to draw: %s", html)
			}
		})
	}
}

// Times of a whole recording are not per op.
func TestWhole(t *testing.T) {
	for _, tree := range []record.Frame{small, plain(small)} {
		if got := string(New(tree, Options{Whole: true}).HTML()); strings.Contains(got, "/op") || !strings.Contains(got, "1.080µs") {
			t.Errorf("of %v:\n%s", tree.Old, got)
		}
	}
}

// TestLook has graphs bring what zooms into them.
func TestLook(t *testing.T) {
	if css, script := (Graph{}).Look(); !strings.Contains(css, ".flame") || !strings.Contains(script, ".flame") {
		t.Errorf("style of %d bytes, script of %d", len(css), len(script))
	}
}
