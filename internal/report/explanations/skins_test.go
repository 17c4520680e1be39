package explanations

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"tare/internal/report/explanations/explanationstest"
	"tare/internal/report/model"
	"tare/internal/report/text"
)

// TestEverySkinSaysAll checks that what a document says is what a terminal shows with -v,
// and what a page shows.
func TestEverySkinSaysAll(t *testing.T) {
	examples := explanationstest.Examples()
	delete(examples, "empty")
	hit, pictures := hitFixture()
	examples["hit"] = hit
	for name, e := range examples {
		doc := Document(e, pictures)
		shown := map[string]string{
			"terminal": solid(render(t, e, text.Options{Width: 100, Detail: model.Verbose})),
			"page":     solid(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page(t, doc), ""))),
		}
		for skin, asked := range map[string]model.Detail{"terminal": model.Verbose, "page": model.Paged} {
			for _, s := range append(sentences(doc.Blocks, asked), linesOf(doc.About, asked)...) {
				if !strings.Contains(shown[skin], solid(s)) {
					t.Errorf("%s: the %s does not say %q", name, skin, s)
				}
			}
		}
	}
}

// solid is text without blanks, which skins break lines at.
func solid(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

func linesOf(lines []model.Line, asked model.Detail) (all []string) {
	for _, l := range lines {
		if l.Within(asked) {
			all = append(all, l.Label, l.Text.String())
		}
	}
	return all
}

// sentences are all words of blocks that are shown to somebody who asked for so much, save
// those of cells that a page has a picture for.
func sentences(blocks []model.Block, asked model.Detail) (all []string) {
	for _, b := range blocks {
		if !b.Level().Within(asked) {
			continue
		}
		switch b := b.(type) {
		case model.Prose:
			all = append(append(all, b.Title), linesOf(b.Lines, asked)...)
		case model.Section:
			all = append(append(all, b.Title.String(), b.Result.String()), sentences(b.Blocks, asked)...)
		case model.Beside:
			all = append(all, sentences(b.Blocks, asked)...)
		case model.Facts:
			for _, g := range b.Groups {
				for _, f := range g.Facts {
					all = append(all, f.Name, f.Value.String(), f.Flag)
				}
			}
		case model.Table:
			all = append(all, b.Title)
			for _, under := range b.Under {
				all = append(all, under.String())
			}
			for _, r := range b.Rows {
				for i, c := range r.Cells {
					if b.Columns[i].Within(asked) && c.Picture == nil {
						all = append(all, c.Text.String())
					}
				}
			}
		}
	}
	return all
}
