package plain

import "testing"

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

func TestSuperscript(t *testing.T) {
	if got := Superscript(1029); got != "¹⁰²⁹" {
		t.Errorf("got %q", got)
	}
}
