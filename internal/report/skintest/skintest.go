// Package skintest checks what skins draw: that they leave out nothing that a document says,
// and that pages are whole, keep to themselves, and take no text for markup.
package skintest

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"tare/internal/report/markdown"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/text"
)

// Skin is a way to draw a document.
type Skin struct {
	Name string
	// Shows is what it draws of what a document has.
	Shows model.Detail
	// Draws is true for a skin that has pictures, titles and tips.
	Draws bool
	// Render returns the words that it draws.
	Render func(t *testing.T, doc model.Document) string
}

// Text is that of a terminal of any width, Markdown that of pull requests, and Page that of
// browsers.
var (
	Text = Skin{Name: "text", Shows: model.Verbose, Render: func(t *testing.T, doc model.Document) string {
		var b strings.Builder
		if err := text.Write(&b, doc, text.Options{Detail: model.Verbose}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}}
	Markdown = Skin{Name: "markdown", Shows: model.Verbose, Render: func(t *testing.T, doc model.Document) string {
		var b strings.Builder
		if err := markdown.Write(&b, doc); err != nil {
			t.Fatal(err)
		}
		const less = "\x00" // an escaped one, which begins no tag
		words := tags.ReplaceAllString(strings.ReplaceAll(b.String(), `\<`, less), "")
		return strings.ReplaceAll(marks.Replace(words), less, "<")
	}}
	Page = Skin{Name: "page", Shows: model.Paged, Draws: true, Render: func(t *testing.T, doc model.Document) string {
		var b strings.Builder
		if err := page.Write(&b, doc); err != nil {
			t.Fatal(err)
		}
		return stripped(b.String())
	}}
)

var (
	unread = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>`)
	tips   = regexp.MustCompile(`title="([^"]*)"`)
	tags   = regexp.MustCompile(`<[^>]*>`)
	marks  = strings.NewReplacer("\\", "", "**", "", "`", "")
)

// stripped returns the words of a page: without its tags, and with its tips at the end.
func stripped(page string) string {
	page = unread.ReplaceAllString(page, "")
	words := tags.ReplaceAllString(page, "")
	for _, tip := range tips.FindAllStringSubmatch(page, -1) {
		words += "\n" + tip[1]
	}
	return html.UnescapeString(words)
}

// Sentences fails the test unless every sentence, cell, note and finding of doc that a skin
// should show is in what it renders.
func Sentences(t *testing.T, doc model.Document, skins ...Skin) {
	t.Helper()
	for _, skin := range skins {
		r := reader{skin: skin, told: map[string]bool{}}
		r.document(doc)
		got := squeeze(skin.Render(t, doc))
		for _, sentence := range r.sentences {
			if !strings.Contains(got, sentence) {
				t.Errorf("%s does not say %q", skin.Name, sentence)
			}
		}
	}
}

// squeeze makes one blank of each stretch of blanks and line ends.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
