// Package plain is about text that has no look of its own: how many columns it takes on a
// terminal, and what others have written without what a terminal would obey.
package plain

import (
	"strconv"
	"strings"
	"unicode"
)

// wide are the blocks whose characters take two columns: East Asian Width W and
// F of Unicode Standard Annex 11, rounded to whole blocks. What the annex calls
// ambiguous counts as one.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, // Hangul initial consonants
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, // CJK radicals, punctuation
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, // kana, CJK ideographs, Yi
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul syllables
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, // compatibility ideographs
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, // compatibility forms
		{Lo: 0xff01, Hi: 0xff60, Stride: 1}, // full-width forms
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1}, // full-width signs
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1faff, Stride: 1}, // pictographs
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1}, // further ideographs
	},
}

// Width returns how many columns text takes on a terminal.
func Width(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// Pad returns text with blanks up to width columns.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Width(text)))
}

// Shorten cuts the middle out of text so that at most n characters are left.
// The ellipsis is three full stops, which are one column wide everywhere.
func Shorten(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	kept := max(0, n-3)
	tail := kept / 3 // names differ at their start more often than at their end
	return string(runes[:kept-tail]) + "..." + string(runes[len(runes)-tail:])
}

// Clean drops what could move the cursor, change colours or reverse the order
// of the text around it: control and format characters. Line breaks and tabs
// become blanks.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return -1
		}
		return r
	}, text)
}

// CleanLines is Clean for each line of a text.
func CleanLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Clean(line)
	}
	return strings.Join(lines, "\n")
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
