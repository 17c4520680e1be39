package bill

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

// window makes a hooked trial of one op with the readings given, in ms.
func window(wall, cpu float64, threads []record.Thread, more record.Readings) record.Trial {
	rs := record.Readings{record.Wall: record.Of(wall), record.CPU: record.Of(cpu), record.Voluntary: record.Of(0)}
	wait := 0.0
	for _, t := range threads {
		wait += float64(t.Wait)
	}
	rs[record.RunqWait] = record.Of(wait)
	for m, r := range more {
		rs[m] = r
	}
	return record.Trial{N: 1, Accounting: record.ByWindow, Readings: rs, Threads: threads}
}

func sum(b record.Bill) float64 {
	total := 0.0
	for _, item := range b.Items() {
		total += item.Ns
	}
	return total
}

func timeline(work, refused, idle, pending, lines float64) record.Timeline {
	return record.Timeline{Status: record.Measured, Work: work, Refused: refused, Idle: idle, Pending: pending, Lines: lines}
}

// monitored adds the main and the monitor thread, which waited for wait.
func monitored(wait int64, threads ...record.Thread) []record.Thread {
	return append([]record.Thread{{TID: 1}, {TID: 2, Wait: wait, Slices: 5}}, threads...)
}

func TestKnownWindows(t *testing.T) {
	one := monitored(0, record.Thread{TID: 3, Run: 1000, Wait: 1000})
	for _, c := range []struct {
		name  string
		trial record.Trial
		want  record.Bill // Wall and CPU are taken from the trial
	}{
		{"quiet and sequential", window(1000, 1000, monitored(0, record.Thread{TID: 3, Run: 1000}), nil),
			record.Bill{OnCPU: 1000, Net: 1000}},
		{"half a CPU by quota", window(2000, 1000, one, record.Readings{record.Throttled: record.Of(1000)}),
			record.Bill{OnCPU: 1000, Throttled: 1000, Net: 1000}},
		{"throttled by an ancestor, in part",
			window(2000, 1000, one, record.Readings{record.Throttled: record.Of(0), record.ThrottledAncestors: record.Of(600)}),
			record.Bill{OnCPU: 1000, Throttled: 600, Waiting: 400, Net: 1000}},
		{"the monitor thread's waits do not count",
			window(2000, 1000, monitored(900, record.Thread{TID: 3, Run: 1000, Wait: 300}), record.Readings{record.Voluntary: record.Of(50)}),
			record.Bill{OnCPU: 1000, Waiting: 300, Blocked: 700, Net: 1700}},
		{"two lines of work, as calibrated, on half a machine", lined(2, window(2000, 2000, one, nil)),
			record.Bill{OnCPU: 1000, Waiting: 1000, Net: 1000}},
		{"RunParallel on half a machine",
			parallel(window(2000, 2000, monitored(0, record.Thread{TID: 3, Run: 1000, Wait: 1000}, record.Thread{TID: 4, Run: 1000, Wait: 1000}), nil)),
			record.Bill{OnCPU: 1000, Waiting: 1000, Net: 1000}},
		{"stolen, as far as /proc/stat admits it",
			window(1000, 700, monitored(0, record.Thread{TID: 3, Run: 700}), record.Readings{record.Steal: record.Of(200)}),
			record.Bill{OnCPU: 700, Stolen: 200, Residual: 100, Net: 700}},
		{"sleeping", window(1000, 10, monitored(0, record.Thread{TID: 3, Run: 10, Slices: 7}), record.Readings{record.Voluntary: record.Of(12)}),
			record.Bill{OnCPU: 10, Blocked: 990, Net: 1000}},
		{"only the monitor thread slept",
			window(1000, 900, monitored(0, record.Thread{TID: 3, Run: 900}), record.Readings{record.Voluntary: record.Of(5)}),
			record.Bill{OnCPU: 900, Residual: 100, Net: 900}},
		{"a GC pause on another thread",
			window(1000, 950, monitored(0, record.Thread{TID: 3, Run: 950}), record.Readings{record.GCPause: record.Of(30)}),
			record.Bill{OnCPU: 950, GCPause: 30, Residual: 20, Net: 980}},

		{"the timeline knows better than the counters",
			seen(timeline(900, 1100, 0, 1500, 1.25), window(2000, 1300, one, record.Readings{record.Throttled: record.Of(625)})),
			record.Bill{OnCPU: 900, Throttled: 500, Waiting: 600, Net: 900}},
		{"waits after a wake-up, and sleep",
			seen(timeline(900, 100, 1000, 100, 1), window(2000, 900, monitored(0, record.Thread{TID: 3, Run: 900, Wait: 350}),
				record.Readings{record.Voluntary: record.Of(50)})),
			record.Bill{OnCPU: 900, Waiting: 350, Blocked: 750, Net: 1650}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Wall, _ = c.trial.Readings.Value(record.Wall)
			c.want.CPU, _ = c.trial.Readings.Value(record.CPU)
			c.want.NetStatus = record.Measured
			if got := Of(c.trial); got != c.want {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func seen(l record.Timeline, t record.Trial) record.Trial {
	t.Timeline = l
	return t
}

func lined(lines float64, t record.Trial) record.Trial {
	t.Lines = lines
	return t
}

func parallel(t record.Trial) record.Trial {
	t.Parallel, t.Benchmark.Procs = true, 2
	return t
}

func TestMissingReadingsAreSaid(t *testing.T) {
	full := window(1000, 900, []record.Thread{{TID: 3, Run: 900, Wait: 100}}, nil)
	for _, m := range []record.Metric{record.CPU, record.RunqWait} {
		trial := full
		trial.Readings = record.Readings{}
		for k, v := range full.Readings {
			trial.Readings[k] = v
		}
		trial.Readings[m] = record.Missing(record.Denied, "not allowed")
		b := Of(trial)
		if b.NetStatus != record.Denied || b.NetWhy != string(m)+": not allowed" || b.Net != b.Wall || sum(b) != b.Wall {
			t.Errorf("without %s: %+v", m, b)
		}
	}
	if b := Of(record.Trial{N: 1}); b.NetStatus != record.Undetermined || b.NetWhy == "" {
		t.Errorf("without a wall time: %+v", b)
	}
}

func TestWholeProcess(t *testing.T) {
	b := Of(record.Trial{N: 10, Accounting: record.ByProcess, Elapsed: 4000, Readings: record.Readings{
		record.Wall: record.Of(2000), record.CPU: record.Of(2000), record.Throttled: record.Of(1000),
	}})
	want := record.Bill{Wall: 200, CPU: 100, OnCPU: 100, Throttled: 50, Residual: 50, Net: 150,
		NetStatus: record.Undetermined, NetWhy: b.NetWhy}
	if b != want || b.NetWhy == "" {
		t.Errorf("got  %+v\nwant %+v", b, want)
	}
}

// Two threads with 1.5 CPUs are throttled for a quarter of their time, and not for nothing.
func TestWholeProcessOfSeveralThreads(t *testing.T) {
	b := Of(record.Trial{N: 1, Accounting: record.ByProcess, Elapsed: 2000, Readings: record.Readings{
		record.Wall: record.Of(1000), record.CPU: record.Of(3000), record.Throttled: record.Of(1000),
	}})
	if b.OnCPU != 750 || b.Throttled != 250 || b.CPU != 1500 || b.Net != 750 {
		t.Errorf("%+v", b)
	}
}

// Whatever the readings, the items add up, none is negative, and net is never
// more than wall.
func TestItemsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	maybe := func(limit float64) record.Reading {
		if rng.IntN(4) == 0 {
			return record.Missing(record.Unsupported, "none")
		}
		return record.Of(rng.Float64() * limit)
	}
	for range 20_000 {
		wall := math.Exp(rng.Float64() * 25)
		var threads []record.Thread
		for i := range rng.IntN(6) {
			threads = append(threads, record.Thread{TID: i, Run: int64(rng.Float64() * wall),
				Wait: int64(rng.Float64() * wall), Slices: int64(rng.IntN(50))})
		}
		trial := window(wall, rng.Float64()*wall*4, threads, record.Readings{
			record.Throttled: maybe(3 * wall), record.ThrottledAncestors: maybe(wall), record.Steal: maybe(wall),
			record.GCPause: maybe(wall), record.Voluntary: maybe(100), record.CPU: maybe(4 * wall),
		})
		trial.N = 1 + rng.Int64N(1000)
		trial.Elapsed = int64(wall * 1.5)
		if rng.IntN(2) == 0 {
			work, refused := rng.Float64()*wall/2, rng.Float64()*wall/2
			trial.Timeline = timeline(work, refused, wall-work-refused, rng.Float64()*wall, 1+rng.Float64())
		}
		if rng.IntN(5) == 0 {
			trial.Accounting = record.ByProcess
		}
		b := Of(trial)
		if s := sum(b); math.Abs(s-b.Wall) > 1e-9*b.Wall {
			t.Fatalf("items sum to %g of %g: %+v from %+v", s, b.Wall, b, trial)
		}
		for _, item := range append(b.Items(), record.BillItem{Name: "net", Ns: b.Net}) {
			if item.Ns < -1e-9*b.Wall || item.Ns > b.Wall*(1+1e-9) {
				t.Fatalf("%s is %g of %g: %+v from %+v", item.Name, item.Ns, b.Wall, b, trial)
			}
		}
	}
}

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
