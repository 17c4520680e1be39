package gotrace

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"tare/internal/record/unit"
)

// Broken is the error of a trace whose rest cannot be read. What came before it
// is good.
type Broken struct {
	Offset int64         // bytes that were read: the damage is not behind them
	Time   int64         // of the last good event, ns of CLOCK_MONOTONIC; 0 without any
	Good   time.Duration // from the first to the last good event
	Why    string        // what is wrong, for users
	Err    error         // of the io.Reader that the trace was read from, or nil
}

// Error says how far the trace is good, and what is wrong then.
func (b *Broken) Error() string {
	good := "nothing of the Go trace can be used"
	if b.Time != 0 {
		good = "only the first " + unit.Duration(b.Good) + " of the Go trace can be used"
	}
	return fmt.Sprintf("%s: %s", good, b.Why)
}

// Unwrap returns the error of the io.Reader that the trace was read from.
func (b *Broken) Unwrap() error { return b.Err }

// maxReason is how much is shown of the reasons of the trace package, which go on
// with dumps of its state.
const maxReason = 200

// why says what err, of the trace package, means, given how far s came.
func (s *stream) why(err error) (why string, source error) {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	if len(reason) > maxReason {
		reason = strings.ToValidUTF8(reason[:maxReason], "") + "…"
	}
	reason = strings.TrimSuffix(reason, ":")
	switch {
	case errors.Is(s.err, io.ErrUnexpectedEOF), s.err == io.EOF && strings.HasSuffix(reason, "trace likely truncated"):
		return "it ends in the middle, because the program that wrote it was killed or its file is not complete; " +
			"what it wrote last, about a second, is lost", nil
	case s.err == io.EOF && !s.finished:
		return "its end is missing or damaged (" + reason + ")", nil
	case s.err == nil, s.err == io.EOF:
		return "it contradicts itself (" + reason + ")", nil
	}
	if d, ok := errors.AsType[damage](s.err); ok {
		return string(d), nil
	}
	return "reading it failed: " + s.err.Error(), s.err
}
