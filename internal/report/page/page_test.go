package page_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/skintest"
	"tare/internal/test/golden"
)

func render(t *testing.T, doc model.Document) string {
	t.Helper()
	var b strings.Builder
	if err := page.Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("TARE_PAGE"); path != "" { // for a look at it
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	golden.Page(t, "everything.html", render(t, everything()))
}

func TestWellFormed(t *testing.T) {
	for name, doc := range map[string]model.Document{"everything": everything(), "nothing": {}} {
		t.Run(name, func(t *testing.T) {
			got := render(t, doc)
			skintest.WellFormed(t, got)
			skintest.SelfContained(t, got)
		})
	}
}

func TestEscaping(t *testing.T) {
	doc := everything()
	skintest.Poison(&doc, skintest.Attack)
	skintest.Escaped(t, render(t, doc))
}

// TestLooksAreTakenOnce: pictures of a kind share their style and their script.
func TestLooksAreTakenOnce(t *testing.T) {
	got := render(t, everything())
	for _, once := range []string{".drawn { fill", "// drawn"} {
		if n := strings.Count(got, once); n != 1 {
			t.Errorf("%q is on the page %d times", once, n)
		}
	}
}

// TestSharedNotes: rows with the same note share its footnote.
func TestSharedNotes(t *testing.T) {
	got := render(t, everything())
	if marks, notes := strings.Count(got, `href="#t1n2"`), strings.Count(got, `id="t1n2"`); marks != 2 || notes != 1 {
		t.Errorf("%d marks lead to %d footnotes", marks, notes)
	}
}

// TestOwnNotes: rows share what their notes say in short; what each says is the tip of its
// mark, and two of one row are one mark.
func TestOwnNotes(t *testing.T) {
	note := func(text string) model.Note { return model.Note{Text: text, Short: "grows"} }
	table := model.Table{Columns: []model.Column{{Title: "benchmark", Head: true}}, Rows: []model.Row{
		{Cells: []model.Cell{{}}, Notes: []model.Note{note("after 10"), note("after 20")}},
		{Cells: []model.Cell{{}}, Notes: []model.Note{note("after 30")}},
	}}
	got := render(t, model.Document{Title: "X", Blocks: []model.Block{table}})
	for _, want := range []string{"<a href=\"#t1n1\" title=\"after 10\nafter 20\">1</a>", `<a href="#t1n1" title="after 30">1</a>`, `<li id="t1n1">grows</li>`} {
		if n := strings.Count(got, want); n != 1 {
			t.Errorf("%s is there %d times", want, n)
		}
	}
}

func TestWriteReportsTheWriter(t *testing.T) {
	full := errors.New("disk full")
	if err := page.Write(failingWriter{full}, everything()); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
