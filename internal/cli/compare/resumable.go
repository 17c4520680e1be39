package compare

import (
	"errors"
	"fmt"
	"slices"

	"tare/internal/analysis/summary"
	"tare/internal/analysis/verdict"
	"tare/internal/cli/command"
	"tare/internal/engine/bench"
	"tare/internal/record"
)

// resumable says why the comparison cannot go on, if so. What tare did not live to
// conclude is concluded.
func resumable(c *record.Comparison) error {
	pid, lives := bench.Lives(c.Owner)
	switch here := bench.Machine(c.Dir); {
	case c.Design != record.Paired:
		return errors.New("it compares results that were measured before")
	case c.Tare != command.Version():
		return fmt.Errorf("it was measured by tare %s, and this is %s", c.Tare, command.Version())
	case c.Plan.Layouts > 0:
		return errors.New("each of its layouts counts once, and rounds bring no more of them; see -layouts")
	case c.Plan.Kept == 0:
		return errors.New("it has spent its whole error rate")
	case c.Finished.IsZero() && lives:
		return fmt.Errorf("process %d is still at it", pid)
	case c.Machine.CPUModel != here.CPUModel || c.Machine.CPUs != here.CPUs || c.Machine.GOOS != here.GOOS || c.Machine.GOARCH != here.GOARCH:
		return fmt.Errorf("it was measured on %s, and this is %s", cpus(c.Machine), cpus(here))
	}
	if c.Finished.IsZero() {
		rulesOf(*c).Conclude(c, verdict.Stored(*c))
	}
	switch {
	case !c.Calibration.OK:
		return errors.New("it is not calibrated: more rounds would tell equals apart as well")
	case len(c.Benchmarks) > 0 && !slices.ContainsFunc(c.Benchmarks, open):
		return errors.New("every benchmark has its verdict")
	}
	return nil
}

func cpus(m record.Machine) string {
	return fmt.Sprintf("%d × %s, %s/%s", m.CPUs, m.CPUModel, m.GOOS, m.GOARCH)
}

func open(c record.Compared) bool { return !verdict.Decided(c) }

func rulesOf(c record.Comparison) verdict.Rules {
	return verdict.Rules{Plan: c.Plan, Variants: c.Variants, Values: summary.Values, Sessions: c.Sessions}
}
