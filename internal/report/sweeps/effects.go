package sweeps

import (
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// leastShare is the share of the differences from which on an effect is worth a word, and
// mostChance how probable one may be by chance alone.
const leastShare, mostChance = 0.005, 0.05

// matters says which settings explain the differences between points.
func (v view) matters(b record.Swept) model.Prose {
	p := model.Prose{}
	if len(v.varied) == 0 {
		return p
	}
	if len(b.Effects) == 0 {
		p.Detail = model.Verbose
		if b.Complete < 2 {
			p.Lines = []model.Line{{Detail: model.Verbose, Label: "what matters:", Text: model.Say("it takes two rounds in which every point counts to tell")}}
		}
		return p
	}
	var parts []string
	left := 1.0 // for chance: shares below nothing became nothing, and the others are too great for it
	for _, e := range b.Effects {
		if e.P > mostChance || e.Share < leastShare || !wording.Finite(e.Share) {
			continue
		}
		part := v.effectName(e) + " " + wording.Share(e.Share, 0)
		if len(parts) == 0 {
			part = v.effectName(e) + " " + explain(e) + " " + wording.Share(e.Share, 0) + " of the differences"
		}
		parts = append(parts, part)
		left -= e.Share
	}
	if len(parts) == 0 {
		parts = append(parts, "no setting explains more of the differences than chance does")
	} else {
		parts = append(parts, "chance "+wording.Share(min(b.Noise, max(0, left)), 0))
	}
	p.Lines = []model.Line{{Label: "what matters:", Text: model.Joined(lit(strings.Join(parts, ", ")),
		model.In(model.Quiet, "; from "+unit.Plural(b.Complete, "round")+" in which every point counts"))}}
	return p
}

func explain(e record.Effect) string {
	if len(e.Factors) > 1 {
		return "explain"
	}
	return "explains"
}

// effectName is "gomaxprocs", or what two factors do beyond what each does.
func (v view) effectName(e record.Effect) string {
	if len(e.Factors) == 1 {
		return v.Factors[e.Factors[0]].Name
	}
	if len(v.varied) == 2 {
		return "both together"
	}
	var names []string
	for _, f := range e.Factors {
		names = append(names, v.Factors[f].Name)
	}
	return strings.Join(names, " with ")
}

// effectTable has all that is known of each effect.
func (v view) effectTable(b record.Swept) model.Table {
	t := model.Table{Detail: model.Verbose, Title: "Which settings matter", Columns: []model.Column{
		{Title: "setting", Left: true, Head: true}, {Title: "explains"}, {Title: "p"}, {Title: "level", Left: true}, {Title: "× mean"}, {Title: "interval", Left: true, Under: true},
	}}
	row := func(cells ...string) {
		r := model.Row{}
		for _, text := range cells {
			r.Cells = append(r.Cells, model.Cell{Text: lit(text)})
		}
		t.Rows = append(t.Rows, r)
	}
	for _, e := range b.Effects {
		if !v.varies(e) {
			continue
		}
		share, chance := wording.Share(e.Share, 0), wording.Probability(e.P)
		if len(e.Levels) == 0 {
			row(v.effectName(e), share, chance, "", "", "")
		}
		for level, of := range e.Levels {
			row(v.effectName(e), share, chance, v.Factors[e.Factors[0]].Levels[level], wording.Times(of.Center), bounds(of))
		}
	}
	if len(t.Rows) > 0 {
		t.Under = []model.Text{model.In(model.Quiet, "× mean: "+v.Plan.Metric+" at a level, in multiples of the geometric mean over all points; its interval is that of each level alone; p: that chance explains as much, for all effects together")}
	}
	return t
}

// varies reports whether e is of factors with several levels.
func (v view) varies(e record.Effect) bool {
	for _, f := range e.Factors {
		if len(v.Factors[f].Levels) < 2 {
			return false
		}
	}
	return len(e.Factors) > 0
}

// bounds is "[1.10, 1.30]", empty without an interval.
func bounds(e record.Estimate) string {
	if !wording.HasInterval(e) {
		return ""
	}
	return "[" + wording.Times(e.Lo) + ", " + wording.Times(e.Hi) + "]"
}
