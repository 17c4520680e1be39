package wording

import (
	"fmt"
	"slices"

	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// What a page has room for, in bytes, so that it stays below 10 MB with 10 000
// benchmarks, which browsers and mail take.
const (
	pageBytes    = 9 << 20
	mostSections = 4 << 20
	minSections  = 1 << 20
)

// Room tells which of the sections that order lists, the most telling first, are on a page:
// as many as fit beside rows of so many bytes, at about so many bytes each. Others are rows
// only.
func Room(order []int, rows int, bytes func(i int) int) map[int]bool {
	shown := map[int]bool{}
	left := min(max(pageBytes-rows, minSections), mostSections)
	for _, i := range order {
		if left -= bytes(i); left < 0 && len(shown) > 0 {
			break
		}
		shown[i] = true
	}
	return shown
}

// Omission says that a page has only so many of all benchmarks in detail, those first that
// first names, and how to get the others; it says nothing when none is left out. Id is
// what the store knows the whole by, if it does.
func Omission(shown, all int, first, id string) model.Prose {
	p := model.Prose{Detail: model.Paged}
	if shown >= all {
		return p
	}
	text := model.Say(fmt.Sprintf("The table has all benchmarks. Details are here of %s of %s, %s first: one page has no room for more.",
		Grouped(int64(shown)), Grouped(int64(all)), first))
	if id != "" {
		text = model.Joined(text, model.Say(" Those of another, with its sub-benchmarks: "),
			model.Lit(model.Code, "tare history -html=FILE -bench=NAME "+id))
	}
	p.Lines = []model.Line{{Text: text}}
	return p
}

// Beyond says which values, each called noun, an axis does not show: beyond is 1 for a
// value above its end, −1 for one below.
func Beyond(noun string, values []float64, beyond func(float64) int, print func(float64) string) []model.Text {
	var above, below []float64
	for _, v := range values {
		switch beyond(v) {
		case 1:
			above = append(above, v)
		case -1:
			below = append(below, v)
		}
	}
	var said []model.Text
	if len(above) > 0 {
		said = append(said, model.Say(fmt.Sprintf("%s beyond the axis, up to %s", unit.Plural(len(above), noun), print(slices.Max(above)))))
	}
	if len(below) > 0 {
		said = append(said, model.Say(fmt.Sprintf("%s beyond the axis, down to %s", unit.Plural(len(below), noun), print(slices.Min(below)))))
	}
	return said
}
