package runs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// trialBlocks lists trials in time order: what the charts show, and every reading behind
// it. There are none without trials.
func trialBlocks(trials []record.Trial, outliers []record.Outlier) []model.Block {
	if len(trials) == 0 {
		return nil
	}
	measured, never := sortMetrics(trials)
	gaps := model.Prose{Title: "Not measured in any trial", List: true}
	for _, g := range wording.GapsOf(never) {
		gaps.Lines = append(gaps.Lines, model.Line{Text: model.Lit(model.Plain, g.String())})
	}
	return []model.Block{model.Section{Detail: model.Paged, Minor: true, Title: words(unit.Plural(len(trials), "trial") + " with readings"),
		Blocks: []model.Block{trialTable(trials, measured, outliers), outputs(trials), gaps}}}
}

func trialTable(trials []record.Trial, measured []record.Metric, outliers []record.Outlier) model.Table {
	t := model.Table{Columns: []model.Column{{Title: "round", Head: true}, {Title: "outcome", Left: true}, {Title: "net/op"}, {Title: "wall/op"}, {Title: "N"}, {Title: "process"}}}
	extras := extraUnits(trials)
	for _, title := range extras {
		t.Columns = append(t.Columns, model.Column{Title: title})
	}
	for _, m := range measured {
		t.Columns = append(t.Columns, model.Column{Title: string(m)})
	}
	for i, p := range points(trials, outliers) {
		r := trialRow(trials[i], p)
		for _, u := range extras {
			r.Cells = append(r.Cells, extra(trials[i], u))
		}
		for _, m := range measured {
			r.Cells = append(r.Cells, reading(&r, trials[i].Readings, m))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func trialRow(t record.Trial, p point) model.Row {
	net, wall, n, elapsed := wording.None, wording.None, wording.None, wording.None
	if p.plotted() {
		net, wall = wording.Ns(p.net), wording.Ns(p.wall)
	}
	if t.N > 0 {
		n = wording.Grouped(t.N)
	}
	if t.Elapsed > 0 {
		elapsed = wording.Ns(float64(t.Elapsed))
	}
	strong := model.Strong
	if !t.Counts() {
		strong = model.Quiet
	}
	return model.Row{Cells: []model.Cell{said(fmt.Sprint(t.Round)), {Text: outcome(t, p)}, {Text: model.Lit(strong, net)}, said(wall), said(n), said(elapsed)}}
}

// outcome says how a trial went, with the reason where that is not well.
func outcome(t record.Trial, p point) model.Text {
	name, why := string(t.Outcome), ""
	switch {
	case t.Outcome != record.OK:
		why = t.Message
	case p.polluted:
		name, why = "contaminated", strings.Join(t.Polluted, "; ")
	case p.cause != "":
		return model.Lit(model.Quiet, "outlier: "+p.cause)
	default:
		return model.Lit(model.Quiet, name)
	}
	if why != "" {
		why = " " + why
	}
	return model.Joined(model.Lit(model.Warn, name), model.Lit(model.Quiet, why))
}

// outputs is what trials have printed.
func outputs(trials []record.Trial) model.Failures {
	var f model.Failures
	for _, t := range trials {
		if lines := strings.TrimRight(t.Output, "\n"); lines != "" {
			f.List = append(f.List, model.Failure{Name: fmt.Sprintf("round %d", t.Round), Text: strings.TrimSuffix(string(t.Outcome)+": "+t.Message, ": "), Output: strings.Split(lines, "\n")})
		}
	}
	return f
}

// sortMetrics tells the metrics that some trial measured from those that none did, of
// which it keeps the first reading.
func sortMetrics(trials []record.Trial) (measured []record.Metric, never record.Readings) {
	seen := map[record.Metric]bool{}
	never = record.Readings{}
	for _, t := range trials {
		for m, r := range t.Readings {
			if r.OK() {
				seen[m] = true
				delete(never, m)
			} else if _, ok := never[m]; !ok && !seen[m] {
				never[m] = r
			}
		}
	}
	return slices.SortedFunc(maps.Keys(seen), wording.CompareMetrics), never
}

// reading prints one; why it is missing goes to the notes of its row.
func reading(row *model.Row, rs record.Readings, m record.Metric) model.Cell {
	r, asked := rs[m]
	switch {
	case !asked:
		return said(wording.None)
	case r.OK():
		return said(wording.PrintMetric(m, r.Value))
	}
	if r.Why != "" {
		row.Notes = append(row.Notes, model.Note{Text: fmt.Sprintf("%s is %s", m, wording.Because(r.Status, r.Why))})
	}
	return model.Cell{Text: model.Lit(model.Missing, wording.Status(r.Status))}
}

func extraUnits(trials []record.Trial) []string {
	units := map[string]bool{}
	for _, t := range trials {
		for u := range t.Extra {
			units[u] = true
		}
	}
	return slices.Sorted(maps.Keys(units))
}

func extra(t record.Trial, unitName string) model.Cell {
	v, ok := t.Extra[unitName]
	if !ok {
		return said(wording.None)
	}
	return said(wording.Number(v, unitName))
}
