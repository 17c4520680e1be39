package trial

import (
	"context"
	"errors"
	"testing"

	"tare/internal/record"
)

// TestHalted: rounds that a full disk has ended are not called interrupted.
func TestHalted(t *testing.T) {
	user, interrupt := context.WithCancel(context.Background())
	measuring, stop := context.WithCancelCause(user)
	stop(errors.New("no space left on device"))
	if got := Halted(measuring); got != record.StopUnwritten {
		t.Error(got)
	}
	measuring, stop = context.WithCancelCause(user)
	defer stop(nil)
	interrupt()
	if got := Halted(measuring); got != record.StopInterrupted {
		t.Error(got)
	}
}
