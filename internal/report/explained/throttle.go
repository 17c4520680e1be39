package explained

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// throttling writes what CPU quotas did, in all and episode by episode.
func (r report) throttling() {
	t := r.Throttle
	if t.Count == 0 && !(t.Stat.OK() && t.Stat.Value > 0) {
		return
	}
	title := "throttling"
	if t.Sure == record.Inferred {
		title += ", inferred"
	}
	r.section(title, r.throttled()...)
	r.episodes()
}

// throttled sums the throttling up. Times over CPUs are what cpu.stat counts,
// and belong beside it.
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

// check writes how the threads' times compare with the kernel's own, unless the
// first account says so.
func (r report) check() {
	text := wording.Checked(r.Check)
	if text == "" || len(r.Intervals) > 0 && r.Intervals[0].Summed {
		return
	}
	r.section("checked", text)
}

// fewEpisodes is how many episodes are shown unless all are wanted.
const fewEpisodes = 5

// episodes writes the longest ones, in time.
func (r report) episodes() {
	es := slices.SortedStableFunc(slices.Values(r.Throttle.Episodes), func(a, b record.ThrottleEpisode) int {
		return cmp.Compare(b.To-b.From, a.To-a.From)
	})
	es = es[:r.shown(len(es), fewEpisodes)]
	if len(es) == 0 {
		return
	}
	slices.SortFunc(es, func(a, b record.ThrottleEpisode) int { return cmp.Compare(a.From, b.From) })
	g := sheet.Grid{Right: []bool{true, true, true, true, true}, Rows: [][]sheet.Span{{
		sheet.Dim.Of("from"), sheet.Dim.Of("to"), sheet.Dim.Of("length"), sheet.Dim.Of("M"), sheet.Dim.Of("G"),
		sheet.Dim.Of("what the threads (M) and goroutines (G) did"),
	}}}
	for _, e := range es {
		threads, goroutines := victims(e)
		g.Rows = append(g.Rows, []sheet.Span{
			sheet.Plain.Of(r.moment(e.From)), sheet.Plain.Of(r.moment(e.To)), sheet.Bold.Of(ns(e.To - e.From)),
			sheet.Plain.Of(fmt.Sprint(threads)), sheet.Plain.Of(fmt.Sprint(goroutines)),
		})
	}
	for n, line := range g.Lines() {
		if n == 0 {
			r.Line(line...)
			continue
		}
		r.Item(line, doing(es[n-1])...)
		if r.verbose {
			r.taken(es[n-1])
		}
	}
	r.more(r.Throttle.Count-len(es), len(r.Throttle.Episodes)-len(es))
}

// victims counts the threads and goroutines of an episode.
func victims(e record.ThrottleEpisode) (threads, goroutines int) {
	ts, gs := make(map[int32]bool), make(map[int64]bool)
	for _, v := range e.Victims {
		ts[v.TID] = true
		if v.G != 0 {
			gs[v.G] = true
		}
	}
	return len(ts), len(gs)
}

// doing is what the victims did and where, those with the same together, and
// what that held up.
func doing(e record.ThrottleEpisode) []sheet.Span {
	var spans []sheet.Span
	if e.Stopped != "" {
		spans = append(spans, sheet.Red.Of(fmt.Sprintf("stretched %s by %s;", e.Stopped, ns(e.Stretch))))
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
	return append(spans, sheet.Plain.Of(strings.Join(texts, "; ")))
}

// taken writes the threads of an episode.
func (r report) taken(e record.ThrottleEpisode) {
	g := sheet.Grid{Indent: "    ", Right: []bool{true, true}}
	for _, v := range e.Victims {
		g.Rows = append(g.Rows, []sheet.Span{
			sheet.Plain.Of(r.moment(v.From)), sheet.Plain.Of(ns(v.To - v.From)), sheet.Plain.Of(fmt.Sprintf("thread %d", v.TID)),
		})
	}
	for n, line := range g.Lines() {
		v := e.Victims[n]
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
		r.Item(line, sheet.Dim.Of(text))
	}
}
