package record

// KernelLevel is where a kernel recording comes from, best first.
type KernelLevel string

// The levels. What each of them knows for sure is in KernelHeader.Sure.
const (
	KernelBPF  KernelLevel = "ebpf" // scheduler tracepoints, with the throttle state
	KernelPerf KernelLevel = "perf" // context-switch records of the process's own threads
	KernelPoll KernelLevel = "poll" // cpu.stat and schedstat, read again and again
	KernelNone KernelLevel = "none"
)

// Sure says how a figure is known.
type Sure string

// The ways of knowing.
const (
	Seen     Sure = "seen"     // an event said so
	Inferred Sure = "inferred" // it follows from events, by a rule that can be wrong
	Bounded  Sure = "bounded"  // it is at most this much
	Unknown  Sure = ""         // nothing is known
)

// KernelFact is something that a kernel recording tells, or not.
type KernelFact string

// The facts of a kernel recording.
const (
	FactSwitches  KernelFact = "switches"  // when a thread is on a CPU and when not
	FactThrottled KernelFact = "throttled" // that it is not because of a quota
	FactRefill    KernelFact = "refill"    // when a quota was refilled
	FactPreempter KernelFact = "preempter" // who has the CPU instead
	FactWakeups   KernelFact = "wakeups"   // when a sleeping thread was woken
	FactSyscalls  KernelFact = "syscalls"  // how many system calls of each kind
	FactStolen    KernelFact = "stolen"    // CPU time that the hypervisor kept
)

// QuotaGroup is a control group that can throttle the target.
type QuotaGroup struct {
	Path   string `json:"path"`
	Quota  int64  `json:"quota"`  // ns per period; 0 without a limit
	Period int64  `json:"period"` // ns
}

// Window is a benchmark's window.
type Window struct {
	Benchmark Benchmark `json:"benchmark"`
	N         int64     `json:"n"`
	Spans     []Span    `json:"spans"`
	// Loop says that it is one of several in a single call of the benchmark, each an
	// iteration of b.Loop. Otherwise each window is a call.
	Loop bool `json:"loop,omitempty"`
}

// Overhead is what a way of recording did to the workload, measured.
type Overhead struct {
	What   string  `json:"what"`   // "kernel recording", "both recordings"
	Ratio  Reading `json:"ratio"`  // wall time with it ÷ without it
	Low    float64 `json:"low"`    // of the ratio, 95 % interval
	High   float64 `json:"high"`   //
	Trials int     `json:"trials"` // pairs
}
