package explanations

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// mostIntervals is how many intervals there is room for in detail: one takes some 20 kB of
// a page.
const mostIntervals = 60

// intervals says where the time of each went: in full of the first and of those that a
// cause is about, and of the others in a bar unless more is asked for.
func (r report) intervals() []model.Block {
	if len(r.Intervals) == 0 {
		return []model.Block{model.Prose{Detail: model.Paged, Lines: []model.Line{line(model.Quiet,
			"There is no interval to account for: only a Go execution trace shows goroutines, and there was none.")}}}
	}
	var blocks []model.Block
	for n, i := range r.Intervals[:min(len(r.Intervals), mostIntervals)] {
		detail := model.Verbose
		if n == 0 || r.blamed(i) {
			detail = model.Normal
		}
		blocks = append(blocks, r.interval(n, i, detail))
	}
	return append(blocks, further(r.Intervals)...)
}

// blamed reports whether a cause is about i.
func (r report) blamed(i record.Interval) bool {
	for _, c := range r.Causes {
		if c.Interval == i.Name && c.Interval != "" {
			return true
		}
	}
	return false
}

// interval is the bars and the account of one interval.
func (r report) interval(n int, i record.Interval, detail model.Detail) model.Section {
	id := fmt.Sprintf("interval-%d", n+1)
	if i.Count == 0 {
		return part(id, i.Name, wording.StretchOf(i.Kind).None)
	}
	s := part(id, i.Name, strings.Join(described(i), "; "), append([]model.Block{r.bars(i)}, account(i, detail)...)...)
	s.Open = n <= 2
	var notes []string
	if i.Summed {
		notes = append(notes, wording.Summed(r.Check))
	}
	if i.Mean.Stolen > 0 {
		notes = append(notes, fmt.Sprintf("of the time on a CPU at most %s was stolen: the hypervisor ran something else", wording.Ns(i.Mean.Stolen)))
	}
	if i.Mean.Residual < -1e-9*i.Mean.Total { // beyond what adding floating-point numbers leaves
		notes = append(notes, wording.NegativeResidual)
	}
	if len(notes) > 0 {
		s.Blocks = append(s.Blocks, lines(detail, model.Quiet, notes...))
	}
	if w := waits(waitColumns(i)); len(w.Rows) > 0 {
		s.Blocks = append(s.Blocks, w)
	}
	return s
}

// further lists the intervals that there is no room for.
func further(all []record.Interval) []model.Block {
	if len(all) <= mostIntervals {
		return nil
	}
	t := model.Table{Detail: model.Verbose, Columns: []model.Column{{Title: "interval", Left: true, Head: true}, {Title: "count"}, {Title: "mean"}}}
	for _, i := range all[mostIntervals:] {
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{said(i.Name), said(wording.Grouped(i.Count)), said(wording.Ns(i.Mean.Total))}})
	}
	s := part("further", unit.Plural(len(t.Rows), "more interval"), "there is no room for all; -region=REGEXP or -task=REGEXP explains some of them", t)
	s.Open = false
	return []model.Block{s}
}

// hit is the account of what a flight recorder has waited for.
func (r report) hit() []model.Block {
	h := r.Hit
	if h == nil {
		return nil
	}
	when := fmt.Sprintf("%s at %s", ns(h.To-h.From), r.moment(h.From))
	if len(h.Account.Entries) == 0 {
		return []model.Block{part("hit", h.What, when+"; the part that was kept does not show it")}
	}
	i := record.Interval{Count: 1, Mean: h.Account}
	s := part("hit", h.What, when+"; time of "+h.Who, append([]model.Block{r.bars(i)}, account(i, model.Normal)...)...)
	if w := h.Stop; w != nil {
		s.Blocks = append(s.Blocks, stopper(*w))
	}
	if len(h.Ran) > 0 {
		s.Blocks = append(s.Blocks, ran(h.Ran))
	}
	if w := waits([]waitColumn{{"time", h.Account}}); len(w.Rows) > 0 {
		s.Blocks = append(s.Blocks, w)
	}
	return []model.Block{s}
}

// ran says what the Ps did while something took its time.
func ran(links []record.Link) model.Table {
	t := model.Table{Detail: model.Verbose, Title: "On the Ps meanwhile", Columns: []model.Column{{Left: true}, {}, {Left: true, Wrap: true}}}
	for _, l := range links {
		k := lookOf(l.Item)
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{{Text: model.Lit(k.mood, k.letter), Picture: swatch{k, nameOf(l.Item)}}, said(wording.Ns(l.Ns)), {Text: doing(l)}}})
	}
	return t
}

// described says how many stretches there are, how long, and of which goroutines.
func described(i record.Interval) []string {
	kind := wording.StretchOf(i.Kind)
	texts := []string{kind.One + ", " + ns(i.Wall)}
	if i.Count > 1 {
		texts[0] = fmt.Sprintf("%s %s, %s in all", wording.Grouped(i.Count), kind.Several, ns(i.Wall))
	}
	if len(i.Quantiles) > 0 {
		var quantiles []string
		for _, q := range i.Quantiles {
			quantiles = append(quantiles, wording.Quantile(q.P)+" "+ns(q.Ns))
		}
		texts = append(texts, strings.Join(quantiles, ", "))
	}
	who := "time of " + i.Who
	if i.Goroutines > 1 {
		who += fmt.Sprintf(", added up (%d)", i.Goroutines)
	}
	return append(texts, who)
}

// bars draws the mean and what is beside it, on one scale as far as that goes.
func (r report) bars(i record.Interval) model.Table {
	rows := append([]record.Bar{{Name: meanTitle(i), Count: i.Count, Account: i.Mean}}, i.Bars...)
	var totals []float64
	for _, row := range rows {
		totals = append(totals, row.Account.Total)
	}
	t := model.Table{Columns: []model.Column{{Left: true, Head: true}, {Detail: model.Paged, Under: true}, {Detail: model.Paged, Under: true}, {}, {}, {Left: true, Wide: true}}}
	full := scale(totals)
	for n, row := range rows {
		cut := factor(totals[n], full)
		if cut != "" {
			t.Under = []model.Text{model.In(model.Quiet, "1:n is drawn n times shorter than the others")}
		}
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{
			said(row.Name), {Text: model.Lit(model.Quiet, meanOf(row.Count))}, r.show(row.From, row.To, record.Lane{Kind: record.LaneGoroutine, ID: row.G}),
			said(wording.Ns(totals[n])), {Text: model.Lit(model.Quiet, cut)}, barCell(row.Account, reach(totals[n], full)),
		}})
	}
	return t
}

// meanOf says how many stretches a bar is the mean of.
func meanOf(count int64) string {
	if count <= 1 {
		return ""
	}
	return "of " + wording.Grouped(count)
}

// meanTitle is what the mean of one stretch is called.
func meanTitle(i record.Interval) string {
	if i.Count > 1 {
		return "mean"
	}
	return "time"
}
