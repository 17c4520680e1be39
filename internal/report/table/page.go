package table

import "tare/internal/report/sheet"

// page is a report on its way to the terminal.
type page struct{ *sheet.Sheet }

// prose writes a sentence behind label, wrapped, its later lines indented to
// where the first one began.
func (p page) prose(s sheet.Style, label, text string) {
	p.Item([]sheet.Span{s.Of(label)}, s.Of(text))
}
