// Package explainpage renders an explanation as one HTML file that needs nothing
// else: why things took that long, where the time of each interval went and what it
// waited for, a timeline to zoom into, what a quota did to whom, how long waking up
// took, and flame graphs. What a reader looks for comes first: the causes, and what
// a flight recorder has waited for, or the worst instance, in the timeline. It looks
// like the pages of runs and comparisons, with which it shares package benchpage.
//
// All but the timeline is there without JavaScript. The timeline is drawn by the
// page's own script from scenes that the page carries in a compact encoding. A
// link "#from=…&to=…", in ns since the recording's begin, shows a part of it;
// "scene=…" (from 1) and "lane=…" (p0, t4711, g12) choose the scene and the lane.
package explainpage

import (
	_ "embed"
	"fmt"
	"io"
	"time"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/flame"
)

var (
	//go:embed page.tmpl
	pageTemplate string
	//go:embed account.tmpl
	accountTemplate string
	//go:embed timeline.tmpl
	timelineTemplate string
	//go:embed waits.tmpl
	waitsTemplate string
	//go:embed page.css
	pageStyle string
	//go:embed timeline.css
	timelineStyle string
)

var layout = benchpage.Layout(flame.Templates, accountTemplate, timelineTemplate, waitsTemplate, pageTemplate)

// openIntervals is how many intervals, beside the one of interest, are shown at
// first sight.
const openIntervals = 2

// Document is what a page shows.
type Document struct {
	Explanation record.Explanation
	Scenes      []record.Scene // the first is shown first
	// OnCPU and OffCPU are stacks by the time that they ran and waited; nil
	// without any. With Old they are differential. Times are ns of the recording.
	OnCPU, OffCPU *record.Frame
	Title         string    // empty: that of the explanation
	Started       time.Time // of the recording; zero when not known
}

// Write renders d as a self-contained HTML page in UTF-8. The error, if any, is
// that of w.
func Write(w io.Writer, d Document) error {
	if err := benchpage.Write(w, layout, newPage(d)); err != nil {
		return fmt.Errorf("explanation of %s: %w", d.Explanation.Title, err)
	}
	return nil
}

// page is what the page template renders.
type page struct {
	benchpage.Frame
	Tare     string
	Gist     []benchpage.Fact
	Trouble  []string
	Why      []string // there is no better kernel recording
	Causes   causes
	Scenes   []scene
	Besides  []beside   // accounts of what scenes are about; with any, the timeline comes first
	HitWaits *waitTable // what a hit waited for
	Interest *interval  // what the lanes are about; nil without any
	Others   []interval
	More     *further // intervals without room; nil without any
	Open     bool     // they start out expanded
	Looks    []look   // of all items, by number
	Throttle throttling
	Stops    stops
	Wakeups  []wakeup
	Lanes    []laneTable
	Syscalls []syscallLine
	Flames   []flame.Graph
}

func newPage(d Document) page {
	e := d.Explanation
	ownStyle, ownScript := pageStyle, ""
	if len(d.Scenes) > 0 {
		ownStyle, ownScript = ownStyle+timelineStyle, timelineScript()
	}
	l := links{e.Duration, len(d.Scenes) > 0}
	p := page{
		Tare: e.Tare, Gist: gist(e), Trouble: e.Trouble, Why: e.Kernel.Why,
		Causes: newCauses(e), Scenes: newScenes(d.Scenes), Besides: newBesides(e, d.Scenes), Looks: looks[:],
		Throttle: newThrottling(e.Throttle, l), Stops: newStops(e, l), Wakeups: newWakeups(e),
		Lanes: newLaneTables(e), Syscalls: newSyscalls(e.Syscalls), Flames: newFlames(d),
	}
	p.More = moreIntervals(e.Intervals)
	if all := newIntervals(e.Intervals[:min(len(e.Intervals), mostIntervals)], e.Check, l); len(all) > 0 {
		p.Interest, p.Others = &all[0], all[1:]
		p.Open = len(p.Others) <= openIntervals
	}
	if h := e.Hit; h != nil {
		p.HitWaits = newWaits(h.What, []column{{"time", h.Account}})
	}
	if len(p.Flames) > 0 {
		ownStyle, ownScript = ownStyle+flame.Style, ownScript+flame.Script
	}
	p.Frame = benchpage.NewFrame(newHeader(d), ownStyle, ownScript)
	return p
}
