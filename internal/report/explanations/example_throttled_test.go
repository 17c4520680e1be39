package explanations

import "tare/internal/record"

// throttled is a benchmark with GOMAXPROCS=8 under a quota of two CPUs, seen by
// eBPF: garbage collection uses the quota up, and the world stays stopped.
func throttled() record.Explanation {
	return record.Explanation{
		Title: "BenchmarkServe in ./server", Tare: "v0.9.0",
		Args:     []string{"explain", "-bench", "BenchmarkServe$", "./server"},
		Begin:    81_204_118_337_024,
		Duration: 3.204 * sec,
		Kernel: record.KernelSide{
			Level: record.KernelBPF, Sure: everything(), Kernel: "6.18.2", CPUs: 8,
			Groups: []record.QuotaGroup{{Path: "/kubepods/pod7f/app", Quota: 200 * ms, Period: 100 * ms}, {Path: "/kubepods", Period: 100 * ms}},
			Events: 812_404, Stolen: record.Of(14 * ms), ProbeTime: record.Of(62 * ms),
		},
		Go:        record.GoSide{Version: "1.26", Events: 1_904_377, Goroutines: 412, GOMAXPROCS: 8, Complete: true},
		Intervals: []record.Interval{throttledWindow(), throttledRegion()},
		Threads:   throttledThreads(), Procs: throttledProcs(), Groups: throttledGroups(),
		Check:    record.ThreadCheck{Threads: 14, Ran: 5.911 * sec, Waited: 9.204 * sec, StatRan: record.Of(5.934 * sec), StatWaited: record.Of(9.219 * sec)},
		Throttle: throttledEpisodes(), Stops: throttledStops(), Wakeups: throttledWakeups(),
		Syscalls: []record.SyscallCount{
			{Name: "futex", Count: 91_204, PerSec: 28_465.7}, {Name: "epoll_pwait", Count: 48_118, PerSec: 15_018.1},
			{Name: "read", Count: 24_066, PerSec: 7_511.2}, {Name: "write", Count: 24_041, PerSec: 7_503.4},
			{Name: "nanosleep", Count: 11_873, PerSec: 3_705.7}, {Name: "sched_yield", Count: 2_217, PerSec: 691.9},
			{Name: "madvise", Count: 804, PerSec: 250.9}, {Name: "tgkill", Count: 412, PerSec: 128.6},
			{Name: "getpid", Count: 412, PerSec: 128.6}, {Name: "rt_sigreturn", Count: 409, PerSec: 127.7},
		},
		Causes: throttledCauses(),
		Overhead: []record.Overhead{
			{What: "kernel recording", Ratio: record.Of(1.003), Low: 1.001, High: 1.006, Trials: 10},
			{What: "both recordings", Ratio: record.Of(1.014), Low: 1.009, High: 1.020, Trials: 10},
		},
	}
}

func throttledWindow() record.Interval {
	return record.Interval{
		Kind: record.IntervalWindow, Name: "BenchmarkServe-8", Count: 1, Goroutines: 1, Who: "goroutine 34, the benchmark's",
		Wall: 2.412 * sec,
		Mean: stolen(accountOf(2.412*sec,
			seen(record.ItemRunning, 1.187*sec), seen(record.ItemAssist, 96.4*ms), seen(record.ItemStopped, 231.2*ms),
			seen(record.ItemThrottled, 534.8*ms), seen(record.ItemPreempted, 21.3*ms), seen(record.ItemCrowded, 4.1*ms),
			seen(record.ItemRunnable, 88.7*ms), seen(record.ItemSyscallOn, 61.9*ms), seen(record.ItemSyscallOff, 12.4*ms),
			blocked("chan receive", 104.2*ms), blocked("sync.Mutex", 48.3*ms), blocked("network", 20.6*ms)), 11*ms),
	}
}

func throttledRegion() record.Interval {
	return record.Interval{
		Kind: record.IntervalRegion, Name: "handle", Count: 11_873, Goroutines: 1, Who: "the goroutine of each instance",
		Wall:      2.318 * sec,
		Quantiles: []record.Quantile{{P: 0.5, Ns: 104.2 * us}, {P: 0.9, Ns: 141.5 * us}, {P: 0.99, Ns: 312.8 * us}, {P: 1, Ns: 74.9 * ms}},
		Mean: accountOf(195_231,
			seen(record.ItemRunning, 98_114), seen(record.ItemAssist, 8_120), seen(record.ItemStopped, 19_406),
			seen(record.ItemThrottled, 44_871), seen(record.ItemRunnable, 7_212), seen(record.ItemSyscallOn, 5_102),
			blocked("chan receive", 8_317), blocked("sync.Mutex", 4_021)),
		Bars: []record.Bar{
			{Name: "p50", Count: 594, From: 1.2204 * sec, To: 1.2204*sec + 104_192, G: 34, Account: accountOf(104_201,
				seen(record.ItemRunning, 91_022), seen(record.ItemRunnable, 1_118), seen(record.ItemSyscallOn, 4_986),
				blocked("chan receive", 5_930), blocked("sync.Mutex", 1_102))},
			{Name: "p99", Count: 119, From: 2.0118 * sec, To: 2.0118*sec + 312_896, G: 34, Account: accountOf(314_006,
				seen(record.ItemRunning, 104_877), seen(record.ItemAssist, 88_104), seen(record.ItemStopped, 39_120),
				seen(record.ItemRunnable, 42_216), seen(record.ItemSyscallOn, 5_310), blocked("chan receive", 21_870), blocked("sync.Mutex", 12_400))},
			{Name: "worst", Count: 1, From: 1.3282 * sec, To: 1.3282*sec + 74_899_968, G: 34, Account: accountOf(74_899_968,
				seen(record.ItemRunning, 101_312), seen(record.ItemStopped, 74_120_704), seen(record.ItemThrottled, 641_216), blocked("chan receive", 36_700))},
		},
	}
}

func throttledCauses() []record.Cause {
	return []record.Cause{
		{Item: record.ItemThrottled, Ns: 534.8 * ms, Share: 0.2217, Sure: record.Seen,
			Sentence: "The CPU quota took 534.8ms of 2.412s: 8 threads used up 200ms of CPU per 100ms in 25ms, and waited for the refill.",
			Evidence: "11 episodes, 71.9ms each at the median; /kubepods/pod7f/app has a quota of 2 CPUs, GOMAXPROCS is 8",
			Fix:      "set GOMAXPROCS=2, or raise the quota to 8 CPUs"},
		{Item: record.ItemStopped, Ns: 231.2 * ms, Share: 0.0959, Sure: record.Seen,
			Sentence: "3 of 62 stop-the-worlds took 74.2ms, 71.8ms and 70.1ms instead of 38µs: a thread that had to stop was throttled.",
			Evidence: "GC mark termination at 1.328s: 7 of 8 Ps were throttled within it",
			Fix:      "the same"},
		{Item: record.ItemAssist, Ns: 96.4 * ms, Share: 0.04, Sure: record.Seen,
			Sentence: "GC assists took 96.4ms: the benchmark allocates faster than the background workers mark.",
			Evidence: "30 GC cycles; runtime.mallocgc in server.(*Server).decode asks for most of them",
			Fix:      "raise GOGC, set GOMEMLIMIT, or allocate less in server.(*Server).decode"},
	}
}

func throttledStops() record.Stops {
	return record.Stops{
		Count: 62, Total: 218.4 * ms, Stretched: 3, Kept: 215.9 * ms, Clean: 38 * us, GCCycles: 30, GCTotal: 904 * ms,
		Worst: []record.WorldStop{
			{Name: "GC mark termination", From: 1.3281 * sec, To: 1.4023 * sec, Throttled: 74.1 * ms},
			{Name: "GC sweep termination", From: 1.8274 * sec, To: 1.8992 * sec, Throttled: 71.7 * ms},
			{Name: "GC mark termination", From: 2.7291 * sec, To: 2.7992 * sec, Throttled: 69.2 * ms, Preempted: 0.9 * ms},
			{Name: "GC mark termination", From: 0.9114 * sec, To: 0.9114*sec + 61_440},
		},
	}
}

func throttledWakeups() record.Wakeups {
	return record.Wakeups{
		Goroutines: delays(2_104, 88_320, 74.6*ms, 8, 8, 210, 1_904, 12_118, 24_802, 41_903, 9_118, 4_402, 2_001, 822, 604, 391, 88, 12, 4, 0, 1, 2, 9, 14, 22),
		Threads:    delays(5_804, 1_204_224, 75.1*ms, 8, 10, 1_204, 8_802, 24_118, 51_090, 20_441, 6_112, 2_203, 1_108, 604, 411, 388, 214, 96, 31, 12, 40, 61, 88),
	}
}
