package chart

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"
)

var (
	//go:embed rounds.tmpl
	roundsTemplate string
	//go:embed distribution.tmpl
	distributionTemplate string
	//go:embed cell.tmpl
	cellTemplate string
	//go:embed bars.tmpl
	barsTemplate string
	//go:embed effect.tmpl
	effectTemplate string
	//go:embed look.css
	look string
)

// layout is parsed when the first picture is drawn.
var layout = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(parts + roundsTemplate + distributionTemplate + cellTemplate + barsTemplate + heatTemplate + effectTemplate + gridTemplate + levelsTemplate + categoriesTemplate))
})

// draw executes the template of that name.
func draw(name string, view any) template.HTML {
	var b strings.Builder
	if err := layout().ExecuteTemplate(&b, name, view); err != nil {
		panic("chart: " + err.Error()) // the builder takes everything, and templates fit what they are given
	}
	return template.HTML(b.String())
}

// styled has the look that pictures of this package share.
type styled struct{}

// Look implements model.Styled. The style sheet builds on that of package page. Class net,
// wall, old, new or ratio, that of an item of a bill, or of bars that stand out, brings the
// ink that marks and keys are drawn in; in keys, dot, hollow, ring and line are shapes.
func (styled) Look() (css, script string) { return look, "" }
