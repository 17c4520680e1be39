package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"tare/internal/cli/command"
	"tare/internal/cli/tune"
	"tare/internal/engine/exit"
)

// countdown is a context that ends when it has been asked n times whether it has:
// an interrupt that comes at a known point.
type countdown struct {
	context.Context
	n int
}

func (c *countdown) Err() error {
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterrupted interrupts tare tune before each of its knobs: everything is put
// back.
func TestInterrupted(t *testing.T) {
	root := t.TempDir()
	if err := layOut(t, "bare-metal-intel", root); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TARE_STATE", t.TempDir())
	original := t.TempDir()
	if err := os.CopyFS(original, os.DirFS(root)); err != nil {
		t.Fatal(err)
	}
	restored := func() bool {
		t.Helper()
		same, err := sameTrees(root, original)
		if err != nil {
			t.Fatal(err)
		}
		return same
	}
	interrupted := 0
	for n := 0; ; n++ {
		cmd := tune.Command()
		cmd.SetOut(io.Discard)
		var stderr bytes.Buffer
		cmd.SetErr(&stderr)
		err := command.Run(&countdown{context.Background(), n}, cmd, []string{"-root=" + root})
		if err == nil {
			break
		}
		interrupted++
		if exit.Status(err) != exit.Broken || !strings.Contains(err.Error(), "put back") || stderr.Len() > 0 {
			t.Errorf("interrupted at %d: %v\n%s", n, err, &stderr)
		}
		if !restored() {
			t.Fatalf("interrupted at %d, not everything was put back", n)
		}
	}
	if interrupted < 10 || restored() {
		t.Errorf("after %d interrupts it was done", interrupted)
	}
}
