package text

import (
	"strings"
	"testing"
)

func text(t *testing.T, s *sheet) string {
	t.Helper()
	var b strings.Builder
	if err := s.Flush(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestItem(t *testing.T) {
	for _, c := range []struct {
		width int
		label string
		want  string
	}{
		{0, "  fix  ", "  fix  one two three\n"},
		{16, "  fix  ", "  fix  one two\n       three\n"},
		{10, "  a label  ", "  a label\n    one\n    two\n    three\n"},
		{3, "", "one\ntwo\nthree\n"},
	} {
		s := newSheet(c.width, false)
		s.Item([]span{normal.Of(c.label)}, normal.Of("one  two"), dim.Of(" three\n"))
		if got := text(t, s); got != c.want {
			t.Errorf("width %d: got\n%q, want\n%q", c.width, got, c.want)
		}
	}
}

func TestFlow(t *testing.T) {
	s := newSheet(12, false)
	s.Flow([]span{normal.Of("- ")}, normal.Of("find it with "), bold.Of("iotop"), normal.Of(", or"), normal.Of(" not"))
	if got, want := text(t, s), "- find it\n  with\n  iotop, or\n  not\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	s = newSheet(0, true)
	s.Flow(nil, normal.Of("see "), bold.Of("-v"), normal.Of("."))
	if got, want := text(t, s), "see \x1b[1m-v\x1b[0m.\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestNumbersAreNotBroken(t *testing.T) {
	s := newSheet(8, false)
	s.Prose(normal, "", "1\u202f234 of\u00a05\u202f678 x")
	if got, want := text(t, s), "1\u202f234\nof\u00a05\u202f678\nx\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestPiecesStayInOnePiece(t *testing.T) {
	s := newSheet(16, false)
	s.Pieces([]span{normal.Of("    ")}, normal.Of("on-CPU 90%,"), normal.Of("GC 1%,"), normal.Of("rest 9%"))
	if got, want := text(t, s), "    on-CPU 90%,\n    GC 1%,\n    rest 9%\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestColourIsAllThatColourAdds(t *testing.T) {
	s := newSheet(20, true)
	s.Item([]span{red.Of("  ✗ ")}, bold.Of("one two"), dim.Of("three four"), normal.Of("five"))
	want := "  \x1b[31m✗\x1b[0m \x1b[1mone two\x1b[0m \x1b[2mthree\x1b[0m\n    \x1b[2mfour\x1b[0m five\n"
	if got := text(t, s); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestGrid(t *testing.T) {
	g := grid{indent: " ", right: []bool{false, true, false}, rows: [][]cell{
		{{normal.Of("名前")}, {normal.Of("9")}, {}},
		{{normal.Of("a")}, {normal.Of("10")}, {normal.Of("← note")}},
	}}
	s := newSheet(0, false)
	for _, line := range g.lines() {
		s.Line(line...)
	}
	if got, want := text(t, s), " 名前   9\n a     10  ← note\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	if got := g.Width(); got != 17 {
		t.Errorf("Width = %d, want 17", got)
	}
}

func TestHeadingSeparates(t *testing.T) {
	s := newSheet(0, false)
	s.Heading("first")
	s.Heading("second")
	if got, want := text(t, s), "first\n\nsecond\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
