package labs

import (
	"math"
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

func said(text string) model.Cell { return in(model.Plain, text) }

func in(m model.Mood, text string) model.Cell { return model.Cell{Text: model.Lit(m, text)} }

// number prints a figure: three digits say all that a verdict rests on. A ratio has no unit.
func number(v float64, unitName string) string {
	switch {
	case unitName == "":
		return ratio(v)
	case wording.IsTime(unitName) || wording.IsBytes(unitName):
		return wording.Number(v, unitName)
	}
	return wording.Number(v, unitName) + " " + unitName
}

// ratio is "1.41×".
func ratio(v float64) string {
	a := math.Abs(v)
	switch {
	case !wording.Finite(v):
		return wording.None
	case a >= 1000 || a != 0 && a < 0.001:
		return unit.Count(v) + "×"
	}
	return strconv.FormatFloat(v, 'f', decimals(a), 64) + "×"
}

// decimals are as many as make three digits of a number below 1000.
func decimals(a float64) int {
	switch {
	case a < 1:
		return 3
	case a < 10:
		return 2
	case a < 100:
		return 1
	}
	return 0
}

// round prints a published figure, which may be the ratio of two others: with three digits,
// and fewer where no more were written.
func round(v float64, unitName string) string {
	if unitName == "" && wording.Finite(v) {
		return strconv.FormatFloat(v, 'g', 3, 64) + "×"
	}
	return number(v, unitName)
}

// center prints where an estimate is.
func center(e record.Estimate, unitName string) string {
	if !wording.HasCenter(e) {
		return wording.None
	}
	return number(e.Center, unitName)
}

// interval is "[1.86×, 1.99×]", or nothing without one.
func interval(e record.Estimate, unitName string) string {
	if !wording.HasInterval(e) {
		return ""
	}
	return "[" + number(e.Lo, unitName) + ", " + number(e.Hi, unitName) + "]"
}

// seedOf is a seed as it is typed again.
func seedOf(seed uint64) string { return strconv.FormatUint(seed, 10) }

// lines are those of a program, indented by blanks: a tab is eight columns in a browser.
func lines(text []byte) []string {
	return strings.Split(strings.TrimRight(strings.ReplaceAll(string(text), "\t", "    "), "\n"), "\n")
}
