package main

import "tare/internal/record"

var (
	blocked   = []record.Item{record.ItemBlocked}
	runnable  = []record.Item{record.ItemRunnable}
	stopped   = []record.Item{record.ItemStopped}
	throttled = []record.Item{record.ItemThrottled}
	preempted = []record.Item{record.ItemPreempted}
	late      = []record.Item{record.ItemLate}
)

var (
	glutton = neighbour{name: "glutton", args: []string{"spin"}, cpu: "0"}
	nibbler = neighbour{name: "nibbler", args: []string{"nap", "10us", "2ms"}, cpu: "0"}
)

const onOneCPU = "-cpus=0"

// single are the programs with one fault.
var single = []program{
	{name: "neighbours", how: serves, runs: "work", flags: []string{onOneCPU, "-gomaxprocs=1"}, beside: []neighbour{nibbler, glutton},
		plants: []plant{{what: "a process that spins has the CPU, and one that mostly sleeps", items: preempted, views: anywhere, who: "^glutton$"}}},
	{name: "quota", how: serves, runs: "work", flags: []string{"-quota=0.4", "-gomaxprocs=1"},
		plants: []plant{{what: "a quota of 0.4 CPUs", items: throttled, views: anywhere}}},
	{name: "quota of the parent", how: runs, runs: "work", parent: 0.6, beside: []neighbour{{name: "glutton", args: []string{"spin"}}},
		plants: []plant{{what: "a neighbour uses up the quota of the group above", items: throttled, views: anywhere, who: "glutton"}}},
	{name: "stack dumps", how: serves, runs: "dumps",
		plants: []plant{{what: "runtime.Stack of 3000 goroutines in a loop", items: stopped, views: anywhere, who: `main\.dumper`, where: `main\.dumper|runtime\.Stack`}}},
	{name: "long stop", how: serves, runs: "longstop",
		plants: []plant{{what: "a copy of 384 MB cannot be stopped while the world is", items: stopped, views: anywhere, who: `main\.copier`, where: `main\.copier|runtime\.memmove`}}},
	{name: "2000 goroutines", how: serves, runs: "crowd",
		plants: []plant{{what: "2000 goroutines in the run queue", items: runnable, views: anywhere, who: `main\.member`}}},
	{name: "raw call", how: serves, runs: "rawcall",
		plants: []plant{{what: "a system call that the runtime does not know of keeps the only P", items: runnable, views: anywhere, who: `main\.blocker`, where: `main\.blocker|rawWaiter|syscall\.RawSyscall`}}},
	{name: "GC churn", how: serves, runs: "churn",
		plants: []plant{{what: "three goroutines make garbage beside a large heap: marking and sweeping", items: runnable, views: anywhere, who: `main\.churner|runtime\.gcBgMarkWorker`}}},
	{name: "timer storm", how: serves, runs: "timerstorm",
		plants: []plant{{what: "40 goroutines sleep 1 ms and work 60 µs", items: runnable, views: anywhere, who: `main\.alarm`}}},
	{name: "late timers", how: traced, runs: "latetimer", flags: []string{"-env=GODEBUG=asyncpreemptoff=1"}, tasks: true,
		plants: []plant{{what: "a goroutine that does not yield holds the only P", items: late, views: anywhere, who: `main\.hog`, where: `main\.hog|main\.worker`}}},
	{name: "netpoll starves", how: serves, runs: "netpoll",
		plants: []plant{{what: "all Ps compute while answers are there", items: append(late, record.ItemRunnable, record.ItemBlocked), views: anywhere, who: `main\.cruncher`, atLeast: 0.3}}},
	{name: "GOMAXPROCS=1", how: serves, runs: "fewprocs",
		plants: []plant{{what: "one P for four requests", items: runnable, views: anywhere, who: `net/http\.\(\*conn\)\.serve`}}},
	{name: "GOMAXPROCS=8", how: serves, runs: "manyprocs", flags: []string{"-quota=0.5", "-gomaxprocs=8"},
		plants: []plant{{what: "eight Ps under a quota of half a CPU", items: append(throttled, record.ItemCrowded), views: anywhere, atLeast: 0.4}}},
	{name: "lock across I/O", how: serves, runs: "mutexio",
		plants: []plant{{what: "a lock is held while a pipe is read", items: blocked, views: units, who: `main\.flusher`, where: `main\.flusher`}}},
	{name: "RWMutex", how: serves, runs: "rwmutex", tasks: true,
		plants: []plant{{what: "writers wait for readers that take long", items: blocked, views: units, who: `main\.scanner`, where: `main\.scanner`}}},
	{name: "chain of three", how: serves, runs: "chain",
		plants: []plant{{what: "the third of three goroutines works, and the others wait for it", items: blocked, views: units, who: `main\.third`, where: `main\.(third|worker|chain)`}}},
	{name: "straggler", how: serves, runs: "straggler", tasks: true,
		plants: []plant{{what: "a WaitGroup waits for one of eight", items: blocked, views: units, who: `main\.lastPart`, where: `main\.lastPart`}}},
	{name: "Cond", how: serves, runs: "cond",
		plants: []plant{{what: "a condition is signalled every 4 ms", items: blocked, views: units, who: `main\.signaller`, where: `main\.signaller`}}},
	{name: "select", how: serves, runs: "select", tasks: true,
		plants: []plant{{what: "a select waits for a slow producer", items: blocked, views: units, who: `main\.producer`, where: `main\.producer`}}},
	{name: "finalizers", how: serves, runs: "finalizers",
		plants: []plant{{what: "buffers come back from slow finalizers", items: blocked, views: units, who: `runtime\.(runFinalizers|runfinq)`, where: `main\.giveBack`}}},
	{name: "one in fifty", how: serves, runs: "lookup",
		plants: []plant{{what: "each 50th request waits 25 ms for a resolver", items: blocked, views: []record.View{record.ViewP99, record.ViewWorst}, who: `main\.resolver`, where: `main\.resolver`}}},
	{name: "one op in fifty", how: bench, runs: "Fiftieth", flags: []string{"-op", "-benchtime=600x"},
		plants: []plant{{what: "each 50th iteration waits 12 ms for a resolver", items: blocked, views: []record.View{record.ViewP99, record.ViewWorst}, who: `bench\.resolver`, where: `bench\.resolver`}}},
	{name: "hand-off", how: bench, runs: "HandOff", flags: []string{"-benchtime=300x"},
		plants: []plant{{what: "answers come from a goroutine with LockOSThread", items: append(blocked, record.ItemRunnable), views: units, who: `bench\.bound`, atLeast: 0.4}}},
	{name: "kept lock", how: bench, runs: "KeptLock", flags: []string{"-benchtime=500x"},
		plants: []plant{{what: "a lock is free for 0.2 ms in 4", items: blocked, views: units, who: `bench\.keeper`, where: `bench\.keeper`}}},
	{name: "system call", how: serves, runs: "syscall",
		plants: []plant{{what: "requests sleep in the kernel", items: []record.Item{record.ItemSyscallOff, record.ItemSyscall}, views: units, where: `main\.(inKernel|blockingCall)|clock\.|unix\.ClockNanosleep`}}},
	{name: "cgo", how: serves, runs: "cgo",
		plants: []plant{{what: "requests compute in C", items: []record.Item{record.ItemSyscallOn, record.ItemSyscall}, views: units, where: `main\.cCall|ccall\.`}}},
	{name: "page faults", how: serves, runs: "faults",
		plants: []plant{{what: "memory is touched after MADV_DONTNEED", items: []record.Item{record.ItemRunning, record.ItemFaults}, views: anywhere, where: `main\.(touch|pageFaults)`}}},
	{name: "fsync", how: serves, runs: "fsync",
		plants: []plant{{what: "requests wait for the disk", items: []record.Item{record.ItemSyscallOff, record.ItemSyscall}, views: units, where: `main\.diskSync|os\.`, atLeast: 0.5}}},
	{name: "downstream", how: serves, runs: "downstream",
		plants: []plant{{what: "requests wait 8 ms for another server", items: blocked, views: units, who: `net/http\.\(\*persistConn\)|network`}}},
	{name: "GC assist", how: serves, runs: "assist",
		plants: []plant{{what: "allocating with GOGC=4 beside a large heap", items: []record.Item{record.ItemAssist}, views: units, losses: true}}},
	{name: "hit: lock", how: flies, runs: "stall", flags: []string{"-on=request>10ms"},
		plants: []plant{{what: "a lock is held for 12 ms, seldom", items: blocked, views: onHit, who: `main\.locksmith`, where: `main\.locksmith`}}},
	{name: "hit: neighbour", how: flies, runs: "work", flags: []string{onOneCPU, "-gomaxprocs=1", "-on=sched-latency>20ms"},
		beside: []neighbour{nibbler, {name: "glutton", args: []string{"spin", "80ms", "1300ms"}, cpu: "0", rude: true}},
		plants: []plant{{what: "a process of high priority spins for 80 ms, seldom", items: preempted, views: onHit, who: "^glutton$"}}},
	{name: "hit: GC pause", how: flies, runs: "gcpause", flags: []string{"-on=gc-pause>8ms"},
		plants: []plant{{what: "the collector waits for a copy of 384 MB", items: stopped, views: onHit, who: `main\.copier`, where: `main\.copier|runtime\.memmove`, losses: true}}},
}

var onHit = []record.View{record.ViewHit}

// double are the programs with two faults.
var double = []program{
	{name: "lock + neighbour", how: serves, runs: "lock+work", flags: []string{onOneCPU, "-gomaxprocs=1"}, beside: []neighbour{glutton}, plants: []plant{
		{what: "a lock that is mostly held", items: blocked, views: units, who: `main\.keeper`, where: `main\.keeper`},
		{what: "a process that spins", items: preempted, views: anywhere, who: "^glutton$"}}},
	{name: "lock + stack dumps", how: serves, runs: "lock+dumps", plants: []plant{
		{what: "a lock that is mostly held", items: blocked, views: units, who: `main\.keeper`, where: `main\.keeper`},
		{what: "runtime.Stack in a loop", items: stopped, views: anywhere, who: `main\.dumper`}}},
	{name: "chain + late timers", how: serves, runs: "chain+timer", flags: []string{"-env=GODEBUG=asyncpreemptoff=1"}, plants: []plant{
		{what: "the third of three goroutines is in the kernel", items: blocked, views: units, who: `main\.third`, where: `main\.(third|inKernel|chainAndTimer)|unix\.ClockNanosleep|clock\.`, atLeast: 0.8},
		{what: "a goroutine that does not yield holds the only P", items: append(late, record.ItemRunnable), views: anywhere, who: `main\.hog`}}},
	{name: "network + run queue", how: serves, runs: "downstream+crowd", plants: []plant{
		{what: "answers take 25 ms", items: blocked, views: units},
		{what: "three goroutines that compute on two Ps", items: runnable, views: anywhere, who: `main\.member`}}},
	{name: "select + cgo", how: serves, runs: "select+cgo", plants: []plant{
		{what: "a slow producer", items: blocked, views: units, who: `main\.producer`, where: `main\.producer`},
		{what: "computing in C", items: []record.Item{record.ItemSyscallOn, record.ItemSyscall}, views: units}}},
	{name: "quota + GC assist", how: serves, runs: "quota+assist", flags: []string{"-quota=0.4"}, plants: []plant{
		{what: "a quota of 0.4 CPUs", items: throttled, views: anywhere, atLeast: 0.5},
		{what: "allocating with GOGC=4 beside a large heap", items: []record.Item{record.ItemAssist}, views: units, losses: true}}},
}
