package labs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"tare/internal/lab"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

func timeOf(x record.Experiment) time.Duration { return time.Duration(x.Took) }

// place is where a variant stands in the picture.
type place struct {
	x    int    // index among the names along x
	line string // what it is joined with; may be empty
}

// places are those of the variants of an experiment, and the names along x.
func (v view) places(x record.Experiment, c lab.Claim) (places []place, names []string) {
	known := map[string]lab.Variant{}
	if c.Variants != nil {
		for _, one := range c.Variants(v.host) {
			known[one.Name] = one
		}
	}
	for _, one := range x.Variants {
		name := cmp.Or(known[one.Name].X, one.Name)
		at := slices.Index(names, name)
		if at < 0 {
			at = len(names)
			names = append(names, name)
		}
		places = append(places, place{at, known[one.Name].Line})
	}
	return places, names
}

// picture draws the variants of the i-th experiment; there is none without a value.
func (v view) picture(i int, c lab.Claim) (model.Figure, bool) {
	x := v.Experiments[i]
	at, names := v.places(x, c)
	drawn := chart.Categories{ID: fmt.Sprintf("x%d", i+1), Title: "Variants of " + x.ID, Axis: c.Picture.X, Names: names}
	joined := joinedBy(at)
	f := model.Figure{Detail: model.Paged, Caption: "Medians and their intervals at 95 %"}
	for _, units := range panels(x, c.Picture.Units, len(joined) > 0) {
		p := chart.CategoryPanel{Title: strings.Join(units, ", "), Units: axisOf(units[0])}
		for n, u := range units {
			p.Series = append(p.Series, seriesOf(x, at, joined, u, n)...)
		}
		drawn.Panels = append(drawn.Panels, p)
		if len(units) > 1 {
			f.Key = appendKeys(f.Key, units)
		}
	}
	f.Key = appendKeys(f.Key, joined)
	drawn.Desc = describe(x, c.Picture.Units)
	f.Picture = drawn
	return f, len(drawn.Panels) > 0
}

// joinedBy are the names of the lines that there are.
func joinedBy(at []place) (names []string) {
	for _, p := range at {
		if p.line != "" && !slices.Contains(names, p.line) {
			names = append(names, p.line)
		}
	}
	return names
}

// panels are the units that have values, those of a kind together. Where colours tell lines
// apart, each unit has a panel.
func panels(x record.Experiment, units []string, apart bool) (groups [][]string) {
	kinds := map[string]int{}
	for _, u := range units {
		if !slices.ContainsFunc(x.Variants, func(v record.LabVariant) bool { return wording.HasCenter(v.Values[u]) }) {
			continue
		}
		kind := u
		switch {
		case apart:
		case wording.IsTime(u):
			kind = "time"
		case wording.IsBytes(u):
			kind = "bytes"
		}
		i, ok := kinds[kind]
		if !ok {
			i = len(groups)
			kinds[kind], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], u)
	}
	return groups
}

func axisOf(u string) []chart.Unit {
	switch {
	case wording.IsTime(u):
		return chart.Times
	case wording.IsBytes(u):
		return chart.Bytes
	}
	return chart.Counts
}

// seriesOf are the values in one unit: a series for each line, and one for all variants that
// stand on none. The n-th unit of a panel begins with the n-th colour.
func seriesOf(x record.Experiment, at []place, joined []string, u string, n int) []chart.CategorySeries {
	all := make([]chart.CategorySeries, len(joined)+1)
	for i := range all {
		all[i].Class, all[i].Joined = color(n+i), i < len(joined)
	}
	for i, v := range x.Variants {
		s := slices.Index(joined, at[i].line)
		if s < 0 {
			s = len(joined)
		}
		e := v.Values[u]
		all[s].Points = append(all[s].Points, chart.CategoryPoint{Name: at[i].x, Estimate: e,
			Tip: strings.TrimSpace(fmt.Sprintf("%s\n%s %s\n%s", v.Name, plainNumber(e, u), u, interval(e, u)))})
	}
	return slices.DeleteFunc(all, func(s chart.CategorySeries) bool { return len(s.Points) == 0 })
}

func color(n int) string { return fmt.Sprintf("s%d", n%chart.CategoryColors+1) }

// appendKeys explains the colours of names, each once.
func appendKeys(keys []model.Key, names []string) []model.Key {
	for i, name := range names {
		if key := (model.Key{Class: color(i) + " dot", Text: name}); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// describe says what the picture shows to those who do not see it.
func describe(x record.Experiment, units []string) string {
	var parts []string
	for _, v := range x.Variants {
		for _, u := range units {
			if e := v.Values[u]; wording.HasCenter(e) {
				parts = append(parts, v.Name+": "+plainNumber(e, u)+" "+u)
			}
		}
	}
	return strings.Join(parts, "; ")
}

// roundsOf has every value that verdicts rest on, round by round.
func roundsOf(x record.Experiment, c lab.Claim) (model.Section, bool) {
	data := lab.DataOf(x)
	s := model.Section{Detail: model.Paged, Minor: true, Title: model.Say(unit.Plural(len(data.Rounds), "round") + ", one by one")}
	for _, u := range c.Picture.Units {
		t := model.Table{Detail: model.Paged, Title: u, Columns: []model.Column{{Title: "round", Head: true}}}
		for _, name := range data.Variants {
			t.Columns = append(t.Columns, model.Column{Title: name})
		}
		for i, round := range data.Rounds {
			r := model.Row{Cells: []model.Cell{said(fmt.Sprint(i + 1))}}
			for n := range data.Variants {
				text := wording.None
				if value, ok := round[n][u]; ok {
					text = wording.Number(value, u)
				}
				r.Cells = append(r.Cells, said(text))
			}
			t.Rows = append(t.Rows, r)
		}
		s.Blocks = append(s.Blocks, t)
	}
	return s, len(data.Rounds) > 0 && len(s.Blocks) > 0
}
