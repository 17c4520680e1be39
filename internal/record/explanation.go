package record

// Explanation says where the time of an interval went. Times are ns, and
// moments ns since Begin.
type Explanation struct {
	Title     string           `json:"title"` // "BenchmarkX in ./pkg", "process 4711", "trace.out"
	Tare      string           `json:"tare"`
	Args      []string         `json:"args,omitempty"`
	Begin     int64            `json:"begin"`    // ns of CLOCK_MONOTONIC
	Duration  int64            `json:"duration"` // of the recording
	Covered   int64            `json:"covered"`  // ns of it that are explained: all, or those of windows or a range
	Kernel    KernelSide       `json:"kernel"`
	Go        GoSide           `json:"go"`
	Hit       *Hit             `json:"hit,omitempty"` // why the recording was kept
	Intervals []Interval       `json:"intervals"`
	Threads   []LaneBill       `json:"threads,omitempty"` // the busiest, then one for the rest
	Procs     []LaneBill       `json:"procs,omitempty"`
	Groups    []GoroutineGroup `json:"goroutines,omitempty"` // by the function that they start with, most time first
	Throttle  Throttling       `json:"throttling"`
	Check     ThreadCheck      `json:"check"`
	Stops     Stops            `json:"stops"`
	Wakeups   Wakeups          `json:"wakeups"`
	Syscalls  []SyscallCount   `json:"syscalls,omitempty"` // most often first
	Causes    []Cause          `json:"causes,omitempty"`   // greatest share first; those of a hit before all others
	Overhead  []Overhead       `json:"overhead,omitempty"`
	Trouble   []string         `json:"trouble,omitempty"` // what could not be read, and what that means for the figures
}

// KernelSide describes the kernel recording.
type KernelSide struct {
	Level  KernelLevel         `json:"level"`
	Sure   map[KernelFact]Sure `json:"sure,omitempty"`
	Why    []string            `json:"why,omitempty"`
	Kernel string              `json:"kernel,omitempty"`
	CPUs   int                 `json:"cpus,omitempty"`
	Groups []QuotaGroup        `json:"groups,omitempty"`
	Events int64               `json:"events"`
	Lost   int64               `json:"lost"`
	// System is ns of CPU time that the kernel used for the process's threads, and Faults
	// the number of page faults in it.
	System Reading `json:"system"`
	Faults Reading `json:"faults"`
	// Stolen is ns of CPU time that the hypervisor kept from all CPUs meanwhile:
	// a bound for what of the running time did not run.
	Stolen Reading `json:"stolen"`
	// ProbeTime is ns of CPU that recording took in the kernel.
	ProbeTime Reading `json:"probe_time"`
}

// GoSide describes the Go execution trace.
type GoSide struct {
	Version    string `json:"version,omitempty"` // of the trace's format: "1.26"; empty without a trace
	Events     int64  `json:"events"`
	Goroutines int    `json:"goroutines"` // seen
	GOMAXPROCS int    `json:"gomaxprocs"` // as of its end; 0 when not known
	Complete   bool   `json:"complete"`   // the trace did not break off
}

// Hit is what a flight recorder has waited for.
type Hit struct {
	What    string  `json:"what"` // the condition
	From    int64   `json:"from"` // ns since Begin
	To      int64   `json:"to"`
	Who     string  `json:"who"`     // that it happened to, in words
	G       int64   `json:"g"`       // the same as a goroutine; 0 where it is none
	TID     int32   `json:"tid"`     // the same as a thread; 0 where it is none
	Account Account `json:"account"` // of that, meanwhile
	// Stop is the stop of the world that it is, or that was most of it; nil without.
	Stop *WorldStop `json:"stop,omitempty"`
	Ran  []Link     `json:"ran,omitempty"` // what the Ps did meanwhile, most time first
}

// IntervalKind is what kind of stretches an interval stands for.
type IntervalKind string

// The kinds of intervals.
const (
	IntervalAll    IntervalKind = "recording" // all of it
	IntervalRange  IntervalKind = "range"     // a given part of it
	IntervalWindow IntervalKind = "window"    // a benchmark's windows
	IntervalOp     IntervalKind = "op"        // windows of one iteration
	IntervalRegion IntervalKind = "region"    // instances of a user region
	IntervalTask   IntervalKind = "task"      // instances of a user task
	IntervalHTTP   IntervalKind = "request"   // requests that net/http served
)

// Interval is what was accounted for: all stretches of one kind and name.
type Interval struct {
	Kind  IntervalKind `json:"kind"`
	Name  string       `json:"name"`
	Count int64        `json:"count"` // stretches
	// Goroutines is the number of goroutines that each stretch adds up: workers
	// of RunParallel. The bills are sums over them.
	Goroutines int        `json:"goroutines"`
	Ops        int64      `json:"ops,omitempty"` // iterations in all windows of a benchmark
	Who        string     `json:"who"`           // the goroutines, in words
	Wall       int64      `json:"wall"`
	Quantiles  []Quantile `json:"quantiles,omitempty"` // of the stretches' lengths, where there are several
	Mean       Account    `json:"mean"`                // of one stretch
	// Summed tells that the totals are the sums of the items, as nothing else says
	// how long all goroutines were there: the residual is zero by itself.
	Summed bool  `json:"summed,omitempty"`
	Bars   []Bar `json:"bars,omitempty"` // p50, p99, worst
}

// Quantile of the lengths of stretches.
type Quantile struct {
	P  float64 `json:"p"` // 0.5, 0.9, 0.99, 1
	Ns int64   `json:"ns"`
}

// Bar is the account of the stretches of about one length.
type Bar struct {
	Name    string  `json:"name"`  // "p50", "p99", "worst"
	Count   int64   `json:"count"` // stretches that it is the mean of
	Account Account `json:"account"`
	From    int64   `json:"from"` // an example, ns since Begin
	To      int64   `json:"to"`
	G       int64   `json:"g"`
}

// Account is a stretch of time, split. The entries and Residual sum to Total.
type Account struct {
	Total    float64 `json:"total"`
	Entries  []Entry `json:"entries"` // in the order of items, blocked by reason
	Residual float64 `json:"residual"`
	Stolen   float64 `json:"stolen,omitempty"` // of the entries on a CPU, at most this much was stolen
	Waits    []Wait  `json:"waits,omitempty"`  // what the entries that wait are made of, most time first
}

// Wait is all waits of one kind at one place.
type Wait struct {
	Item   Item    `json:"item"`
	Reason string  `json:"reason,omitempty"` // of a blocked goroutine
	Where  string  `json:"where,omitempty"`  // "function file:line"
	Ns     float64 `json:"ns"`
	Links  []Link  `json:"links,omitempty"` // who had to come first, most time first; none where no goroutine had to
}

// Link is what goroutines did for which others waited.
type Link struct {
	Depth  int     `json:"depth"`         // 0: ended the wait; 1: was waited for by one that did; … (the least, where there are several)
	Who    string  `json:"who,omitempty"` // function that they started with
	Item   Item    `json:"item"`
	Detail string  `json:"detail,omitempty"`
	Where  string  `json:"where,omitempty"` // "function file:line"
	Ns     float64 `json:"ns"`
}

// Entry is one item of an account.
type Entry struct {
	Item   Item    `json:"item"`
	Detail string  `json:"detail,omitempty"` // what for: the reason of blocking
	Ns     float64 `json:"ns"`
	Sure   Sure    `json:"sure"`
}

// LaneBill is the account of one thread or P over the interval of interest.
type LaneBill struct {
	Lane    Lane    `json:"lane"`
	Name    string  `json:"name"`
	Lanes   int     `json:"lanes"` // more than one: it stands for that many
	Account Account `json:"account"`
}

// GoroutineGroup is all goroutines that start with the same function.
type GoroutineGroup struct {
	Name    string  `json:"name"`
	Count   int     `json:"count"`
	Account Account `json:"account"` // sum
	OnP     float64 `json:"on_p"`    // ns of Ps that they held: running, in system calls, or kept from a CPU
	// Interest tells that the intervals are about these.
	Interest bool `json:"interest,omitempty"`
}

// Throttling is what a CPU quota did.
type Throttling struct {
	Sure     Sure              `json:"sure"`
	Episodes []ThrottleEpisode `json:"episodes,omitempty"` // the longest ones, in time
	Count    int               `json:"count"`              // of all episodes
	Total    int64             `json:"total"`              // ns, summed over threads
	// Queues is ns summed over CPUs, each as long as any thread was throttled
	// there: what cpu.stat counts. Stat is what cpu.stat says.
	Queues int64   `json:"queues"`
	Stat   Reading `json:"stat"`
	// Wall is ns in which at least one thread was throttled.
	Wall int64 `json:"wall"`
}

// ThreadCheck compares what the account says of threads with what the kernel
// counts in schedstat, for each thread between the first and the last reading.
type ThreadCheck struct {
	Threads int   `json:"threads"` // that were read twice
	Ran     int64 `json:"ran"`     // ns on a CPU, by the account
	Waited  int64 `json:"waited"`  // ns in which they wanted a CPU and had none, by the account
	// StatRan and StatWaited are what schedstat says.
	StatRan    Reading `json:"stat_ran"`
	StatWaited Reading `json:"stat_waited"`
}

// ThrottleEpisode is a stretch of time in which threads were throttled.
type ThrottleEpisode struct {
	From    int64           `json:"from"` // ns since Begin
	To      int64           `json:"to"`
	Victims []ThrottleTaken `json:"victims"`
	// Stopped names the stop-the-world or GC phase that it stretched.
	Stopped string `json:"stopped,omitempty"`
	Stretch int64  `json:"stretch,omitempty"` // ns of that within the episode
}

// ThrottleTaken is one thread that was throttled.
type ThrottleTaken struct {
	TID   int32  `json:"tid"`
	From  int64  `json:"from"`
	To    int64  `json:"to"`
	G     int64  `json:"g,omitempty"`
	Proc  int32  `json:"proc"` // -1 for none
	Name  string `json:"name"` // of the goroutine or thread
	Doing Item   `json:"doing"`
	Where string `json:"where,omitempty"` // "function file:line"
	Sure  Sure   `json:"sure"`
}

// Stops are the stop-the-worlds.
type Stops struct {
	Count     int         `json:"count"`
	Total     int64       `json:"total"`
	Stretched int         `json:"stretched"`           // by throttling or preemption
	Kept      int64       `json:"kept"`                // ns of them in which a thread of the process was throttled or preempted
	Clean     int64       `json:"clean"`               // median ns of those that were not stretched
	Worst     []WorldStop `json:"worst,omitempty"`     // longest first
	By        []StopSum   `json:"by,omitempty"`        // most time first
	GCCycles  int         `json:"gc_cycles,omitempty"` // concurrent mark phases
	GCTotal   int64       `json:"gc_total,omitempty"`  // ns of them
}

// WorldStop is one stop-the-world.
type WorldStop struct {
	Name      string `json:"name"`
	From      int64  `json:"from"`
	To        int64  `json:"to"`
	Throttled int64  `json:"throttled"` // ns of it in which a thread was throttled
	Preempted int64  `json:"preempted"` // and preempted by another process
	// Who stopped it, and where: the function that the goroutine started with, and
	// "function file:line".
	Who   string `json:"who,omitempty"`
	Where string `json:"where,omitempty"`
	// Stopping is ns until everybody had stopped, and Last is who was last, and what
	// that did all the while.
	Stopping int64 `json:"stopping"`
	Last     Link  `json:"last"`
}

// StopSum is all stop-the-worlds of one kind that were made at one place.
type StopSum struct {
	Name     string `json:"name"`
	Who      string `json:"who,omitempty"`
	Where    string `json:"where,omitempty"`
	Count    int    `json:"count"`
	Total    int64  `json:"total"`          // ns
	Stopping int64  `json:"stopping"`       // ns of that until everybody had stopped
	Last     []Link `json:"last,omitempty"` // who was last to stop, with those ns, most first
}

// Wakeups are the delays between being able to run and running.
type Wakeups struct {
	// Goroutines: runnable until running. Threads: woken until on a CPU.
	Goroutines Delays `json:"goroutines"`
	Threads    Delays `json:"threads"`
}

// Delays are counted in steps of powers of two: step i holds delays below
// 2^i ns, and not below half that.
type Delays struct {
	Count  int64     `json:"count"`
	Worst  int64     `json:"worst"`
	P50    int64     `json:"p50"`
	P99    int64     `json:"p99"`
	Steps  []int64   `json:"steps,omitempty"`
	ByLane []Row     `json:"by_lane,omitempty"` // by P, or CPU for threads
	ByTime [][]int64 `json:"by_time,omitempty"` // [column of time][step]
}

// Row is the steps of one lane.
type Row struct {
	Lane  int64   `json:"lane"`
	Steps []int64 `json:"steps"`
}

// SyscallCount is how often a system call was made within the recording.
type SyscallCount struct {
	Name   string  `json:"name"`
	Count  int64   `json:"count"`
	PerSec float64 `json:"per_second"`
}

// View is what a cause is a cause of.
type View string

// The views.
const (
	ViewHit     View = "hit"     // what a flight recorder waited for
	ViewWorst   View = "worst"   // that the longest stretch of the interval took longer than the median
	ViewP99     View = "p99"     // the same of the longest one in a hundred
	ViewMean    View = "mean"    // the mean stretch of the interval
	ViewProcess View = "process" // the whole process, for as long as was recorded
)

// Cause is one reason why something took as long as it did.
type Cause struct {
	View     View    `json:"view"`
	Interval string  `json:"interval,omitempty"` // by name; empty of the process
	Item     Item    `json:"item"`
	Ns       float64 `json:"ns"`    // of what the view is about
	Share    float64 `json:"share"` // of what the view is about
	Sure     Sure    `json:"sure"`
	// Who is the culprit, if one is known: the name of a process, or the function
	// that a goroutine started with. Where is what it did then: "function file:line".
	Who   string `json:"who,omitempty"`
	Where string `json:"where,omitempty"`
	// At is what was waited for and where, of a wait.
	At       string `json:"at,omitempty"`
	Sentence string `json:"sentence"` // what happened, with the numbers
	Evidence string `json:"evidence,omitempty"`
	Fix      string `json:"fix,omitempty"`
}
