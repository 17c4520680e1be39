// Package timeline draws scenes of a recording as lanes over time, to zoom into: what Ps,
// CPUs, threads and goroutines did, who ended whose wait, and what stopped everything. A
// script draws it in the browser from scenes that the page carries in a compact encoding.
//
// A link "#from=…&to=…", in ns since the recording's begin, shows a part of it; "scene=…"
// (from 1) and "lane=…" (p0, t4711, g12) choose the scene and the lane.
package timeline

import (
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

var (
	//go:embed timeline.tmpl
	text string
	//go:embed timeline.css
	style string
	//go:embed script/*.js
	scripts embed.FS
)

var layout = sync.OnceValue(func() *template.Template { return template.Must(template.New("timeline").Parse(text)) })

// Item says what a piece of a lane can be. Class picks its colour in the style sheet of
// the page: that of the background of an <i class="swatch">.
type Item struct{ Class, Name, Means string }

// Timeline is a model.Styled picture of scenes.
type Timeline struct {
	Scenes []scene
	Items  []Item // by number
}

// New draws scenes, the first of which is shown first. Items are all that there are, by
// number.
func New(scenes []record.Scene, items []Item) Timeline {
	t := Timeline{Items: items}
	for i, s := range scenes {
		t.Scenes = append(t.Scenes, newScene(i, s))
	}
	return t
}

// HTML implements model.Picture.
func (t Timeline) HTML() template.HTML {
	var b strings.Builder
	if err := layout().Execute(&b, t); err != nil {
		panic(err) // the template does not fit the type
	}
	return template.HTML(b.String())
}

// Look implements model.Styled.
func (Timeline) Look() (css, script string) { return style, wholeScript() }

// Link is the address of a part of the recording within the page, with what was around it.
// A goroutine or thread 0 is none. Times are ns since the recording's begin.
func Link(from, to, duration int64, lane record.Lane) string {
	around := max((to-from)/4, 500)
	link := fmt.Sprintf("#from=%d&to=%d", max(from-around, 0), max(min(to+around, duration), to))
	switch {
	case lane.ID <= 0:
		return link
	case lane.Kind == record.LaneThread:
		return link + fmt.Sprintf("&lane=t%d", lane.ID)
	}
	return link + fmt.Sprintf("&lane=g%d", lane.ID)
}

// numbers are what the script has to know of package record.
func numbers() string {
	return fmt.Sprintf(`
const GOROUTINE = %d, THREAD = %d, PROC = %d, CPU = %d;
const MARK = { STOP: %d, GC: %d, REGION: %d, TASK: %d, LOG: %d, THROTTLE: %d, REFILL: %d, REQUEST: %d, UNBLOCK: %d };
const ITEM = { RUNNING: %d, BLOCKED: %d, LATE: %d, PREEMPTED: %d };
`, record.LaneGoroutine, record.LaneThread, record.LaneProc, record.LaneCPU,
		record.MarkStop, record.MarkGC, record.MarkRegion, record.MarkTask, record.MarkLog, record.MarkThrottle, record.MarkRefill, record.MarkRequest, record.MarkUnblock,
		record.ItemRunning, record.ItemBlocked, record.ItemLate, record.ItemPreempted)
}

// wholeScript is what draws scenes: parts first, what joins them last.
func wholeScript() string {
	var whole strings.Builder
	whole.WriteString(numbers())
	for _, name := range []string{"time", "scene", "look", "rows", "view", "lanes", "arrows", "head", "minimap", "sums", "tips", "cursor", "input", "timeline"} {
		part, err := scripts.ReadFile("script/" + name + ".js")
		if err != nil {
			panic(err) // the list above names a file that is not there
		}
		whole.Write(part)
	}
	return whole.String()
}

// scene is a scene as the page carries it.
type scene struct {
	Name, About string
	Focus       *record.Span // what it is about, ns since the recording's begin; nil for all of it
	Data        string       // base64url of encode
}

func newScene(i int, s record.Scene) scene {
	one := scene{Name: s.Name, About: about(s), Data: base64.RawURLEncoding.EncodeToString(encode(s))}
	if s.Focus != (record.Span{}) {
		one.Focus = &s.Focus
	}
	if one.Name == "" {
		one.Name = fmt.Sprintf("scene %d", i+1)
	}
	return one
}

// about says what the scene leaves out.
func about(s record.Scene) string {
	var said []string
	if s.Step > 0 {
		said = append(said, fmt.Sprintf("Pieces shorter than %s were put together.", wording.Ns(float64(s.Step))))
	}
	if s.Dropped > 0 {
		said = append(said, fmt.Sprintf("%s more are not shown.", unit.Plural(s.Dropped, "goroutine")))
	}
	return strings.Join(said, " ")
}
