package runs

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/bills"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// idOf is the link of the section about a summary.
func idOf(i int) string { return fmt.Sprintf("b%d", i+1) }

// sections are one for each benchmark that has room.
func (v view) sections() []model.Block {
	var all []model.Block
	for i, s := range v.Summaries {
		if v.shown[i] {
			all = append(all, v.section(idOf(i), s))
		}
	}
	return all
}

func (v view) section(id string, s record.Summary) model.Section {
	trials := v.trials[s.Benchmark]
	ps := points(trials, s.Outliers)
	sec := model.Section{Detail: model.Verbose, ID: id, Title: nameOf(s.Benchmark), Open: len(v.Summaries) <= openSections,
		Result: model.Joined(model.Lit(model.Strong, wording.Ns(centerOf(s.Net))), model.Lit(model.Quiet, " "+wording.PlusMinus(s.Net))),
		Under: []model.Text{
			model.Lit(model.Plain, s.Benchmark.Package),
			model.Lit(model.Plain, "window: "+wording.Window(s.Windows, s.N)),
			model.Lit(model.Plain, strings.Join(counted(s), " · ")),
		},
	}
	beside := model.Beside{Detail: model.Verbose}
	add := func(there bool, b model.Block) {
		if there {
			beside.Blocks = append(beside.Blocks, b)
		}
	}
	rounds, drawn := roundsFigure(id, s, ps)
	add(drawn, rounds)
	spread, drawn := spreadFigure(id, s, ps)
	add(drawn, spread)
	add(bills.Made(s.Bill), model.Beside{Detail: model.Paged, Blocks: []model.Block{billFigure(s.Bill), billTable(s.Bill)}})
	units := unitTable(s)
	add(len(units.Rows) > 0, units)
	drift := driftTable(s, trials)
	add(len(drift.Rows) > 0, drift)
	sec.Blocks = append(sec.Blocks, beside)
	sec.Blocks = append(sec.Blocks, trialBlocks(trials, s.Outliers)...)
	return sec
}

// centerOf is NaN, which prints as no value, for an estimate of nothing.
func centerOf(e record.Estimate) float64 {
	if !wording.HasCenter(e) {
		return nan
	}
	return e.Center
}

// counted is what a benchmark's estimate rests on.
func counted(s record.Summary) []string {
	parts := []string{cleanRounds(s)}
	if s.Rounds > 1 && wording.Finite(s.CV) {
		parts = append(parts, "CV "+wording.Share(s.CV, 0))
	}
	if s.Accounting != "" {
		parts = append(parts, "accounted by "+string(s.Accounting))
	}
	return append(parts, "net: "+intervalOf(s.Net, "ns/op"))
}

// intervalOf is "95.3% interval 1.2µs to 1.3µs, 20 values".
func intervalOf(e record.Estimate, unitName string) string {
	switch {
	case e.N == 0:
		return "no values"
	case !wording.HasInterval(e):
		return "no interval from " + unit.Plural(e.N, "value")
	}
	return fmt.Sprintf("%.1f%% interval %s to %s, %s",
		100*e.Confidence, wording.Number(e.Lo, unitName), wording.Number(e.Hi, unitName), unit.Plural(e.N, "value"))
}

func billFigure(b record.Bill) model.Figure {
	return model.Figure{Detail: model.Paged, Caption: "Bill, mean of the clean rounds", Key: []model.Key{{Text: "wall " + wording.Ns(b.Wall)}},
		Picture: bills.Stack(b, 0, false), Notes: bills.Note(b)}
}
