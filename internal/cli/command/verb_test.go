package command

import (
	"errors"
	"testing"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
)

// TestVerb has an error that says nothing of a status mean that tare is broken.
func TestVerb(t *testing.T) {
	cause := errors.New("cause")
	for want, err := range map[exit.Code]error{exit.Broken: cause, exit.Usage: exit.Errorf(exit.Usage, "", "%w", cause)} {
		got := Verb(func(*cobra.Command, []string) error { return err })(nil, nil)
		if exit.Status(got) != want || !errors.Is(got, cause) {
			t.Errorf("%v: %v, status %d, want %d", err, got, exit.Status(got), want)
		}
	}
}
