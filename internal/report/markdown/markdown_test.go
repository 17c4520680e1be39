package markdown

import (
	"errors"
	"testing"

	"tare/internal/report/model"
)

// TestMarkdownHoldsItsGuests checks that names cannot format, mention, or leave
// their cell.
func TestMarkdownHoldsItsGuests(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{code("a|b"), "`a\\|b`"},
		{code("`x`"), "`` `x` ``"},
		{code("a\nb"), "`a b`"},
		{escape("<b> a_b [x](y) ~"), `\<b\> a\_b \[x\](y) \~`},
		{escape("by @some_body, see (#7)*"), "by `@some_body,` see `(#7)*`"},
		{inline(model.Text{model.Bad.Of(" a*b "), model.Code.Of("x`y")}), " **a\\*b** `` x`y ``"},
		{summary("<b> of @me"), "<code>&lt;b&gt; of @me</code>"},
		{block("```"), "````\n```\n````"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	if err := Write(failingWriter{full}, model.Document{Title: "x"}); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
