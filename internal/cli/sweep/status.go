package sweep

import (
	"context"

	"tare/internal/engine/exit"
	"tare/internal/record"
)

// status turns the result into an exit status.
func (s *session) status(ctx context.Context, result record.Sweep) error {
	switch {
	case ctx.Err() != nil:
		return s.out.Interrupted()
	case len(result.Benchmarks) > 0 || len(result.Failures) > 0:
		return exit.Quiet(statusOf(result))
	case s.out.found > 0:
		return exit.Errorf(exit.Broken, "try again, now that the builds are in the go command's cache, or give it more time", "-for=%s was over before anything was measured", s.limit)
	case s.command != nil:
		return exit.Errorf(exit.Broken, "each point has to print lines such as: BenchmarkX 1 123 ns/op", "the command printed no results in the Go benchmark format")
	case len(result.Skipped) > 0:
		return exit.Errorf(exit.Broken, "", "nothing was measured: every benchmark that matches -bench=%s skips itself", s.work.Bench)
	}
	return exit.Errorf(exit.Broken, "list them with `go test -list .`", "no benchmark matches -bench=%s", s.work.Bench)
}

// statusOf is what the groups come to: what failed says more than what is open.
func statusOf(result record.Sweep) exit.Code {
	if len(result.Failures) > 0 {
		return exit.Broken
	}
	for _, b := range result.Benchmarks {
		for _, g := range b.Groups {
			if !g.Settled {
				return exit.Inconclusive
			}
		}
	}
	return exit.Fine
}
