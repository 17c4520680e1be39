package noise

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"tare/internal/record"
)

// budget is enough for all samples of a fake machine.
const budget = 500 * time.Millisecond

// quiet returns options for a fake machine with two CPUs.
func quiet(f *fake) Options {
	files := map[string]string{"proc/stat": procStat}
	for name, data := range version2 {
		files[name] = data
	}
	return Options{System: f, Root: rootOf(files), CPUs: []int{0, 1}, Budget: budget}
}

// twoProcs lets two threads spin at once, however few CPUs the test has.
func twoProcs(t *testing.T) {
	procs := runtime.GOMAXPROCS(2)
	t.Cleanup(func() { runtime.GOMAXPROCS(procs) })
}

func TestMeasure(t *testing.T) {
	twoProcs(t)
	f := &fake{
		ppm:  20,
		late: func(n int) int64 { return int64(1000 * (n%3 + 1)) },
		jump: func(cpu, n int) int64 {
			if cpu == 1 && n%10_007 == 5000 {
				return 50_000
			}
			return 0
		},
	}
	n := Measure(context.Background(), quiet(f))

	if !slices.Equal(n.CPUs, []int{0, 1}) {
		t.Errorf("CPUs %v", n.CPUs)
	}
	if n.Elapsed < budget || n.Elapsed > budget+10*time.Millisecond {
		t.Errorf("took %v", n.Elapsed)
	}
	for _, test := range []struct {
		name      string
		got       record.Reading
		want, tol float64
	}{
		{"clock", n.Clock, readCost, 0},
		{"switch", n.Switch, switchCost, 0},
		{"skew", n.Skew, 20, 0.01},
		{"spread", n.Spread, 0, 0},
		{"steal", n.Steal, 0, 0},
		{"throttled", n.Throttled, 0, 0},
	} {
		if !test.got.OK() || math.Abs(test.got.Value-test.want) > test.tol {
			t.Errorf("%s: %+v, want %v", test.name, test.got, test.want)
		}
	}
	// The fake adds what the reading after the sleep costs.
	if w := n.Wakeup; w.N != wakeups || w.Min != 1000+readCost || w.Median != 2000+readCost || w.Max != 3000+readCost || sum(w.Counts) != w.N {
		t.Errorf("wake-ups %+v", w)
	}
	checkGaps(t, n)
}

func checkGaps(t *testing.T, n record.Noise) {
	t.Helper()
	if len(n.PerCPU) != 2 || n.PerCPU[0] != (record.CPUNoise{CPU: 0}) {
		t.Fatalf("CPU 0 saw none: %+v", n.PerCPU)
	}
	noisy := n.PerCPU[1]
	if noisy.CPU != 1 || noisy.Gaps < 100 || noisy.Gaps != n.Gaps.N || noisy.Max != 50_000+readCost {
		t.Errorf("CPU 1: %+v, all %d", noisy, n.Gaps.N)
	}
	if g := n.Gaps; g.Min != 50_000+readCost || g.Max != g.Min || sum(g.Counts) != g.N {
		t.Errorf("gaps %+v", g)
	}
	if !n.Lost.OK() || n.Lost.Value <= 0 || math.Abs(n.Lost.Value/noisy.Lost-0.5) > 0.01 {
		t.Errorf("lost %+v of both, %v of CPU 1", n.Lost, noisy.Lost)
	}
}

// TestQuotaSpinsOneAtATime expects each CPU to get its share of the time where
// more than one spinning thread would be throttled, and all of it elsewhere.
func TestQuotaSpinsOneAtATime(t *testing.T) {
	twoProcs(t)
	spun := func(quota float64, cpus ...int) int {
		o := quiet(&fake{sleepErr: errors.ErrUnsupported, pingErr: errors.ErrUnsupported})
		o.Quota, o.CPUs = quota, cpus
		n := Measure(context.Background(), o)
		if n.Elapsed > budget+10*time.Millisecond {
			t.Errorf("with a quota of %v it took %v", quota, n.Elapsed)
		}
		return n.Speed.N // one per ms of each thread
	}
	alone := spun(0, 0)
	if together := spun(0, 0, 1); together < 2*alone-4 || together > 2*alone {
		t.Errorf("two at once: %d ms of one alone, %d of both", alone, together)
	}
	if ample := spun(2, 0, 1); ample < 2*alone-4 {
		t.Errorf("two with a quota of two: %d ms of one alone, %d of both", alone, ample)
	}
	if turns := spun(1.5, 0, 1); turns < alone-4 || turns > alone+4 {
		t.Errorf("two in turns: %d ms of one alone, %d of both", alone, turns)
	}
}

// TestMeasureWithoutPinning is a system without affinity: nothing is said about
// single CPUs.
func TestMeasureWithoutPinning(t *testing.T) {
	unsupported := fmt.Errorf("pinning: %w", errors.ErrUnsupported)
	f := &fake{pinErr: unsupported, sleepErr: errors.ErrUnsupported, rawErr: errors.ErrUnsupported, jump: every(50_001, 9000)}
	o := quiet(f)
	o.Root = nil
	n := Measure(context.Background(), o)
	if len(n.CPUs) != 0 || n.PerCPU != nil {
		t.Errorf("CPUs %v, %v", n.CPUs, n.PerCPU)
	}
	if !n.Clock.OK() || !n.Gaps.OK() || !n.Lost.OK() || !n.Speed.OK() || !n.Spread.OK() {
		t.Errorf("what works without pinning: %+v", n)
	}
	for name, r := range map[string]record.Reading{
		"switch": n.Switch, "skew": n.Skew, "steal": n.Steal, "throttled": n.Throttled,
		"wakeup": {Status: n.Wakeup.Status, Why: n.Wakeup.Why},
	} {
		if r.Status != record.Unsupported || r.Why == "" || r.Value != 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestMeasureCoarseClock is a system whose clock cannot time anything short.
func TestMeasureCoarseClock(t *testing.T) {
	n := Measure(context.Background(), quiet(&fake{coarse: true}))
	if n.Clock.Status != record.Unsupported || n.Gaps.Status != record.Unsupported || n.Lost != n.Clock ||
		n.Speed.Why != n.Clock.Why || n.Spread != n.Clock || n.PerCPU != nil {
		t.Errorf("got %+v", n)
	}
}

// TestMeasureReportsFailures denies single abilities; what fails says why, and
// the rest is measured.
func TestMeasureReportsFailures(t *testing.T) {
	n := Measure(context.Background(), quiet(&fake{sleepErr: fs.ErrPermission, pingErr: errors.New("no more files")}))
	if n.Wakeup.Status != record.Denied || n.Wakeup.Why == "" {
		t.Errorf("wake-ups: %+v", n.Wakeup)
	}
	if n.Switch != record.Missing(record.Undetermined, "no more files") {
		t.Errorf("switch: %+v", n.Switch)
	}
	// No gap is a result, but no histogram.
	if n.Gaps.OK() || n.Gaps.Why == "" || n.Lost != record.Of(0) {
		t.Errorf("gaps %+v, lost %+v", n.Gaps, n.Lost)
	}
}

func TestMeasureInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	n := Measure(ctx, quiet(&fake{}))
	for name, r := range map[string]record.Reading{
		"clock": n.Clock, "switch": n.Switch, "lost": n.Lost, "spread": n.Spread, "skew": n.Skew,
		"wakeup": {Status: n.Wakeup.Status, Why: n.Wakeup.Why},
		"gaps":   {Status: n.Gaps.Status, Why: n.Gaps.Why},
		"speed":  {Status: n.Speed.Status, Why: n.Speed.Why},
	} {
		if r.Status != record.Undetermined || r.Why == "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if n.Elapsed > time.Millisecond {
		t.Errorf("took %v", n.Elapsed)
	}
}

// TestMeasureInterruptedLater keeps what was measured until then.
func TestMeasureInterruptedLater(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	moment := budget * 4 / 5
	f := &fake{}
	f.onRead = func(now int64) {
		if now > int64(moment) {
			cancel()
		}
	}
	n := Measure(ctx, quiet(f))
	if !n.Wakeup.OK() || !n.Switch.OK() || !n.Lost.OK() || !n.Speed.OK() || !n.Skew.OK() {
		t.Errorf("got %+v", n)
	}
	if n.Elapsed < moment || n.Elapsed > moment+5*time.Millisecond {
		t.Errorf("cancelled at %v, took %v", moment, n.Elapsed)
	}
}

// TestMeasureKeepsToBudget is a machine on which threads wake up 20 ms late.
func TestMeasureKeepsToBudget(t *testing.T) {
	o := quiet(&fake{late: func(int) int64 { return int64(20 * time.Millisecond) }})
	n := Measure(context.Background(), o)
	if n.Elapsed > o.Budget+5*time.Millisecond || !n.Wakeup.OK() || n.Wakeup.N > 20 || !n.Lost.OK() || !n.Switch.OK() {
		t.Errorf("took %v for %d wake-ups: %+v", n.Elapsed, n.Wakeup.N, n)
	}
	o.Budget = time.Nanosecond
	n = Measure(context.Background(), o)
	if n.Wakeup.OK() || n.Switch.OK() || n.Lost.OK() || n.Lost.Why == "" {
		t.Errorf("without any time: %+v", n)
	}
}

// TestMeasureBusyMachine is a machine whose threads wait so long for their CPUs
// that the budget is used up before anything was measured.
func TestMeasureBusyMachine(t *testing.T) {
	twoProcs(t)
	n := Measure(context.Background(), quiet(&fake{start: int64(budget)}))
	if !n.Wakeup.OK() || !n.Switch.OK() || !n.Lost.OK() || !n.Spread.OK() || len(n.PerCPU) != 2 {
		t.Errorf("got %+v", n)
	}
	if n.Elapsed < 2*budget || n.Elapsed > 4*budget {
		t.Errorf("took %v", n.Elapsed)
	}
}

func TestMeasureSurroundings(t *testing.T) {
	old := debug.SetGCPercent(77)
	defer debug.SetGCPercent(old)
	var stages []string
	o := quiet(&fake{})
	o.Progress = func(stage string) { stages = append(stages, stage) }
	Measure(context.Background(), o)
	if want := []string{"clock", "wake-ups", "thread switches", "gaps"}; !slices.Equal(stages, want) {
		t.Errorf("stages %q, want %q", stages, want)
	}
	if got := debug.SetGCPercent(77); got != 77 {
		t.Errorf("GOGC was 77 and became %d", got)
	}
}

func TestDefaultBudget(t *testing.T) {
	o := quiet(&fake{})
	o.Budget = 0
	if s := newSession(t.Context(), o); s.Budget != defaultBudget {
		t.Errorf("measures for %v", s.Budget)
	}
}

func TestPick(t *testing.T) {
	for _, test := range []struct {
		cpus []int
		n    int
		want []int
	}{
		{nil, 4, nil},
		{[]int{3}, 4, []int{3}},
		{[]int{0, 1, 2, 3}, 4, []int{0, 1, 2, 3}},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, 4, []int{0, 2, 4, 6}},
		{[]int{4, 5, 6, 9, 10}, 2, []int{4, 6}},
	} {
		if got := pick(test.cpus, test.n); !slices.Equal(got, test.want) {
			t.Errorf("pick(%v, %d) = %v, want %v", test.cpus, test.n, got, test.want)
		}
	}
}
