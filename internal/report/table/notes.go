package table

import (
	"slices"
	"strconv"
	"strings"

	"tare/internal/report/sheet"
)

// caveat is something to hold against the numbers of a row.
type caveat struct {
	style sheet.Style
	text  string
}

// notes are the footnotes of a report in order of first use; rows with the
// same caveat share one.
type notes []caveat

// marks returns the superscripts of cs, "¹ ³", adding the notes that are new.
func (n *notes) marks(cs []caveat) string {
	var marks []string
	for _, c := range cs {
		i := slices.Index(*n, c)
		if i < 0 {
			i = len(*n)
			*n = append(*n, c)
		}
		marks = append(marks, superscript(i+1))
	}
	return strings.Join(marks, " ")
}

func superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var sb strings.Builder
	for _, d := range strconv.Itoa(n) {
		sb.WriteRune(digits[d-'0'])
	}
	return sb.String()
}

func (p page) notes(ns notes) {
	for i, c := range ns {
		p.prose(c.style, superscript(i+1)+" ", c.text)
	}
}
