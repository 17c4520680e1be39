package trial

import (
	"strings"
	"testing"
)

func TestHeadTail(t *testing.T) {
	var h headTail
	total := 0
	for i := range 3000 {
		n, err := h.Write([]byte(strings.Repeat(string(rune('a'+i%26)), 997)))
		if n != 997 || err != nil {
			t.Fatal(n, err)
		}
		total += n
	}
	h.Write([]byte(strings.Repeat("x", 2*keep) + "the end"))
	total += 2*keep + 7
	out := string(h.Bytes())
	if !strings.HasPrefix(out, "aaa") || !strings.HasSuffix(out, "xthe end") || len(out) > 2*keep+100 {
		t.Errorf("%d bytes, from %q to %q", len(out), out[:10], out[len(out)-10:])
	}
	if want := total - 2*keep; !strings.Contains(out, " bytes left out") || h.skipped != int64(want) {
		t.Errorf("%d skipped, want %d", h.skipped, want)
	}
	var small headTail
	small.Write([]byte("hello"))
	if got := string(small.Bytes()); got != "hello" {
		t.Errorf("%q", got)
	}
}
