package explained

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
)

// stops writes what stop-the-worlds and garbage collection took.
func (r report) stops() {
	st := r.Stops
	if st.Count == 0 && st.GCCycles == 0 {
		return
	}
	var texts []string
	if st.Count > 0 {
		texts = append(texts, fmt.Sprintf("%s, %s in all", unit.Plural(st.Count, "stop"), ns(st.Total)))
		if st.Clean > 0 {
			texts = append(texts, fmt.Sprintf("%s at the median when nothing stretched them", ns(st.Clean)))
		}
	}
	if st.GCCycles > 0 {
		texts = append(texts, fmt.Sprintf("%s of concurrent marking, %s in all (%s)", unit.Plural(st.GCCycles, "GC phase"), ns(st.GCTotal), share(float64(st.GCTotal), float64(r.Duration))))
	}
	r.section("stop-the-world", texts...)
	if st.Stretched > 0 {
		r.Prose(sheet.Red, "", fmt.Sprintf("%d stretched: for %s of them a thread of the process was throttled or preempted", st.Stretched, ns(st.Kept)))
	}
	r.worlds()
}

// fewStops is how many stops are shown unless all are wanted.
const fewStops = 5

// worlds writes the longest stops: those that something stretched, or all.
func (r report) worlds() {
	g := sheet.Grid{Right: []bool{true, true, false}, Rows: [][]sheet.Span{{
		sheet.Dim.Of("from"), sheet.Dim.Of("length"), sheet.Dim.Of("stop"), sheet.Dim.Of("stretched by"),
	}}}
	var bys []string
	for _, w := range r.Stops.Worst {
		if by := stretched(w); by != "" || r.verbose {
			g.Rows = append(g.Rows, []sheet.Span{
				sheet.Plain.Of(r.moment(w.From)), sheet.Bold.Of(ns(w.To - w.From)), sheet.Plain.Of(w.Name),
			})
			bys = append(bys, by)
		}
	}
	all := len(g.Rows) - 1
	if all == 0 {
		return
	}
	shown := r.shown(all, fewStops)
	g.Rows = g.Rows[:1+shown]
	lines := g.Lines()
	r.Line(lines[0]...)
	for n, line := range lines[1:] {
		r.Item(line, sheet.Red.Of(bys[n]))
	}
	r.more(all-shown, all-shown)
}

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
