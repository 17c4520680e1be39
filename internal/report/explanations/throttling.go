package explanations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// throttling says what CPU quotas did, in all and episode by episode.
func (r report) throttling() []model.Block {
	t := r.Throttle
	if t.Count == 0 && !(t.Stat.OK() && t.Stat.Value > 0) {
		return nil
	}
	title := "Throttling"
	if t.Sure == record.Inferred {
		title += ", inferred"
	}
	var blocks []model.Block
	if len(t.Episodes) > 0 {
		blocks = append(blocks, r.episodes(), r.victims())
	}
	return []model.Block{part("throttling", title, strings.Join(r.throttled(), "; "), blocks...)}
}

// throttled sums the throttling up. Times over CPUs are what cpu.stat counts, and belong
// beside it.
func (r report) throttled() []string {
	t := r.Throttle
	if t.Count == 0 {
		return []string{"cpu.stat counts " + wording.Ns(t.Stat.Value) + ", summed over CPUs", "which threads it hit, and when, is not known"}
	}
	queues := ns(t.Queues) + " summed over CPUs"
	switch {
	case t.Stat.OK() && t.Stat.Value > 0:
		queues += fmt.Sprintf(", where cpu.stat says %s (%s)", wording.Ns(t.Stat.Value), wording.Signed(float64(t.Queues)/t.Stat.Value-1, 1))
	case t.Stat.OK():
		queues += ", where cpu.stat says none"
	}
	return []string{
		fmt.Sprintf("%s in %s of wall time (%s)", unit.Plural(t.Count, "episode"), ns(t.Wall), share(float64(t.Wall), float64(r.Duration))),
		ns(t.Total) + " summed over threads", queues,
	}
}

// fewEpisodes is how many episodes are shown where a cause is about throttling.
const fewEpisodes = 1

// episodes lists them in time.
func (r report) episodes() model.Table {
	longest := slices.SortedStableFunc(slices.Values(r.Throttle.Episodes), func(a, b record.ThrottleEpisode) int {
		return cmp.Compare(b.To-b.From, a.To-a.From)
	})
	few := longest[:min(len(longest), fewEpisodes)]
	least := few[len(few)-1]
	t := model.Table{Detail: model.Verbose, Noun: "episode", Columns: []model.Column{
		{Title: "from"}, {Detail: model.Paged, Under: true}, {Title: "to", Narrow: true}, {Title: "length"}, {Title: "M"}, {Title: "G"},
		{Title: "what the threads (M) and goroutines (G) did", Left: true, Wrap: true},
	}}
	if r.caused(record.ItemThrottled) {
		t.Detail = model.Normal
	}
	shown := 0
	for _, e := range inTime(r.Throttle.Episodes) {
		threads, goroutines := struck(e)
		row := model.Row{Detail: model.Verbose, Cells: []model.Cell{
			said(r.moment(e.From)), r.show(e.From, e.To, record.Lane{}), said(r.moment(e.To)), {Text: model.Lit(model.Strong, ns(e.To-e.From))},
			said(fmt.Sprint(threads)), said(fmt.Sprint(goroutines)), {Text: did(e)},
		}}
		if e.To-e.From >= least.To-least.From && shown < fewEpisodes {
			row.Detail, shown = model.Normal, shown+1
		}
		t.Rows = append(t.Rows, row)
	}
	if more := r.Throttle.Count - len(t.Rows); more > 0 {
		t.Under = []model.Text{model.In(model.Quiet, "and "+unit.Plural(more, "episode")+" that were shorter, whose details were not kept")}
	}
	return t
}

func inTime(es []record.ThrottleEpisode) []record.ThrottleEpisode {
	return slices.SortedFunc(slices.Values(es), func(a, b record.ThrottleEpisode) int { return cmp.Compare(a.From, b.From) })
}

// struck counts the threads and goroutines of an episode.
func struck(e record.ThrottleEpisode) (threads, goroutines int) {
	ts, gs := make(map[int32]bool), make(map[int64]bool)
	for _, v := range e.Victims {
		ts[v.TID] = true
		if v.G != 0 {
			gs[v.G] = true
		}
	}
	return len(ts), len(gs)
}

// did is what the victims did and where, those with the same together, and what that held
// up.
func did(e record.ThrottleEpisode) model.Text {
	var text model.Text
	if e.Stopped != "" {
		text = model.Lit(model.Bad, fmt.Sprintf("stretched %s by %s; ", e.Stopped, ns(e.Stretch)))
	}
	var gaps wording.Gaps // what somebody did, and where
	for _, v := range e.Victims {
		gaps.Add(v.Doing.String(), function(v.Where))
	}
	var texts []string
	for _, g := range gaps {
		text := g.Why
		if n := len(g.What); n > 1 {
			text = fmt.Sprintf("%d× %s", n, text)
		}
		if where := g.What[0]; where != "" {
			text += " in " + where
			if slices.ContainsFunc(g.What, func(other string) bool { return other != where }) {
				text += " and elsewhere"
			}
		}
		texts = append(texts, text)
	}
	return append(text, model.Plain.Of(strings.Join(texts, "; ")))
}

// victims lists the threads of each episode.
func (r report) victims() model.Section {
	t := model.Table{Detail: model.Verbose, Columns: []model.Column{
		{Title: "from"}, {Detail: model.Paged, Under: true}, {Title: "length"}, {Title: "thread"}, {Left: true}, {Title: "doing", Left: true, Wrap: true},
	}}
	for _, e := range inTime(r.Throttle.Episodes) {
		for _, v := range e.Victims {
			l := lookOf(min(v.Doing, record.ItemFaults))
			text := v.Doing.String()
			if v.Where != "" {
				text += " in " + v.Where
			}
			if v.Proc >= 0 {
				text += fmt.Sprintf(", on P%d", v.Proc)
			}
			if v.G != 0 {
				text += fmt.Sprintf(", goroutine %d (%s)", v.G, v.Name)
			}
			if v.Sure != record.Seen && v.Sure != record.Unknown {
				text += ", " + confidence(v.Sure)
			}
			t.Rows = append(t.Rows, model.Row{Group: r.moment(e.From) + " – " + r.moment(e.To), Cells: []model.Cell{
				said(r.moment(v.From)), r.show(v.From, v.To, record.Lane{Kind: record.LaneThread, ID: int64(v.TID)}), said(ns(v.To - v.From)),
				said(fmt.Sprint(v.TID)), {Text: model.Lit(l.mood, l.letter), Picture: swatch{l, v.Doing.String()}}, {Text: words(text)},
			}})
		}
	}
	return model.Section{Detail: model.Verbose, Title: words("Threads of each episode"), Minor: true, Blocks: []model.Block{t}}
}

// checked says how the threads' times compare with the kernel's own, unless an account
// without a residual says so.
func (r report) checked() []model.Block {
	text := wording.Checked(r.Check)
	if text == "" || slices.ContainsFunc(r.Intervals, func(i record.Interval) bool { return i.Summed }) {
		return nil
	}
	return []model.Block{model.Prose{Lines: []model.Line{{Label: "checked:", Text: words(text)}}}}
}
