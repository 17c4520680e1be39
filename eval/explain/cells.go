package main

import (
	"fmt"

	"tare/internal/report/wording"
)

// cells prints a point as cells of a table.
func (p point) cells() []string {
	if p.Note != "" {
		return []string{p.What, p.truth(), p.Note, "", word(p.OK)}
	}
	return []string{p.What, p.truth(), p.number(p.Tare), p.difference(), word(p.OK)}
}

func (p point) number(v float64) string {
	if p.Time {
		return wording.Ns(v)
	}
	return wording.Grouped(int64(v))
}

// truth is a number, or the range in which it lies.
func (p point) truth() string {
	switch {
	case p.High == nil:
		return "≥ " + p.number(p.Low)
	case p.number(*p.High) == p.number(p.Low):
		return p.number(p.Low)
	}
	return fmt.Sprintf("%s … %s", p.number(p.Low), p.number(*p.High))
}

// difference is how far the figure lies from the nearest that can be true.
func (p point) difference() string {
	nearest := p.Tare - p.Off
	if p.Off == 0 {
		return "–"
	}
	if nearest == 0 {
		return p.number(p.Off)
	}
	return fmt.Sprintf("%s (%s)", p.number(p.Off), wording.Signed(p.Off/nearest, 1))
}

// word is the verdict on something.
func word(good bool) string {
	if good {
		return "ok"
	}
	return "FAILS"
}
