package explanations

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/flame"
	"tare/internal/report/model"
	"tare/internal/report/timeline"
	"tare/internal/report/wording"
)

var (
	//go:embed items.css
	itemStyle string
	//go:embed items.tmpl
	itemTemplates string
)

var drawings = sync.OnceValue(func() *template.Template { return template.Must(template.New("items").Parse(itemTemplates)) })

func draw(name string, data any) template.HTML {
	var b strings.Builder
	if err := drawings().ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the template does not fit the type
	}
	return template.HTML(b.String())
}

// swatch is the colour of an item, beside its name.
type swatch struct {
	look
	name string
}

func (s swatch) HTML() template.HTML { return draw("swatch", [3]string{s.class, s.name, s.means}) }

func (swatch) Look() (css, script string) { return itemStyle, "" }

// stack is an account as a bar.
type stack struct {
	Width chart.Coord // percent of the room
	Label string      // all of it in one sentence
	Parts []segment
}

// segment is one item of a bar, its width in percent of that.
type segment struct {
	Class string
	Width chart.Coord
	Text  string // shown where there is room for it
	Tip   string
}

// newStack draws a over a part of the room there is: reach is 0 to 1.
func newStack(a record.Account, reach float64) stack {
	ss := stretches(a)
	whole := sum(ss)
	if !(whole > 0) || !wording.Finite(whole) {
		return stack{Label: "no time"}
	}
	s := stack{Width: chart.Percent(reach)}
	var said []string
	for _, one := range ss {
		if one.ns == 0 {
			continue
		}
		l, part := lookOf(one.item), share(one.ns, whole)
		text := fmt.Sprintf("%s %s (%s)", nameOf(one.item), wording.Ns(one.ns), part)
		s.Parts = append(s.Parts, segment{Class: l.class, Width: chart.Percent(one.ns / whole), Text: nameOf(one.item) + " " + part, Tip: text + "\n" + l.means})
		said = append(said, text)
	}
	s.Label = wording.Ns(a.Total) + ": " + strings.Join(said, ", ")
	return s
}

// newBar is a plain bar in the colour of an item, as long as a part of the room.
func newBar(i record.Item, part float64) stack {
	if !(part > 0) || !wording.Finite(part) {
		return stack{}
	}
	return stack{Width: chart.Percent(min(part, 1)), Label: wording.Share(part, 0) + " of the longest", Parts: []segment{{Class: lookOf(i).class, Width: 100}}}
}

func (s stack) HTML() template.HTML { return draw("stack", s) }

func (stack) Look() (css, script string) { return itemStyle, "" }

// link leads into the timeline.
type link string

func (l link) HTML() template.HTML { return draw("show", string(l)) }

func (link) Look() (css, script string) { return itemStyle, "" }

// show is a cell with a link to a part of the recording; empty on a page without a
// timeline.
func (r report) show(from, to int64, lane record.Lane) model.Cell {
	if len(r.Scenes) == 0 || to <= from {
		return model.Cell{}
	}
	return model.Cell{Picture: link(timeline.Link(from, to, r.Duration, lane))}
}

// opened reports whether the timeline opens with something that a reader looks for first:
// what a flight recorder has waited for, or the worst instance.
func (r report) opened() bool {
	return len(r.Scenes) > 0 && r.Scenes[0].Focus != record.Span{}
}

// timeline shows the scenes.
func (r report) timeline() []model.Block {
	if len(r.Scenes) == 0 {
		return nil
	}
	var items []timeline.Item
	for i, l := range looks {
		items = append(items, timeline.Item{Class: l.class, Name: record.Item(i).String(), Means: l.means})
	}
	return []model.Block{model.Section{Detail: model.Paged, Title: words("Timeline"), Open: true, Blocks: []model.Block{
		model.Figure{Picture: timeline.New(r.Scenes, items)},
	}}}
}

// flames shows stacks by their time.
func (r report) flames() []model.Block {
	var blocks []model.Block
	for _, f := range []struct {
		title string
		root  *record.Frame
	}{
		{"On a CPU, by stack", r.OnCPU},
		{"Off CPU, by the stack that waits", r.OffCPU},
	} {
		if f.root != nil {
			g := flame.New(*f.root, flame.Options{Title: f.title, Whole: true})
			blocks = append(blocks, model.Section{Detail: model.Paged, Title: words(f.title), Result: words(g.Totals), Open: true, Blocks: []model.Block{model.Figure{Picture: g}}})
		}
	}
	return blocks
}
