package align

import (
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// goEvent handles an event of the trace.
func (j *joiner) goEvent(e *event.GoEvent) {
	j.result.GoEvents++
	j.bind(e)
	switch e.Kind {
	case event.GoGoroutine:
		j.goroutineEvent(e)
	case event.GoProc:
		j.procEvent(e)
	case event.GoRangeBegin, event.GoRangeActive:
		j.rangeBegins(e)
	case event.GoRangeEnd:
		j.rangeEnds(e)
	case event.GoRegionBegin:
		j.regionBegins(e)
	case event.GoRegionEnd:
		j.regionEnds(e)
	case event.GoTaskBegin:
		j.taskBegins(e)
	case event.GoTaskEnd:
		if t := j.tasks[e.ID]; t != nil {
			delete(j.tasks, e.ID)
			j.endTask(t, e.Time)
		}
	case event.GoLog:
		m := j.markOf(record.MarkLog, e, strings.TrimPrefix(j.text(e.Name)+": "+j.text(e.Text), ": "))
		m.Task = e.ID
		j.emitMark(m)
	case event.GoSample:
		m := j.markOf(record.MarkSample, e, "")
		m.Stack = e.Stack
		j.emitMark(m)
	case event.GoMetric:
		if j.text(e.Name) == "/sched/gomaxprocs:threads" {
			j.result.GOMAXPROCS = int(e.Value)
		}
	case event.GoLabel:
		if g := j.goroutines.Get(e.ID); g != nil && strings.HasPrefix(j.text(e.Name), "GC ") {
			j.closeBound(g, e.Time)
			g.collector = true
		}
	}
}

// markOf is a mark at the time and in the context of an event.
func (j *joiner) markOf(kind record.MarkKind, e *event.GoEvent, name string) event.Mark {
	return event.Mark{Kind: kind, Start: e.Time, End: e.Time, Name: name, G: e.G, TID: e.TID, Proc: e.Proc, CPU: -1, Sure: record.Seen}
}

// bind learns from the context of an event which thread a goroutine has, if it
// was told to run by none.
func (j *joiner) bind(e *event.GoEvent) {
	if e.TID == 0 || e.G <= 0 {
		return
	}
	t := j.thread(e.TID)
	if t.g != nil {
		return
	}
	if g := j.goroutines.Get(e.G); g != nil && g.thread == nil && (g.state == event.GoRunning || g.state == event.GoInSyscall) {
		j.closeGoroutine(g, e.Time)
		j.attach(g, t, e.Time)
	}
}

// rangeBegins handles what the runtime does for a while: GC phases, assists and
// stopping the world.
func (j *joiner) rangeBegins(e *event.GoEvent) {
	name := j.text(e.Name)
	switch {
	case strings.HasPrefix(name, "stop-the-world"):
		j.beginStop(e, name)
	case name == "GC mark assist":
		if g := j.goroutines.Get(e.ID); g != nil && g.assist == 0 {
			j.closeBound(g, e.Time)
			g.assist = e.Time
		}
	case strings.HasPrefix(name, "GC concurrent"):
		if _, on := j.gc[name]; !on {
			j.gc[name] = e.Time
			j.begin(j.markOf(record.MarkGC, e, name))
		}
	}
}

func (j *joiner) rangeEnds(e *event.GoEvent) {
	name := j.text(e.Name)
	switch {
	case strings.HasPrefix(name, "stop-the-world"):
		j.endStop(e.Time)
	case name == "GC mark assist":
		if g := j.goroutines.Get(e.ID); g != nil && g.assist != 0 {
			j.closeBound(g, e.Time)
			m := j.markOf(record.MarkCollect, e, name)
			m.Start, m.G, g.assist = g.assist, g.id, 0
			j.emitMark(m)
		}
	default:
		if start, on := j.gc[name]; on {
			delete(j.gc, name)
			m := j.markOf(record.MarkGC, e, name)
			m.Start = start
			j.emitMark(m)
		}
	}
}

// task is a user task that has begun.
type task struct {
	mark event.Mark
	in   []*goroutine // for which it is cut when it ends: that began it, or are in a region of it
}

func (j *joiner) taskBegins(e *event.GoEvent) {
	g := j.goroutine(e.G, e.Time)
	j.closeGoroutine(g, e.Time)
	t := &task{mark: j.markOf(record.MarkTask, e, j.text(e.Name)), in: []*goroutine{g}}
	t.mark.Task = e.ID
	j.tasks[e.ID] = t
	j.begin(t.mark)
}

// leave is for the end of a region. The first one in stays in.
func (t *task) leave(g *goroutine) {
	if i := slices.Index(t.in[1:], g); i >= 0 {
		t.in = slices.Delete(t.in, i+1, i+2)
	}
}

func (j *joiner) endTask(t *task, at int64) {
	for _, g := range t.in {
		j.closeGoroutine(g, at)
	}
	t.mark.End = at
	j.emitMark(t.mark)
}

// regionBegins cuts the goroutine's piece, so that what begins there begins with
// a piece.
func (j *joiner) regionBegins(e *event.GoEvent) {
	g := j.goroutine(e.G, e.Time)
	j.closeGoroutine(g, e.Time)
	m := j.markOf(record.MarkRegion, e, j.text(e.Name))
	m.Task = e.ID
	g.regions = append(g.regions, m)
	if t := j.tasks[e.ID]; t != nil {
		t.in = append(t.in, g)
	}
	j.begin(m)
}

// regionEnds ends the innermost region of that name and task, and those within
// that were not ended.
func (j *joiner) regionEnds(e *event.GoEvent) {
	g := j.goroutine(e.G, e.Time)
	name := j.text(e.Name)
	for i := len(g.regions) - 1; i >= 0; i-- {
		if g.regions[i].Name == name && g.regions[i].Task == e.ID {
			j.closeGoroutine(g, e.Time)
			j.endRegions(g, i, e.Time)
			return
		}
	}
}

// endRegions ends the regions of a goroutine from index i on, innermost first.
func (j *joiner) endRegions(g *goroutine, i int, t int64) {
	for k := len(g.regions) - 1; k >= i; k-- {
		m := g.regions[k]
		m.End = t
		g.regions = g.regions[:k]
		if t := j.tasks[m.Task]; t != nil {
			t.leave(g)
		}
		j.emitMark(m)
	}
}
