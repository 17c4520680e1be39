package bill

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

// onTwo is RunParallel by so many workers on a machine with two CPUs, by counters
// alone.
func onTwo(procs int, wall, cpu, wait float64) record.Trial {
	t := window(wall, cpu, monitored(0, record.Thread{TID: 3, Run: int64(cpu), Wait: int64(wait)}), nil)
	t.Parallel, t.Benchmark.Procs, t.CPUs = true, procs, 2
	return t
}

func TestMoreWorkersThanCPUs(t *testing.T) {
	for _, c := range []struct {
		name  string
		trial record.Trial
		net   float64
	}{
		{"two workers", onTwo(2, 1000, 2000, 0), 1000},
		{"eight workers wait for each other", onTwo(8, 1000, 2000, 6000), 1000},
		{"eight workers get half of the CPUs", onTwo(8, 2000, 2000, 14000), 1000},
		{"eight workers under a quota of half a CPU", onTwo(8, 4000, 2000, 30000), 1000},
	} {
		if b := Of(c.trial); math.Abs(b.Net-c.net) > 1e-9 || math.Abs(sum(b)-b.Wall) > 1e-9 {
			t.Errorf("%s: net %g, want %g: %+v", c.name, b.Net, c.net, b)
		}
	}
	lined := onTwo(8, 1000, 2000, 6000)
	lined.Parallel, lined.Lines = false, 2.2 // as the clocks had it when it was calibrated
	if b := Of(lined); math.Abs(b.Net-1000) > 1e-9 {
		t.Errorf("a pool of workers: %+v", b)
	}
}

// Whatever the sums, net is no less than the CPUs need for the CPU time, and no
// more CPUs than wanted are no other than any number.
func TestNetNeedsCPUs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 5000 {
		cpus := 1 + rng.IntN(8)
		wall := 1000 + rng.Float64()*1000
		cpu := rng.Float64() * wall * float64(cpus)
		wait := rng.Float64() * wall * 10
		trial := onTwo(1+rng.IntN(16), wall, cpu, wait)
		trial.CPUs, trial.Lines, trial.Parallel = cpus, 1+rng.Float64()*20, rng.IntN(2) == 0
		b := Of(trial)
		if least := cpu / float64(cpus); b.Net < least-1 || b.Net > wall+1e-6 || math.Abs(sum(b)-wall) > 1e-6 {
			t.Fatalf("net %g of %g, %g of CPU time on %d CPUs: %+v", b.Net, wall, cpu, cpus, trial)
		}
		trial.CPUs = 64 // more than workers
		some := Of(trial)
		if trial.CPUs = 0; Of(trial) != some {
			t.Fatalf("with enough CPUs %+v, with any number %+v", some, Of(trial))
		}
	}
}
