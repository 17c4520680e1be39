package explanations

import (
	"fmt"

	"tare/internal/record"
)

func throttledThreads() []record.LaneBill {
	var threads []record.LaneBill
	for i := range 8 {
		part := float64(i)
		threads = append(threads, thread(4711+int64(i), "server.test", accountOf(2.412*sec,
			seen(record.ItemRunning, 1.204*sec-part*111*ms), seen(record.ItemGC, 88.2*ms), seen(record.ItemThrottled, 702*ms+part*3*ms),
			seen(record.ItemPreempted, 11.7*ms), seen(record.ItemSyscallOn, 54.1*ms), seen(record.ItemScheduler, 22.6*ms),
			seen(record.ItemSpinning, 61.2*ms+part*4*ms), seen(record.ItemWaking, 30.4*ms), seen(record.ItemIdle, 236.5*ms+part*104*ms))))
	}
	rest := thread(0, "", accountOf(9.648*sec, seen(record.ItemSpinning, 184*ms), seen(record.ItemThrottled, 91*ms), seen(record.ItemIdle, 9.371*sec)))
	rest.Lanes = 4
	return append(threads, rest)
}

func throttledProcs() []record.LaneBill {
	var procs []record.LaneBill
	for i := range 8 {
		part := float64(i)
		procs = append(procs, proc(int64(i), accountOf(2.412*sec,
			seen(record.ItemRunning, 1.102*sec-part*98*ms), seen(record.ItemAssist, 41*ms), seen(record.ItemGC, 92*ms),
			seen(record.ItemStopped, 218*ms), seen(record.ItemThrottled, 541*ms-part*8*ms), seen(record.ItemScheduler, 38*ms),
			seen(record.ItemIdle, 379.6*ms+part*106*ms))))
	}
	return procs
}

func throttledGroups() []record.GoroutineGroup {
	bench := group("tare.example/server.BenchmarkServe", 1, throttledWindow().Mean)
	bench.Interest = true
	return []record.GoroutineGroup{
		group("net/http.(*conn).serve", 256, accountOf(617.2*sec,
			seen(record.ItemRunning, 3.914*sec), seen(record.ItemAssist, 212*ms), seen(record.ItemStopped, 1.1*sec), seen(record.ItemThrottled, 2.204*sec),
			seen(record.ItemRunnable, 1.871*sec), seen(record.ItemSyscallOn, 604*ms), blocked("network", 601.3*sec), blocked("sync.Mutex", 5.98*sec))),
		group("net/http.(*Transport).dialConnFor.gowrap1", 104, accountOf(201.1*sec, seen(record.ItemRunning, 88*ms), blocked("select", 201.01*sec))),
		group("runtime.gcBgMarkWorker", 8, accountOf(19.2*sec, seen(record.ItemGC, 611*ms), seen(record.ItemThrottled, 402*ms), blocked("GC worker idle", 18.18*sec))),
		bench,
		group("tare.example/server.(*Server).flush", 1, accountOf(2.412*sec, seen(record.ItemRunning, 12*ms), blocked("sleep", 2.399*sec))),
		group("runtime.bgscavenge", 1, accountOf(2.412*sec, seen(record.ItemRunning, 4*ms), blocked("sleep", 2.408*sec))),
		group("runtime.bgsweep", 1, accountOf(2.412*sec, seen(record.ItemRunning, 31*ms), blocked("GC sweep wait", 2.381*sec))),
		group("runtime.forcegchelper", 1, accountOf(2.412*sec, blocked("force GC idle", 2.412*sec))),
		group("os/signal.loop", 1, accountOf(2.412*sec, unsure(record.ItemSyscall, 2.412*sec))),
		group("runtime/trace.Start.func1", 1, accountOf(2.412*sec, seen(record.ItemSyscallOn, 19*ms), blocked("sleep", 2.393*sec))),
	}
}

func throttledEpisodes() record.Throttling {
	t := record.Throttling{Sure: record.Seen, Count: 11, Total: 5.902 * sec, Queues: 5.711 * sec, Stat: record.Of(5.738 * sec), Wall: 792.4 * ms}
	doing := []record.ThrottleTaken{
		{G: 34, Name: "tare.example/server.BenchmarkServe", Doing: record.ItemRunning, Where: "tare.example/server.(*Server).decode"},
		{G: 18, Name: "runtime.gcBgMarkWorker", Doing: record.ItemGC, Where: "runtime.scanobject"},
		{G: 19, Name: "runtime.gcBgMarkWorker", Doing: record.ItemGC, Where: "runtime.greyobject"},
		{G: 211, Name: "net/http.(*conn).serve", Doing: record.ItemAssist, Where: "runtime.gcAssistAlloc"},
		{G: 214, Name: "net/http.(*conn).serve", Doing: record.ItemSyscallOn, Where: "internal/poll.(*FD).Write"},
		{Name: "server.test", Proc: -1, Doing: record.ItemSpinning, Where: "runtime.findRunnable"},
	}
	for i := range 11 {
		from := int64(328.1*ms) + int64(i)*200*ms
		e := record.ThrottleEpisode{From: from, To: from + 71_900_000 - int64(i)*400*us}
		for j := range 3 + i%4 {
			v := doing[j]
			v.TID, v.Sure = int32(4711+j), record.Seen
			v.From, v.To = from+int64(j)*180*us, e.To-int64(j)*90*us
			if v.Proc == 0 {
				v.Proc = int32(j)
			}
			e.Victims = append(e.Victims, v)
		}
		t.Episodes = append(t.Episodes, e)
	}
	for i, s := range throttledStops().Worst[:3] {
		e := &t.Episodes[[]int{5, 7, 10}[i]]
		e.Stopped, e.Stretch = s.Name, s.Throttled
		e.From, e.To = s.From, s.To
		for j := range e.Victims {
			e.Victims[j].From, e.Victims[j].To = s.From+int64(j)*20*us, s.To-int64(j)*30*us
		}
	}
	for i := range t.Episodes { // a long name of a closure
		if i%4 == 2 {
			t.Episodes[i].Victims[0].Where = fmt.Sprintf("tare.example/server.(*Server).decode.func%d", i)
		}
	}
	return t
}
