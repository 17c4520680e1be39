package sheet

import (
	"strings"
	"testing"
)

func text(t *testing.T, s *Sheet) string {
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
		s := New(c.width, false)
		s.Item([]Span{Plain.Of(c.label)}, Plain.Of("one  two"), Dim.Of(" three\n"))
		if got := text(t, s); got != c.want {
			t.Errorf("width %d: got\n%q, want\n%q", c.width, got, c.want)
		}
	}
}

func TestFlow(t *testing.T) {
	s := New(12, false)
	s.Flow([]Span{Plain.Of("- ")}, Plain.Of("find it with "), Bold.Of("iotop"), Plain.Of(", or"), Plain.Of(" not"))
	if got, want := text(t, s), "- find it\n  with\n  iotop, or\n  not\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	s = New(0, true)
	s.Flow(nil, Plain.Of("see "), Bold.Of("-v"), Plain.Of("."))
	if got, want := text(t, s), "see \x1b[1m-v\x1b[0m.\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestNumbersAreNotBroken(t *testing.T) {
	s := New(8, false)
	s.Prose(Plain, "", "1\u202f234 of\u00a05\u202f678 x")
	if got, want := text(t, s), "1\u202f234\nof\u00a05\u202f678\nx\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestPiecesStayInOnePiece(t *testing.T) {
	s := New(16, false)
	s.Pieces([]Span{Plain.Of("    ")}, Plain.Of("on-CPU 90%,"), Plain.Of("GC 1%,"), Plain.Of("rest 9%"))
	if got, want := text(t, s), "    on-CPU 90%,\n    GC 1%,\n    rest 9%\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestColourIsAllThatColourAdds(t *testing.T) {
	s := New(20, true)
	s.Item([]Span{Red.Of("  ✗ ")}, Bold.Of("one two"), Dim.Of("three four"), Plain.Of("five"))
	want := "  \x1b[31m✗\x1b[0m \x1b[1mone two\x1b[0m \x1b[2mthree\x1b[0m\n    \x1b[2mfour\x1b[0m five\n"
	if got := text(t, s); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestGrid(t *testing.T) {
	g := Grid{Indent: " ", Right: []bool{false, true}, Rows: [][]Span{
		{Plain.Of("名前"), Plain.Of("9"), Plain.Of("")},
		{Plain.Of("a"), Plain.Of("10"), Plain.Of("← note")},
	}}
	s := New(0, false)
	s.Grid(g)
	if got, want := text(t, s), " 名前   9\n a     10  ← note\n"; got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	if got := g.Width(); got != 17 {
		t.Errorf("Width = %d, want 17", got)
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "µs→✓": 4, "日本": 4, "e\u0301": 1, "🙂": 2} {
		if got := Width(text); got != want {
			t.Errorf("Width(%q) = %d, want %d", text, got, want)
		}
	}
	if got := Pad("日本", 6); got != "日本  " {
		t.Errorf("Pad = %q", got)
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{{11, "abcdefghijk"}, {10, "abcde...jk"}, {3, "..."}} {
		if got := Shorten("abcdefghijk", c.n); got != c.want {
			t.Errorf("Shorten to %d = %q, want %q", c.n, got, c.want)
		}
	}
}

func TestClean(t *testing.T) {
	if got, want := Clean("a\x1b[2J\a\rb\nc\u202ed\u009be\xff"), "a[2Jb cde\ufffd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHeadingSeparates(t *testing.T) {
	s := New(0, false)
	s.Heading("first")
	s.Heading("second")
	if got, want := text(t, s), "first\n\nsecond\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSuperscript(t *testing.T) {
	if got := Superscript(1029); got != "¹⁰²⁹" {
		t.Errorf("got %q", got)
	}
}
