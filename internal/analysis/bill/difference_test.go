package bill

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

// beside returns the longer window as a trial from which the shorter was taken off.
func beside(longer, shorter record.Trial, n, lead int64) record.Trial {
	t := longer
	t.N = n
	t.Readings = record.Readings{}
	for m, r := range longer.Readings {
		t.Readings[m] = record.Of(r.Value - shorter.Readings[m].Value)
	}
	t.Lead = &record.Lead{N: lead, Readings: shorter.Readings, Threads: shorter.Threads, Timeline: shorter.Timeline}
	return t
}

// 5000 of set-up, and 100 for each of 100 iterations; the long window was throttled
// for as long again.
func TestSetUpIsTakenOff(t *testing.T) {
	threads := monitored(0, record.Thread{TID: 3, Run: 15000, Wait: 15000})
	longer := window(30000, 15000, threads, record.Readings{record.Throttled: record.Of(15000)})
	shorter := window(5100, 5100, monitored(0, record.Thread{TID: 3, Run: 5100}), record.Readings{record.Throttled: record.Of(0)})
	got := Of(beside(longer, shorter, 99, 1))
	want := record.Bill{Wall: 200, OnCPU: 100, Throttled: 100, Net: 100, CPU: 100, NetStatus: record.Measured}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A pause that only the shorter window had is nobody's credit.
func TestWhatOnlyTheShorterHad(t *testing.T) {
	threads := monitored(0, record.Thread{TID: 3, Run: 1000})
	longer := window(2000, 2000, threads, record.Readings{record.GCPause: record.Of(0)})
	shorter := window(1000, 900, threads, record.Readings{record.GCPause: record.Of(100)})
	if got := Of(beside(longer, shorter, 1, 1)); got.GCPause != 0 || got.OnCPU != 1000 || got.Net != 1000 {
		t.Errorf("%+v", got)
	}
}

func TestDifferencesAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		short := 1000 * rng.Float64()
		long := short + 1000*rng.Float64()
		random := func(wall float64) record.Trial {
			work := wall * rng.Float64()
			return seen(timeline(work, (wall-work)/2, (wall-work)/2, 0, 1), window(wall, work, monitored(0), record.Readings{
				record.Throttled: record.Of(wall * rng.Float64()), record.Steal: record.Of(wall * rng.Float64()),
				record.GCPause: record.Of(wall * rng.Float64()), record.Voluntary: record.Of(float64(rng.IntN(3)))}))
		}
		b := Of(beside(random(long), random(short), 10, 1))
		if math.Abs(sum(b)-b.Wall) > 1e-9*max(1, math.Abs(b.Wall)) {
			t.Fatalf("items sum to %g of %g: %+v", sum(b), b.Wall, b)
		}
		if b.GCPause < 0 || b.Blocked < 0 {
			t.Fatalf("%+v", b)
		}
	}
}

func TestMissingInTheShorterWindow(t *testing.T) {
	longer := window(2000, 2000, monitored(0), nil)
	trial := beside(longer, window(1000, 1000, monitored(0), nil), 1, 1)
	trial.Lead.Readings = record.Readings{record.Wall: record.Of(1000), record.CPU: record.Missing(record.Denied, "no clock")}
	if b := Of(trial); b.NetStatus != record.Denied || b.Wall != 1000 || b.NetWhy == "" {
		t.Errorf("%+v", b)
	}
}
