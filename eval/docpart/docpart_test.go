package docpart

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTable(t *testing.T) {
	const want = "| a | b |\n| --- | --- |\n| 1 | x \\| y z |\n"
	if got := Table([][]string{{"a", "b"}, {"1", Cell("x | y\n  z")}}); got != want {
		t.Errorf("got %q", got)
	}
}

func TestSplice(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, []byte("a\n<!-- live: how -->\nold\n<!-- /live -->\nb\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Splice(page, "live", "new\n"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(page); string(got) != "a\n<!-- live: how -->\nnew\n<!-- /live -->\nb\n" {
		t.Errorf("got %s", got)
	}
	if err := Splice(page, "replay", "new\n"); err == nil {
		t.Error("no error for a part that is not there")
	}
}
