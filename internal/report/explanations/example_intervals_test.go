package explanations

import "tare/internal/record"

// parallel is RunParallel with 8 workers that fight over one lock; accounts are
// sums over them.
func parallel() record.Explanation {
	wall := 1.508 * sec
	interval := record.Interval{
		Kind: record.IntervalWindow, Name: "BenchmarkCache/parallel-8", Count: 1, Goroutines: 8, Who: "the 8 workers of RunParallel", Wall: int64(wall), Summed: true,
		Mean: accountOf(8*wall-27*ms,
			seen(record.ItemRunning, 4.902*sec), seen(record.ItemStopped, 4*ms), seen(record.ItemPreempted, 188*ms), seen(record.ItemCrowded, 41*ms),
			seen(record.ItemRunnable, 1.204*sec), blocked("sync.RWMutex", 5.61*sec), blocked("sync.Mutex", 88*ms)),
	}
	workers := group("testing.(*B).RunParallel.func1", 8, interval.Mean)
	workers.Interest = true
	return record.Explanation{
		Title: "BenchmarkCache/parallel in ./cache", Tare: "v0.9.0", Args: []string{"explain", "-bench", "BenchmarkCache/parallel$", "./cache"},
		Begin: 55_000_128, Duration: 1.911 * sec,
		Kernel:    record.KernelSide{Level: record.KernelBPF, Sure: everything(), Kernel: "6.12.8", CPUs: 8, Events: 404_118, Stolen: record.Of(0), ProbeTime: record.Of(31 * ms)},
		Go:        record.GoSide{Version: "1.26", Events: 2_204_811, Goroutines: 17, GOMAXPROCS: 8, Complete: true},
		Intervals: []record.Interval{interval},
		Groups:    []record.GoroutineGroup{workers},
		Check:     record.ThreadCheck{Threads: 11, Ran: 5.204 * sec, Waited: 233 * ms, StatRan: record.Of(5.21 * sec), StatWaited: record.Of(231 * ms)},
		Procs: []record.LaneBill{
			proc(0, accountOf(wall, seen(record.ItemRunning, 704*ms), seen(record.ItemScheduler, 188*ms), seen(record.ItemIdle, 616*ms))),
			proc(1, accountOf(wall, seen(record.ItemRunning, 681*ms), seen(record.ItemScheduler, 201*ms), seen(record.ItemIdle, 626*ms))),
		},
		Stops:   record.Stops{Count: 2, Total: 51 * us, Clean: 25 * us},
		Wakeups: record.Wakeups{Goroutines: delays(4_608, 61_440, 3.1*ms, 8, 8, 1_204, 8_118, 31_020, 71_118, 102_404, 51_208, 12_004, 2_104, 601, 112, 24, 8, 4, 1, 1)},
		Causes: []record.Cause{{Item: record.ItemBlocked, Ns: 5.61 * sec, Share: 0.465, Sure: record.Seen,
			Sentence: "The workers waited for a sync.RWMutex 46.5% of their time, in cache.(*Cache).Get.",
			Evidence: "102 404 waits of 4.6µs at the median; the lock was held 1.48s of 1.508s",
			Fix:      "split the map of cache.Cache into shards, or use sync.Map"}},
		Overhead: []record.Overhead{{What: "both recordings", Ratio: record.Missing(record.Undetermined, "the benchmark takes too long for pairs"), Trials: 0}},
	}
}

// regions is a server's regions and tasks, with their quantiles.
func regions() record.Explanation {
	query := record.Interval{
		Kind: record.IntervalRegion, Name: "query", Count: 402, Goroutines: 1, Who: "the goroutine of each instance", Wall: 1.244 * sec,
		Quantiles: []record.Quantile{{P: 0.5, Ns: 2.104 * ms}, {P: 0.9, Ns: 5.31 * ms}, {P: 0.99, Ns: 21.8 * ms}, {P: 1, Ns: 40.2 * ms}},
		Mean: accountOf(3.094*ms, seen(record.ItemRunning, 0.611*ms), seen(record.ItemPreempted, 0.0398*ms), seen(record.ItemRunnable, 0.204*ms),
			seen(record.ItemSyscallOn, 0.0502*ms), blocked("network", 1.92*ms), blocked("sync.Mutex", 0.268*ms)),
		Bars: []record.Bar{
			{Name: "p50", Count: 20, From: 0.2 * sec, To: 202.1 * ms, G: 88, Account: accountOf(2.1*ms, seen(record.ItemRunning, 0.58*ms), seen(record.ItemRunnable, 0.02*ms), blocked("network", 1.5*ms))},
			{Name: "p99", Count: 4, From: 0.81 * sec, To: 831.8 * ms, G: 104, Account: accountOf(21.8*ms, seen(record.ItemRunning, 0.9*ms), seen(record.ItemPreempted, 4*ms), seen(record.ItemRunnable, 9.8*ms), blocked("sync.Mutex", 7.1*ms))},
		},
	}
	task := record.Interval{
		Kind: record.IntervalTask, Name: "request 日本", Count: 3, Goroutines: 2, Who: "the goroutines of each instance", Wall: 18.3 * ms,
		Mean: accountOf(12.2*ms, seen(record.ItemRunning, 3*ms), blocked("network", 9.1*ms)),
	}
	empty := record.Interval{Kind: record.IntervalRegion, Name: "flush", Who: "the goroutine of each instance"}
	return record.Explanation{
		Title: "command ./api -addr=:8080", Tare: "v0.9.0", Args: []string{"explain", "-region=query", "--", "./api", "-addr=:8080"},
		Begin: 1_024, Duration: 2.402 * sec,
		Kernel:    record.KernelSide{Level: record.KernelBPF, Sure: everything(), Kernel: "6.8.0-45-generic", CPUs: 4, Events: 88_104, Stolen: record.Of(31 * ms), ProbeTime: record.Of(8 * ms)},
		Go:        record.GoSide{Version: "1.25", Events: 512_044, Goroutines: 1_204, GOMAXPROCS: 4, Complete: true},
		Intervals: []record.Interval{query, task, empty},
		Wakeups:   record.Wakeups{Goroutines: delays(1_920, 9.1*ms, 12.4*ms, 4, 9, 804, 4_118, 2_204, 911, 402, 114, 61, 31, 12, 8, 4, 2, 2, 9, 14, 21)},
		Causes: []record.Cause{{Item: record.ItemRunnable, Ns: 0.204 * ms, Share: 0.066, Sure: record.Seen,
			Sentence: "The slowest 1% waited 9.8ms for a P: 41 goroutines were runnable on 4 Ps."}},
	}
}
