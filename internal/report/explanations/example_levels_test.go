package explanations

import "tare/internal/record"

// traceOnly is a trace.out without a kernel recording beside it.
func traceOnly() record.Explanation {
	return record.Explanation{
		Title: "trace.out", Tare: "v0.9.0", Args: []string{"explain", "trace.out"},
		Begin: 9_117_402_880, Duration: 1.026 * sec,
		Kernel: record.KernelSide{
			Level: record.KernelNone, Why: []string{"only a Go trace was given; add its kernel.rec, or record both with tare explain -bench"},
			Stolen:    record.Missing(record.Undetermined, "nothing was recorded beside the trace"),
			ProbeTime: record.Missing(record.Undetermined, "there was no recording"),
		},
		Go: record.GoSide{Version: "1.24", Events: 204_117, Goroutines: 38, GOMAXPROCS: 4, Complete: true},
		Intervals: []record.Interval{{
			Kind: record.IntervalAll, Name: "recording", Count: 1, Goroutines: 1, Who: "goroutine 21, the one that ran most", Wall: 1.026 * sec, Summed: true,
			Mean: accountOf(1.026*sec,
				unsure(record.ItemRunning, 704*ms), unsure(record.ItemAssist, 31*ms), seen(record.ItemStopped, 2.4*ms), seen(record.ItemRunnable, 18.8*ms),
				unsure(record.ItemSyscall, 44.1*ms), blocked("chan receive", 201.2*ms), blocked("select", 24.5*ms)),
		}},
		Check: record.ThreadCheck{StatRan: record.Missing(record.Undetermined, "there is no kernel recording"), StatWaited: record.Missing(record.Undetermined, "there is no kernel recording")},
		Procs: []record.LaneBill{
			proc(0, accountOf(1.026*sec, unsure(record.ItemRunning, 811*ms), unsure(record.ItemScheduler, 12*ms), seen(record.ItemIdle, 203*ms))),
			proc(1, accountOf(1.026*sec, unsure(record.ItemRunning, 402*ms), unsure(record.ItemGC, 64*ms), seen(record.ItemIdle, 560*ms))),
			proc(2, accountOf(1.026*sec, unsure(record.ItemRunning, 88*ms), unsure(record.ItemGC, 21*ms), seen(record.ItemIdle, 917*ms))),
			proc(3, accountOf(1.026*sec, unsure(record.ItemRunning, 9*ms), seen(record.ItemIdle, 1.017*sec))),
		},
		Groups: []record.GoroutineGroup{
			{Name: "main.worker", Count: 4, Interest: true, Account: accountOf(4.104*sec, unsure(record.ItemRunning, 1.21*sec), seen(record.ItemRunnable, 41*ms), blocked("chan receive", 2.853*sec))},
			group("main.main", 1, accountOf(1.026*sec, unsure(record.ItemRunning, 22*ms), blocked("sync.WaitGroup", 1.004*sec))),
		},
		Stops:   record.Stops{Count: 8, Total: 0.41 * ms, Clean: 44 * us, GCCycles: 4, GCTotal: 38 * ms},
		Wakeups: record.Wakeups{Goroutines: delays(1_408, 41_216, 402_944, 4, 7, 12, 114, 602, 2_411, 1_808, 904, 411, 118, 61, 12, 3, 1, 1)},
		Causes: []record.Cause{{Item: record.ItemBlocked, Ns: 201.2 * ms, Share: 0.196, Sure: record.Seen,
			Sentence: "Waiting in chan receive took 201.2ms: main.worker waits for main.produce, which ran on one P.",
			Evidence: "main.produce is the one that sends in 91 % of the cases"}},
	}
}

// process is a process that serves no trace: the kernel's side alone.
func process() record.Explanation {
	kernel := record.KernelSide{
		Level: record.KernelBPF, Sure: everything(), Kernel: "6.18.2", CPUs: 4,
		Groups: []record.QuotaGroup{{Path: "/system.slice/api.service", Period: 100 * ms}}, Events: 41_212,
		Stolen: record.Of(0), ProbeTime: record.Missing(record.Unsupported, "kernel.bpf_stats_enabled is 0"),
	}
	return record.Explanation{
		Title: "process 4711", Tare: "v0.9.0", Args: []string{"explain", "-pid", "4711", "-time=5s"},
		Begin: 210_400_118_002, Duration: 5.001 * sec, Kernel: kernel,
		Threads: []record.LaneBill{
			thread(4711, "api", accountOf(5.001*sec, seen(record.ItemRunning, 1.404*sec), seen(record.ItemPreempted, 88*ms), seen(record.ItemWaking, 41*ms), seen(record.ItemIdle, 3.468*sec))),
			thread(4713, "api", accountOf(5.001*sec, seen(record.ItemRunning, 1.201*sec), seen(record.ItemPreempted, 102*ms), seen(record.ItemWaking, 60*ms), seen(record.ItemIdle, 3.638*sec))),
			thread(4712, "api", accountOf(5.001*sec, seen(record.ItemRunning, 31*ms), seen(record.ItemWaking, 9*ms), seen(record.ItemIdle, 4.961*sec))),
		},
		Wakeups: record.Wakeups{Threads: delays(9_204, 2_104_000, 8.8*ms, 4, 10, 114, 2_204, 6_118, 9_090, 8_441, 2_112, 603, 208, 104, 111, 141, 24, 6, 2)},
		Syscalls: []record.SyscallCount{
			{Name: "epoll_pwait", Count: 8_118, PerSec: 1_623.3}, {Name: "futex", Count: 4_204, PerSec: 840.6}, {Name: "write", Count: 3_041, PerSec: 608.1},
		},
		Trouble: []string{"the process serves no trace at /debug/pprof/trace: goroutines and Ps are not known; import net/http/pprof, or record with tare explain -- command"},
	}
}

// perf is a recording without root: whether a preempted thread was throttled
// follows from cpu.stat.
func perf() record.Explanation {
	e := throttled()
	e.Kernel.Level = record.KernelPerf
	e.Kernel.Sure = map[record.KernelFact]record.Sure{
		record.FactSwitches: record.Seen, record.FactThrottled: record.Inferred, record.FactStolen: record.Bounded,
	}
	e.Kernel.Why = []string{"eBPF is denied: CAP_BPF and CAP_PERFMON are missing; run as root, or sudo setcap cap_bpf,cap_perfmon+ep tare"}
	e.Kernel.ProbeTime = record.Missing(record.Unsupported, "only eBPF programs are timed")
	e.Kernel.Lost = 1_204
	e.Check.Threads, e.Check.StatWaited = 14, record.Missing(record.Unsupported, "at level perf nothing says when threads are woken")
	mean := accountOf(2.412*sec,
		seen(record.ItemRunning, 1.187*sec), seen(record.ItemStopped, 231.2*ms), inferred(record.ItemThrottled, 534.8*ms),
		inferred(record.ItemPreempted, 21.3*ms), bounded(record.ItemOffCPU, 60.1*ms), seen(record.ItemRunnable, 88.7*ms),
		seen(record.ItemSyscallOn, 61.9*ms), seen(record.ItemSyscallOff, 12.4*ms), blocked("chan receive", 104.2*ms), blocked("sync.Mutex", 48.3*ms))
	e.Intervals = []record.Interval{throttledWindow()}
	e.Intervals[0].Mean = mean
	e.Threads, e.Procs, e.Groups = e.Threads[:2], e.Procs[:2], e.Groups[3:4]
	e.Throttle.Sure = record.Inferred
	e.Throttle.Episodes = e.Throttle.Episodes[:7]
	for i := range e.Throttle.Episodes {
		for j := range e.Throttle.Episodes[i].Victims {
			v := &e.Throttle.Episodes[i].Victims[j]
			v.Sure, v.Where = record.Inferred, ""
		}
	}
	e.Wakeups.Threads, e.Syscalls, e.Overhead = record.Delays{}, nil, nil
	e.Causes = e.Causes[:1]
	e.Causes[0].Sure = record.Inferred
	return e
}

// poll is a recording of counters alone: it bounds what was throttled.
func poll() record.Explanation {
	e := perf()
	e.Kernel.Level = record.KernelPoll
	e.Kernel.Sure = map[record.KernelFact]record.Sure{record.FactThrottled: record.Bounded, record.FactStolen: record.Bounded}
	e.Kernel.Why = []string{"eBPF is denied: CAP_BPF and CAP_PERFMON are missing", "perf is denied: kernel.perf_event_paranoid is 4; sudo sysctl kernel.perf_event_paranoid=1"}
	e.Kernel.Lost, e.Kernel.Events = 0, 3_204
	e.Check = record.ThreadCheck{StatRan: record.Missing(record.Undetermined, "the recording has no two readings of a thread's schedstat")}
	e.Intervals[0].Mean = accountOf(2.412*sec,
		bounded(record.ItemRunning, 1.8*sec), seen(record.ItemStopped, 231.2*ms), bounded(record.ItemThrottled, 62.9*ms), seen(record.ItemRunnable, 88.7*ms),
		unsure(record.ItemSyscall, 74.3*ms), blocked("chan receive", 104.2*ms), blocked("sync.Mutex", 48.3*ms))
	e.Threads, e.Procs, e.Groups, e.Causes = nil, nil, nil, nil
	e.Throttle = record.Throttling{Sure: record.Bounded, Stat: record.Of(5.738 * sec)}
	e.Stops.Stretched, e.Stops.Kept, e.Stops.Worst = 0, 0, nil
	return e
}

// broken is a trace that breaks off, recorded by a newer Go.
func broken() record.Explanation {
	e := traceOnly()
	e.Title, e.Go.Complete, e.Go.Version, e.Go.GOMAXPROCS = "broken/trace.out", false, "1.24", 0
	e.Trouble = []string{
		"the trace breaks off after 1.026s: reading generation 4: unexpected end of file; what came before is accounted for",
		"goroutines 11, 12 and 40 of it never end in the trace: their last states are left out",
	}
	e.Intervals[0].Mean.Entries = append([]record.Entry{{Item: record.ItemUnknown, Ns: 84 * ms}}, e.Intervals[0].Mean.Entries...)
	e.Intervals[0].Mean.Entries[1].Ns -= 84 * ms
	e.Wakeups, e.Causes, e.Stops = record.Wakeups{}, nil, record.Stops{}
	return e
}
