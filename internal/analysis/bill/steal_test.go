package bill

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

const ms = 1e6

// onCPUs is a window, in ms, of code that ran for so long on each CPU and then
// slept, with what /proc/stat calls stolen from them.
func onCPUs(wall, cpu float64, ran, stolen map[int]float64) record.Trial {
	t := window(wall*ms, cpu*ms, nil, record.Readings{record.Voluntary: record.Of(9)})
	l := record.Timeline{Status: record.Measured, Lines: 1, Ran: map[int]float64{}}
	for k, v := range ran {
		l.Ran[k] = v * ms
		l.Work += v * ms
	}
	l.Idle = wall*ms - l.Work
	t.Timeline, t.StealOn, t.CPUs = l, map[int]float64{}, 2
	for k, v := range stolen {
		t.StealOn[k] = v * ms
	}
	return t
}

type perCPU = map[int]float64

func TestStolenWithATimeline(t *testing.T) {
	for _, c := range []struct {
		name    string
		trial   record.Trial
		stolen  float64 // ms
		blocked float64
	}{
		{"work, of which the CPU clock knows nothing", onCPUs(1000, 900, perCPU{0: 1000}, perCPU{0: 100}), 100, 0},
		{"less than a step, as exactly as the clocks have it", onCPUs(100, 97, perCPU{0: 100}, perCPU{0: 0}), 3, 0},
		{"no more than a step beyond what /proc/stat admits", onCPUs(1000, 900, perCPU{0: 1000}, perCPU{0: 50}), 60, 0},
		{"nothing was ever stolen, and the clocks differ all the same", onCPUs(1000, 990, perCPU{0: 1000}, nil), 0, 0},
		{"on a CPU where the process did not run", onCPUs(1000, 1000, perCPU{0: 1000}, perCPU{1: 500}), 0, 0},
		{"a CPU clock that has stolen time in it", onCPUs(1000, 1000, perCPU{0: 1000}, perCPU{0: 110}), 100, 0},
		{"the same, half of the time elsewhere", onCPUs(1000, 1000, perCPU{0: 500, 1: 500}, perCPU{0: 110, 1: 0}), 50, 0},
		{"a window within a step", onCPUs(5, 5, perCPU{0: 5}, perCPU{0: 10}), 0, 0},
		{"a sleeper while a step falls", onCPUs(100, 1, perCPU{0: 1}, perCPU{0: 10}), 0, 99},
		{"a sleeper on a machine that loses half", onCPUs(1000, 10, perCPU{0: 10}, perCPU{0: 510}), 5, 990},
		{"another thread ran at the end", late(onCPUs(1000, 995, perCPU{0: 1000}, perCPU{0: 0})), 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := Of(c.trial)
			if !near(b.Stolen, c.stolen*ms) || !near(b.Blocked, c.blocked*ms) || !near(sum(b), b.Wall) || !near(b.Net, b.Wall-b.Stolen) {
				t.Errorf("stolen %g ms, blocked %g ms; want %g, %g: %+v", b.Stolen/ms, b.Blocked/ms, c.stolen, c.blocked, b)
			}
		})
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(a, b, 1) }

func late(t record.Trial) record.Trial {
	t.Timeline.Late = 1
	return t
}

// Parallel code loses of the wall time what one of its lines lost.
func TestStolenFromParallelCode(t *testing.T) {
	trial := onCPUs(1000, 1900, perCPU{0: 1000, 1: 1000}, perCPU{0: 100, 1: 0})
	trial.Timeline.Work, trial.Timeline.Idle, trial.Timeline.Lines = 1000*ms, 0, 2
	if b := Of(trial); !near(b.Stolen, 50*ms) || !near(b.OnCPU, 950*ms) {
		t.Errorf("%+v", b)
	}
}

// Without a timeline, a sleeper can expect as much of what was stolen as it used
// of the machine.
func TestStolenWithoutATimeline(t *testing.T) {
	sleeper := func(steal float64) record.Trial {
		trial := window(1000*ms, 10*ms, monitored(0, record.Thread{TID: 3, Run: 10 * ms, Slices: 7}),
			record.Readings{record.Voluntary: record.Of(12), record.Steal: record.Of(steal * ms)})
		trial.StealCPUs = 2
		return trial
	}
	for steal, want := range map[float64]float64{0: 0, 10: 0, 110: 100 * 0.01 / 2} {
		if b := Of(sleeper(steal)); !near(b.Stolen, want*ms) || !near(b.Blocked, (990-want)*ms) {
			t.Errorf("%g ms of steal: %+v", steal, b)
		}
	}
}

// Neither bound of /proc/stat is ever left, and no time is taken that the process
// did not run.
func TestStolenWithinBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 5000 {
		ran, stolen := perCPU{}, perCPU{}
		wall, all := 1+rng.Float64()*500, 0.0
		for k := range 3 {
			ran[k] = rng.Float64() * (wall - all)
			all += ran[k]
			if rng.IntN(3) > 0 {
				stolen[k] = float64(10 * rng.IntN(1+int(wall/10)))
			}
		}
		trial := onCPUs(wall, rng.Float64()*1.2*all, ran, stolen)
		b := Of(trial)
		most := 0.0
		for k, s := range stolen {
			most += min(ran[k], s+10) * ms
		}
		if b.Stolen < 0 || b.Stolen > most*(1+1e-9) || b.OnCPU < -1e-6 || !near(sum(b), b.Wall) {
			t.Fatalf("stolen %g of at most %g: %+v", b.Stolen, most, b)
		}
	}
}
