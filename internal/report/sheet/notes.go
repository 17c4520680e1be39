package sheet

import (
	"slices"
	"strconv"
	"strings"
)

// Note is something to hold against the numbers of a row.
type Note struct {
	Style Style
	Text  string
}

// Notes are footnotes in order of first use; rows with the same note share one.
type Notes []Note

// Marks returns the superscripts of some notes, "¹ ³", adding those that are
// new.
func (n *Notes) Marks(some []Note) string {
	var marks []string
	for _, note := range some {
		i := slices.Index(*n, note)
		if i < 0 {
			i = len(*n)
			*n = append(*n, note)
		}
		marks = append(marks, Superscript(i+1))
	}
	return strings.Join(marks, " ")
}

// Superscript prints n ≥ 0 in small raised digits.
func Superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var sb strings.Builder
	for _, d := range strconv.Itoa(n) {
		sb.WriteRune(digits[d-'0'])
	}
	return sb.String()
}

// Notes writes footnotes, each behind its mark.
func (s *Sheet) Notes(ns Notes) {
	for i, n := range ns {
		s.Prose(n.Style, Superscript(i+1)+" ", n.Text)
	}
}
