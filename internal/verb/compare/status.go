package compare

import (
	"context"
	"slices"

	"tare/internal/record"
	"tare/internal/verb/cli"
)

// status turns the result into an exit status.
func (s *session) status(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return s.out.Interrupted()
	case len(s.result.Failures) > 0:
		return cli.Quiet(cli.Broken)
	case len(s.result.Benchmarks) == 0 && len(s.result.Unmatched) > 0:
		return cli.Errorf(cli.Broken, "see which sides lack which, above", "no benchmark is on all sides")
	case len(s.result.Benchmarks) == 0:
		return cli.Errorf(cli.Broken, "list them with `go test -list .`", "no benchmark matches -bench=%s", s.workload.Bench)
	}
	return cli.Quiet(exit(s.result, s.allowMissing))
}

// exit is what the verdicts come to. One that is known to be slower says more than
// others that are not known, and so does a benchmark that has vanished: dropping it
// would be the way past any gate.
func exit(c record.Comparison, allowMissing bool) cli.Exit {
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
		return cli.FoundWrong
	case found[record.Invalid]:
		return cli.Contaminated
	case found[record.Inconclusive]:
		return cli.Inconclusive
	}
	return cli.Fine
}
