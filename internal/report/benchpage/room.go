package benchpage

import (
	"fmt"
	"math"
	"strconv"

	"tare/internal/report/wording"
)

// What a page has room for, in bytes, so that it stays below 10 MB with 10 000
// benchmarks, which browsers and mail take.
const (
	pageBytes    = 9 << 20
	rowBytes     = 700 // a row of the table, without a section
	mostSections = 4 << 20
	minSections  = 1 << 20
	failureBytes = 1 << 20
	failureEntry = 400 // a failure without its message and output
)

// Room tells which of the sections that order lists, the most telling first, are on
// the page: as many as fit beside the rows of the table, at about so many bytes each.
// Others are rows only.
func Room(order []int, bytes func(i int) int) map[int]bool {
	shown := map[int]bool{}
	left := min(max(pageBytes-len(order)*rowBytes, minSections), mostSections)
	for _, i := range order {
		if left -= bytes(i); left < 0 && len(shown) > 0 {
			break
		}
		shown[i] = true
	}
	return shown
}

// Omission says which sections are not on the page, and how to get them: template
// "omission".
type Omission struct{ Text, Command string }

// NewOmission is of a page with so many of all benchmarks in detail, those first that
// first names; nil when nothing is left out. Id is what the store knows the whole
// by, if it does.
func NewOmission(shown, all int, first, id string) *Omission {
	if shown >= all {
		return nil
	}
	o := &Omission{Text: fmt.Sprintf("The table has all benchmarks. Details are here of %s of %s, %s first: one page has no room for more.",
		wording.Grouped(int64(shown)), wording.Grouped(int64(all)), first)}
	if id != "" {
		o.Text += " Those of another, with its sub-benchmarks:"
		o.Command = "tare history -html=FILE -bench=NAME " + id
	}
	return o
}

// Key is a value that rows are sorted by; NaN sorts last. Its digits are enough to
// tell apart what the row prints.
type Key float64

// String prints it for the script.
func (k Key) String() string {
	if math.IsNaN(float64(k)) {
		return "NaN"
	}
	return strconv.FormatFloat(float64(k), 'g', 7, 64)
}
