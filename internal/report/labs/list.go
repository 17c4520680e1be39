package labs

import (
	"slices"
	"strings"

	"tare/internal/lab"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// List has a row for each claim. missing are the needs that the machine does not meet.
func List(claims []lab.Claim, missing func(lab.Claim) []string) model.Document {
	t := model.Table{Detail: model.Brief, Title: "Claims", Columns: []model.Column{
		{Title: "claim", Left: true, Head: true}, {Title: "source", Left: true}, {Title: "says", Left: true, Wrap: true}, {Title: "needs", Left: true, Wrap: true},
	}}
	open := 0
	for _, c := range claims {
		lacks := missing(c)
		if len(lacks) == 0 {
			open++
		}
		t.Rows = append(t.Rows, model.Row{Detail: model.Brief, Cells: []model.Cell{said(c.ID), in(model.Quiet, c.Source), said(c.Says), {Text: needsHere(c, lacks)}}})
	}
	counts := []model.Count{{Detail: model.Brief, Text: unit.Plural(len(claims), "claim")}}
	if n := len(claims) - open; n > 0 {
		counts = append(counts, model.Count{Detail: model.Brief, Mood: model.Missing, Text: wording.Grouped(int64(n)) + " not testable here"})
	}
	return model.Document{Blocks: []model.Block{t, sources(claims)}, Result: counts}
}

// needsHere is what a claim needs of a machine, and what this one lacks.
func needsHere(c lab.Claim, missing []string) model.Text {
	var text model.Text
	for _, n := range c.Needs {
		if len(text) > 0 {
			text = append(text, model.Quiet.Of(", "))
		} else {
			text = append(text, model.Quiet.Of("needs "))
		}
		if slices.Contains(missing, string(n)) {
			text = append(text, model.Warn.Of(string(n)+" (missing here)"))
			continue
		}
		text = append(text, model.Quiet.Of(string(n)))
	}
	return text
}

// sources says what the letters stand for, in the order in which they appear.
func sources(claims []lab.Claim) model.Prose {
	p := model.Prose{}
	var seen []string
	for _, c := range claims {
		for _, letter := range strings.Split(c.Source, "") {
			if name := lab.Sources[letter]; name != "" && !slices.Contains(seen, letter) {
				seen = append(seen, letter)
				p.Lines = append(p.Lines, model.Line{Label: letter + ":", Text: model.Lit(model.Plain, name)})
			}
		}
	}
	return p
}

// Claim is everything that is known of one claim before it is tested on a machine.
func Claim(c lab.Claim, h lab.Host, missing []string) model.Document {
	told := model.Prose{Detail: model.Brief}
	for _, l := range words(c) {
		if l.Label == sourceLabel {
			continue // it stands beside the ID
		}
		l.Detail = model.Brief
		told.Lines = append(told.Lines, l)
	}
	if len(missing) > 0 {
		told.Lines = append(told.Lines, model.Line{Detail: model.Brief, Label: "Missing here:", Text: model.Lit(model.Warn, strings.Join(missing, ", "))})
	}
	doc := model.Document{Title: c.ID, About: []model.Line{{Detail: model.Brief, Text: model.Lit(model.Quiet, source(c))}}, Blocks: []model.Block{told, publishedTable(c, h), design(c, h)}}
	for _, p := range programs(c) {
		doc.Blocks = append(doc.Blocks, p)
	}
	return doc
}

func publishedTable(c lab.Claim, h lab.Host) model.Table {
	t := model.Table{Title: "Figures", Columns: []model.Column{{Title: "published"}, {Title: "of what", Left: true, Wrap: true}}}
	for _, f := range published(c, h) {
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{said(round(f.Published, f.Unit)), said(f.Name)}})
	}
	return t
}

// design is what an experiment would compare on a machine.
func design(c lab.Claim, h lab.Host) model.Table {
	t := model.Table{Title: "Variants", Columns: []model.Column{{Title: "variant", Left: true, Head: true}, {Title: "how it runs", Left: true, Wrap: true}}}
	for _, v := range c.Variants(h) {
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{said(v.Name), settingOf(planned(v))}})
	}
	return t
}

// planned is a variant as it would be recorded.
func planned(v lab.Variant) record.LabVariant {
	return record.LabVariant{Name: v.Name, Args: v.Args, Cell: record.Cell{Quota: v.Quota, CPUs: v.CPUs, Memory: v.Memory, GOMAXPROCS: v.GOMAXPROCS, Env: v.Env}}
}
