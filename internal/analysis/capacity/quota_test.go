package capacity

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The recommendation has the least stated cost of all, gives a whole quota its
// number of CPUs, and is never less than 1.
func TestProcs(t *testing.T) {
	check := func(cpus float64) {
		t.Helper()
		n := Procs(cpus)
		for other := 1; other <= 64; other++ {
			if cost(cpus, other) < cost(cpus, n) {
				t.Errorf("quota %v: GOMAXPROCS=%d costs %v, and %d only %v", cpus, n, cost(cpus, n), other, cost(cpus, other))
			}
		}
		switch {
		case cpus <= 1 && n != 1:
			t.Errorf("quota %v: GOMAXPROCS=%d, want 1", cpus, n)
		case cpus == math.Floor(cpus) && (float64(n) != cpus || cost(cpus, n) != 0):
			t.Errorf("quota %v: GOMAXPROCS=%d, which costs %v", cpus, n, cost(cpus, n))
		}
	}
	for hundredths := 1; hundredths <= 800; hundredths++ {
		check(float64(hundredths) / 100)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		check(8 * (1 - r.Float64()))
	}
	for cpus, want := range map[float64]int{0.1: 1, 1.4: 1, 1.42: 2, 1.5: 2, 1.9: 2, 2.4: 2, 2.5: 3, 7.5: 8} {
		if got := Procs(cpus); got != want {
			t.Errorf("quota %v: GOMAXPROCS=%d, want %d", cpus, got, want)
		}
	}
}

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		cpus   float64
		period time.Duration
		want   string
	}{
		{1.9, 100 * time.Millisecond, "Of a quota of 1.9 CPUs, GOMAXPROCS=1 leaves 47% unused; GOMAXPROCS=2, while all threads are busy, is throttled for the last 5ms of each 100ms."},
		{1.25, 10 * time.Millisecond, "Of a quota of 1.25 CPUs, GOMAXPROCS=1 leaves 20% unused; GOMAXPROCS=2, while all threads are busy, is throttled for the last 3.8ms of each 10ms."},
		{1.999, 100 * time.Millisecond, "Of a quota of 1.999 CPUs, GOMAXPROCS=1 leaves 50% unused; GOMAXPROCS=2, while all threads are busy, is throttled for the last 50µs of each 100ms."},
		{2.5, 0, "Of a quota of 2.5 CPUs, GOMAXPROCS=2 leaves 20% unused; GOMAXPROCS=3, while all threads are busy, is throttled for the last 17% of each period."},
		{2, 100 * time.Millisecond, "2 threads of Go code cannot use up a quota of 2 CPUs."},
		{1, 100 * time.Millisecond, "One thread of Go code cannot use up a quota of 1 CPU."},
		{0.25, 100 * time.Millisecond, "One busy thread uses up a quota of 0.25 CPUs in 25ms of each 100ms and then stops: no GOMAXPROCS avoids that, only a higher quota does."},
	} {
		if got := Why(c.cpus, c.period); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
