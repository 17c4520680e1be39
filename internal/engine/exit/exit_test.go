package exit

import (
	"errors"
	"fmt"
	"testing"
)

func TestStatus(t *testing.T) {
	cause := errors.New("cause")
	for _, c := range []struct {
		err     error
		status  Code
		message string
	}{
		{nil, Fine, ""},
		{cause, Usage, "tare: cause"},
		{fmt.Errorf("outer: %w", Errorf(Usage, "try this", "inner: %w", cause)), Usage, "tare: outer: inner: cause\nhint: try this"},
		{Quiet(Contaminated), Contaminated, ""},
		{Quiet(Fine), Fine, ""},
		{errors.Join(Errorf(Broken, "hint", "first"), Quiet(Contaminated), cause), Broken, "tare: first\nhint: hint\ntare: cause"},
	} {
		if got := Status(c.err); got != c.status {
			t.Errorf("%v: status %d, want %d", c.err, got, c.status)
		}
		if got := Message(c.err); got != c.message {
			t.Errorf("%v: message %q, want %q", c.err, got, c.message)
		}
	}
	if err := Errorf(Broken, "", "outer: %w", cause); !errors.Is(err, cause) {
		t.Error("the cause is lost")
	}
}
