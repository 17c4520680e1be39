package noise_test

import (
	"context"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"tare/internal/host/clock"
	"tare/internal/machine/noise"
	"tare/internal/record"
)

// TestThisMachine measures for real, and expects no more than what holds on any
// machine, however noisy.
func TestThisMachine(t *testing.T) {
	cpus, err := clock.CPUs()
	if err != nil && runtime.GOOS == "linux" {
		t.Fatal(err)
	}
	o := noise.Options{System: &clock.System{}, CPUs: cpus, Budget: 300 * time.Millisecond}
	if runtime.GOOS == "linux" {
		o.Root = os.DirFS("/")
	}
	n := noise.Measure(context.Background(), o)
	if n.Elapsed <= 0 {
		t.Errorf("took %v", n.Elapsed)
	}
	for name, r := range map[string]record.Reading{
		"clock": n.Clock, "switch": n.Switch, "lost": n.Lost, "spread": n.Spread, "steal": n.Steal,
		"throttled": n.Throttled, "skew": n.Skew,
	} {
		if r.OK() == (r.Why != "") || !r.OK() && r.Value != 0 || r.Value < 0 && name != "skew" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	for name, h := range map[string]record.Histogram{"wakeup": n.Wakeup, "gaps": n.Gaps, "speed": n.Speed} {
		total := 0
		for _, c := range h.Counts {
			total += c
		}
		ordered := 0 <= h.Min && h.Min <= h.Median && h.Median <= h.P99 && h.P99 <= h.Max
		if h.OK() != (h.N > 0) || h.OK() == (h.Why != "") || total != h.N || !ordered {
			t.Errorf("%s: %+v", name, h)
		}
	}
	if runtime.GOOS != "linux" {
		return
	}
	if !n.Clock.OK() || !n.Switch.OK() || !n.Lost.OK() || !n.Skew.OK() || !n.Steal.OK() || !n.Wakeup.OK() || !n.Speed.OK() {
		t.Errorf("Linux has them all: %+v", n)
	}
	if after, err := clock.CPUs(); err != nil || !slices.Equal(after, cpus) {
		t.Errorf("this process may run on %v, was %v (%v)", after, cpus, err)
	}
	if len(n.CPUs) == 0 || len(n.PerCPU) == 0 || n.Lost.Value > 1 {
		t.Errorf("CPUs %v, seen by %v, lost %v", n.CPUs, n.PerCPU, n.Lost)
	}
}
