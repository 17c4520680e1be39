package main

import (
	"context"
	"errors"
	"testing"

	"tare/internal/measure/cell"
	"tare/internal/test/vmtest"
)

// A grandchild copies 2 GB, for which no CPU takes less than 10 ms.
func TestBoxCountsAll(t *testing.T) {
	b, err := openBox()
	vmtest.Need(t, "cgroup1", err)
	defer b.close()
	run := func(script string) (string, usage, error) {
		out, spent, err := b.run(t.Context(), cell.Limits{Quota: 0.6}, program{argv: []string{"sh", "-c", script}})
		return string(out), spent, err
	}
	out, spent, err := run("(dd if=/dev/zero of=/dev/null bs=1M count=2000 2>/dev/null; true); echo done")
	if err != nil || out != "done\n" || spent.CPU < 0.01 || spent.CPU > 60 {
		t.Errorf("%q, %+v, %v", out, spent, err)
	}
	if _, _, err := run("exit 3"); err == nil {
		t.Error("no error for an exit status that is not expected")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, _, err := b.run(ctx, cell.Limits{}, program{argv: []string{"sleep", "100"}}); err == nil {
		t.Error("no error for a program that was stopped")
	}
}
