package check

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"tare/internal/cli/command"
)

// TestBaseline keeps the page that is there when there is no other for it.
func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	if err := os.WriteFile(page, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cmd := Command()
	if err := command.Run(ctx, cmd, []string{"-html=" + page}); err == nil {
		t.Error("it was interrupted, and went on")
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != "old" {
		t.Errorf("%q, %v", got, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}
