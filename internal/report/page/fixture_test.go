package page_test

import (
	"html/template"

	"tare/internal/report/model"
)

// drawing is a picture with a look of its own.
type drawing struct{ text string }

func (d drawing) HTML() template.HTML {
	return template.HTML(`<svg width="100%" height="12" role="img"><rect class="drawn" width="40%" height="12"/><text>` + template.HTMLEscapeString(d.text) + `</text></svg>`)
}

func (drawing) Look() (css, script string) {
	return ".drawn { fill: var(--blue); }\n", "// drawn\n"
}

// everything is a document that has all there is.
func everything() model.Document {
	overview := model.Table{ID: model.Overview, Title: "Benchmarks", Legends: true, Key: []model.Key{{Class: "drawn", Text: "something"}},
		Columns: []model.Column{
			{Title: "benchmark", Head: true, Left: true},
			{Title: "net/op", Legend: "time"},
			{Title: "±", Under: true, Legend: "half the width"},
			{Title: "bill", Wide: true, Foot: drawing{"axis"}},
			{Title: "CV", Narrow: true},
			{Title: "state", Left: true, Chip: true},
		},
		Rows: []model.Row{
			overviewRow("example.com/shop/cart", "Total", "s1", model.Cell{Text: model.Lit(model.Quiet, "steady")}),
			overviewRow("example.com/shop/cart", "Checkout/items=1000/currency=EUR", "s2",
				model.Cell{Text: model.Lit(model.Warn, "not steady"), Tip: "CV 9% > 2.1%"}, model.Note{Mood: model.Warn, Text: "not steady, try `-count=20`"}, model.Note{Text: "shared"}),
			overviewRow("example.com/shop/price", "Round", "", model.Cell{Text: model.Lit(model.Quiet, "steady")}, model.Note{Text: "shared"}),
		},
	}
	figure := model.Figure{Caption: "Rounds", Key: []model.Key{{Class: "net", Text: "net"}}, Picture: drawing{"a picture"}, Notes: []model.Text{model.Say("1 value beyond the axis")}}
	inner := model.Table{Title: "Units", Columns: []model.Column{{Title: "unit", Head: true}, {Title: "center"}}, Rows: []model.Row{
		{Cells: []model.Cell{{Text: model.Say("B/op")}, {Text: model.Say("112 B")}}}, {Sum: true, Cells: []model.Cell{{Text: model.Say("all")}, {Text: model.Say("113 B")}}}}}
	return model.Document{
		Title: "example.com/shop v1.2.3", About: []model.Line{{Label: "revision", Text: model.Say("3f9a1c07")}}, Command: "tare run ./...",
		Result: []model.Count{{Text: "3 benchmarks"}, {Text: "1 not steady", Mood: model.Warn}},
		Blocks: []model.Block{
			overview,
			model.Findings{Title: "Findings", None: "none", List: []model.Finding{{Severity: "serious", Mood: model.Bad, Text: model.Say("A quota throttles, see `cpu.max`."), ID: "quota",
				Lines: []model.Line{{Label: "evidence:", Text: model.Say("nr_throttled")}, {Label: "fix:", Text: model.Lit(model.Code, "sudo tare tune")}}}}},
			model.Findings{Title: "Nothing", None: "none of them"},
			model.Failures{Title: "Failures", List: []model.Failure{{Name: "example.com/shop/tax BenchmarkVAT", Text: "panicked: index out of range", Output: []string{"panic: index", "  goroutine 1"}}},
				Named: []model.Line{{Label: "2 more:", Text: model.Say("A, B")}}},
			model.Prose{Title: "Remarks", Lines: []model.Line{{Text: model.Say("One remark.")}, {Label: "not read:", Text: model.Lit(model.Missing, "cycles (no PMU)")}}, List: true},
			model.Table{Empty: model.Say("No row at all.")},
			model.Section{ID: "s1", Title: model.Say("Total"), Result: model.Say("1.8µs"), Under: []model.Text{model.Say("24 clean rounds")}, Open: true, Blocks: []model.Block{
				model.Beside{Blocks: []model.Block{figure, inner, figure}},
				model.Listing{Title: "main.go", Lines: []string{"func main() {", "\tprintln(1 < 2)", "}"}},
				model.Section{Minor: true, Title: model.Say("24 trials"), Blocks: []model.Block{inner}},
			}},
			model.Section{ID: "s2", Title: model.Say("Checkout/items=1000"), Blocks: []model.Block{model.Prose{Lines: []model.Line{{Text: model.Say("A paragraph.")}}}}},
			model.Facts{Title: "Machine and cell", Groups: []model.Group{{Title: "Machine", Facts: []model.Fact{{Name: "CPU", Value: model.Say("Ryzen"), Flag: "odd"}, {Name: "turbo", Value: model.Lit(model.Missing, "no cpufreq")}}}},
				Gaps: model.Prose{Title: "Not measured", Lines: []model.Line{{Text: model.Say("steal (denied)")}}}},
		},
		Foot: []model.Text{model.Say("Net is wall time without the container's share.")}, Tare: "v1.2 · run 2026",
	}
}

func overviewRow(group, name, to string, state model.Cell, notes ...model.Note) model.Row {
	return model.Row{Group: group, To: to, Notes: notes, Cells: []model.Cell{
		{Text: model.Joined(model.Say(name), model.Lit(model.Quiet, "-4"))},
		model.Cell{Text: model.Lit(model.Strong, "1.843µs")}.By(1843),
		{Text: model.Say("±0.8%")},
		{Picture: drawing{"bill of " + name}},
		model.Cell{Text: model.Say("1.1%")}.By(0.011),
		state,
	}}
}
