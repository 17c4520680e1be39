package explanations

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// stops says what stop-the-worlds and garbage collection took.
func (r report) stops() []model.Block {
	st := r.Stops
	if st.Count == 0 && st.GCCycles == 0 {
		return nil
	}
	var texts []string
	if st.Count > 0 {
		texts = append(texts, fmt.Sprintf("%s, %s in all", unit.Plural(st.Count, "stop"), ns(st.Total)))
		if st.Clean > 0 {
			texts = append(texts, fmt.Sprintf("%s at the median when nothing stretched them", ns(st.Clean)))
		}
	}
	if st.Stretched > 0 {
		texts = append(texts, fmt.Sprintf("%d stretched: for %s of them a thread of the process was throttled or preempted", st.Stretched, ns(st.Kept)))
	}
	if st.GCCycles > 0 {
		texts = append(texts, fmt.Sprintf("%s of concurrent marking, %s in all (%s)", unit.Plural(st.GCCycles, "GC phase"), ns(st.GCTotal), share(float64(st.GCTotal), float64(r.Duration))))
	}
	var blocks []model.Block
	if len(st.Worst) > 0 {
		blocks = append(blocks, r.worlds())
	}
	if len(st.By) > 0 {
		blocks = append(blocks, stoppers(st.By))
	}
	return []model.Block{part("stops", "Stop-the-world", strings.Join(texts, "; "), blocks...)}
}

// worlds lists the longest stops: those that something stretched where a cause is about
// stops, and all where more is asked for.
func (r report) worlds() model.Table {
	t := model.Table{Detail: model.Verbose, Noun: "stop", Columns: []model.Column{
		{Title: "from"}, {Detail: model.Paged, Under: true}, {Title: "length"}, {Title: "stop", Left: true},
		{Title: "stopping", Detail: model.Paged, Legend: "until everybody had stopped"}, {Title: "the last to stop", Detail: model.Paged, Left: true},
		{Title: "stretched by", Left: true, Wrap: true},
	}}
	if r.caused(record.ItemStopped) {
		t.Detail = model.Normal
	}
	for _, w := range r.Stops.Worst {
		row := model.Row{Detail: model.Verbose, Cells: []model.Cell{
			said(r.moment(w.From)), r.show(w.From, w.To, record.Lane{}), {Text: model.Lit(model.Strong, ns(w.To-w.From))},
			{Text: model.Joined(words(w.Name), by(w.Who, w.Where))}, said(stopping(w)), {Text: last(w)},
			{Text: model.Lit(model.Bad, stretched(w))},
		}}
		if w.Throttled+w.Preempted > 0 && len(t.Rows) < fewStops {
			row.Detail = model.Normal
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// fewStops is how many stops are shown unless all are wanted.
const fewStops = 5

// stretched says what stretched w.
func stretched(w record.WorldStop) string {
	var by []string
	if w.Throttled > 0 {
		by = append(by, ns(w.Throttled)+" of throttling")
	}
	if w.Preempted > 0 {
		by = append(by, ns(w.Preempted)+" of preemption")
	}
	return enumerate(by)
}

// by is who stopped the world, and where.
func by(who, where string) model.Text {
	if who == "" {
		return nil
	}
	text := model.Joined(words(" by "), model.Lit(model.Strong, function(who)))
	if where != "" {
		text = append(text, model.Quiet.Of(" "+where))
	}
	return text
}

// stopping is how long it took until everybody had stopped.
func stopping(w record.WorldStop) string {
	if w.Stopping == 0 {
		return wording.None
	}
	return ns(w.Stopping)
}

// last is who was the last to stop; nil when nobody was, or it is not known.
func last(w record.WorldStop) model.Text {
	if w.Stopping == 0 {
		return nil
	}
	return doing(w.Last)
}

// stopper says who stopped the world that something had to wait for, and who was the last
// to stop.
func stopper(w record.WorldStop) model.Prose {
	p := model.Prose{Lines: []model.Line{{Label: "the world was stopped for:", Text: model.Joined(words(w.Name+", "+ns(w.To-w.From)), by(w.Who, w.Where))}}}
	if text := last(w); text != nil {
		p.Lines = append(p.Lines, model.Line{Label: "until all had stopped:", Text: words(ns(w.Stopping))}, model.Line{Label: "the last to stop:", Text: text})
	}
	return p
}

// stoppers sums stops up by who made them.
func stoppers(all []record.StopSum) model.Table {
	t := model.Table{Detail: model.Paged, Columns: []model.Column{
		{Title: "all of a kind", Left: true, Head: true}, {Title: "count"}, {Title: "in all"}, {Title: "stopping"}, {Title: "by whom", Left: true, Wrap: true},
	}, Under: []model.Text{model.In(model.Quiet, "Stopping is how long it took until everybody had stopped.")}}
	for _, s := range all {
		who := model.Lit(model.Strong, function(s.Who))
		if s.Where != "" {
			who = append(who, model.Quiet.Of(" "+s.Where))
		}
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{
			said(s.Name), said(wording.Grouped(int64(s.Count))), said(ns(s.Total)), said(ns(s.Stopping)), {Text: who},
		}})
	}
	return t
}
