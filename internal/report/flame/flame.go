// Package flame draws a tree of stacks as a flame graph: each function is a box
// as wide as the time that it takes, below its caller. Of two profiles the graph
// shows both in one, with the change of each function's own time as the colour, so
// that what changed stands out from its callers; of one (whose Old is zero
// everywhere) it is a plain flame graph. See Gregg, "The Flame Graph", CACM 59(6),
// 2016, for what they are, and its section on differential ones.
//
// A Graph is a picture of a page. Without the page's script it stays one; with it, boxes can
// be zoomed into.
package flame

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"

	"tare/internal/record"
)

var (
	//go:embed flame.tmpl
	templates string
	//go:embed flame.css
	style string
	//go:embed flame.js
	zoom string
)

// Options say what a tree is about.
type Options struct {
	Title   string   // of the figure; empty is "CPU time by stack"
	Whole   bool     // times are those of a whole recording, not of one op
	Samples [2]int64 // that the two sides rest on, for the title; 0 when not known
	// Functions are those that were compared: what changed within noise, and what is
	// not among them, is drawn as the same. Without any, every change is drawn.
	Functions []record.FunctionDiff
}

// Graph is a tree, laid out.
type Graph struct {
	Title  string
	Totals string // both sides in words
	Diff   bool   // there are two sides
	Same   string // what the colour of no change means
	Boxes  []Box  // callers before callees; none when no time was spent
	Height int    // px
	Cut    bool   // stacks go on below the last row
	Whole  bool   // times are those of a whole recording
}

var graph = sync.OnceValue(func() *template.Template { return template.Must(template.New("flame").Parse(templates)) })

// HTML implements model.Picture: the graph without a caption.
func (g Graph) HTML() template.HTML {
	var b strings.Builder
	b.WriteString(`<div class="flame">`)
	if err := graph().ExecuteTemplate(&b, "graph", g); err != nil {
		panic(err) // the template does not fit the type
	}
	return template.HTML(b.String() + "</div>")
}

// Look implements model.Styled.
func (Graph) Look() (css, script string) { return style, zoom }

// New lays out a tree. Times that are negative, infinite or not numbers count
// as none.
func New(root record.Frame, o Options) Graph {
	tree := measure(root)
	l := layout{look: look{root: tree.Frame, samples: o.Samples, diff: tree.Old > 0, whole: o.Whole}}
	g := Graph{Title: o.Title, Whole: o.Whole, Diff: l.look.diff, Same: "within noise"}
	if l.look.functions = byName(o.Functions); len(o.Functions) == 0 {
		l.look.functions, g.Same = ownTimes(tree), "the same"
	}
	l.look.largest = largest(l.look.functions)
	if tree.width > 0 {
		l.scale = 100 / tree.width
		l.place(tree, 0, 0)
	}
	g.Boxes, g.Height, g.Cut, g.Totals = l.boxes, l.rows*rowHeight, l.cut, l.look.totals()
	if g.Title == "" {
		g.Title = "CPU time by stack"
	}
	return g
}
