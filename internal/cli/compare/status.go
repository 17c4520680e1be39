package compare

import (
	"context"
	"slices"

	"tare/internal/engine/exit"
	"tare/internal/record"
)

// status turns the result into an exit status.
func (s *session) status(ctx context.Context, c record.Comparison) error {
	switch {
	case ctx.Err() != nil:
		return s.out.Interrupted()
	case len(c.Failures) > 0:
		return exit.Quiet(exit.Broken)
	case len(c.Benchmarks) == 0 && len(c.Unmatched) > 0:
		return exit.Errorf(exit.Broken, "see which sides lack which, above", "no benchmark is on all sides")
	case len(c.Benchmarks) == 0:
		return exit.Errorf(exit.Broken, "list them with `go test -list .`", "no benchmark matches -bench=%s", s.workload.Bench)
	}
	return exit.Quiet(statusOf(c, s.allowMissing))
}

// statusOf is what the verdicts come to. One that is known to be slower says more than
// others that are not known, and so does a benchmark that has vanished: dropping it
// would be the way past any gate.
func statusOf(c record.Comparison, allowMissing bool) exit.Code {
	found := map[record.Verdict]bool{}
	matters := false
	for _, b := range c.Benchmarks {
		for _, change := range b.Changes {
			found[change.Verdict] = true
			matters = matters || change.Verdict == record.Slower && !change.Within
		}
	}
	gone := !allowMissing && slices.ContainsFunc(c.Unmatched, record.Unmatched.Vanished)
	switch {
	case matters || gone:
		return exit.FoundWrong
	case found[record.Invalid]:
		return exit.Contaminated
	case found[record.Inconclusive]:
		return exit.Inconclusive
	}
	return exit.Fine
}
