package text

import (
	"cmp"
	"slices"

	"tare/internal/report/model"
	"tare/internal/report/plain"
)

func (p *printer) facts(b model.Facts) {
	for _, g := range b.Groups {
		g.Facts = slices.DeleteFunc(slices.Clone(g.Facts), func(f model.Fact) bool { return !p.shows(f.Detail) })
		if len(g.Facts) > 0 {
			p.group(cmp.Or(g.Title, b.Title), false)
			p.list(g.Facts)
		}
	}
	p.prose(b.Gaps)
}

// list writes facts, their values one under the other.
func (p *printer) list(facts []model.Fact) {
	width := 0
	for _, f := range facts {
		width = max(width, plain.Width(plain.Clean(f.Name)))
	}
	for _, f := range facts {
		value := spans(f.Value)
		if f.Flag != "" {
			value = append(value, yellow.Of(" "+f.Flag))
		}
		p.Flow([]span{dim.Of(plain.Pad(plain.Clean(f.Name), width) + gap)}, value...)
	}
}
