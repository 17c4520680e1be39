package record

import (
	"fmt"
	"strings"
	"time"
)

// Benchmark identifies one benchmark function or leaf sub-benchmark at one
// GOMAXPROCS.
type Benchmark struct {
	Package string `json:"package"` // import path
	Name    string `json:"name"`    // "BenchmarkX/sub", without the -procs suffix
	Procs   int    `json:"procs"`   // GOMAXPROCS it ran at
}

// Short is the name as benchstat prints it: what every name starts with says nothing.
func (b Benchmark) Short() string {
	n := strings.TrimPrefix(b.Name, "Benchmark")
	if b.Procs <= 1 {
		return n
	}
	return fmt.Sprintf("%s-%d", n, b.Procs)
}

// Outcome says how a trial ended.
type Outcome string

// The ways a trial ends. Everything but OK fails the benchmark.
const (
	OK       Outcome = "ok"
	Skipped  Outcome = "skipped"   // b.Skip: no result, but no failure either
	Failed   Outcome = "failed"    // b.Fatal, b.Error, or a non-zero exit status
	Panicked Outcome = "panicked"  // a Go panic or runtime throw
	Exited   Outcome = "exited"    // the process ended without a result (os.Exit)
	TimedOut Outcome = "timed out" // killed at -timeout
	Killed   Outcome = "killed"    // by a signal tare did not send: out of memory, say
	Stopped  Outcome = "stopped"   // tare was interrupted while it ran
)

// Accounting says what the readings of a trial cover.
type Accounting string

// A hooked test binary is read at its own clock reads; without the hook, only
// the whole process can be.
const (
	ByWindow  Accounting = "window"
	ByProcess Accounting = "process"
)

// Trial is one fresh process of one benchmark in a cell.
type Trial struct {
	Benchmark  Benchmark  `json:"benchmark"`
	Variant    int        `json:"variant,omitempty"` // index into Comparison.Variants; 0 in a run
	Round      int        `json:"round"`             // 1-based
	Order      int        `json:"order"`             // 0-based position within the run, in time
	Started    time.Time  `json:"started"`
	Elapsed    int64      `json:"elapsed"` // ns of the whole process, start-up included
	Outcome    Outcome    `json:"outcome"`
	Message    string     `json:"message,omitempty"` // why it was not OK
	Output     string     `json:"output,omitempty"`  // tail of what it printed, kept when not OK
	Accounting Accounting `json:"accounting"`

	N        int64              `json:"n"`        // iterations that count
	Segments int64              `json:"segments"` // StartTimer…StopTimer stretches the window consists of
	Parallel bool               `json:"parallel"` // RunParallel was called
	SetBytes int64              `json:"set_bytes,omitempty"`
	Extra    map[string]float64 `json:"extra,omitempty"` // b.ReportMetric, by unit
	// Better has the units of which the benchmark's output says which way is
	// better ("Unit p99-ns better=lower"): 1 when larger, −1 when smaller.
	Better   map[string]int `json:"better,omitempty"`
	Readings Readings       `json:"readings"`
	Threads  []Thread       `json:"threads,omitempty"`
	Timeline Timeline       `json:"timeline"`
	// Lines is the number of CPUs that the benchmark kept busy at once when it
	// was calibrated: CPU ÷ wall time, at least 1; 0 when that is not known.
	Lines float64 `json:"lines,omitempty"`
	// CPUs is how many CPUs the process may use at once: its affinity, and so its
	// cpuset, among the machine's CPUs. A quota makes them no fewer: that the time on
	// them is rationed is the container's doing. 0 when not known.
	CPUs int `json:"cpus,omitempty"`
	// Memory is the memory limit of its cell in bytes; 0 means none.
	Memory int64 `json:"memory_limit,omitempty"`
	// StealCPUs is how many CPUs the Steal reading is summed over; 0 when not known.
	StealCPUs int `json:"steal_cpus,omitempty"`
	// StealOn has the ns that /proc/stat calls stolen from each CPU within the
	// window, in steps of 10 ms. CPUs from which nothing was ever stolen since boot
	// are left out.
	StealOn map[int]float64 `json:"steal_on,omitempty"`

	Windows Windows `json:"windows,omitzero"`
	// Lead is what N and Readings no longer have in them; nil when nothing was taken
	// off. Threads, Timeline and Segments are those of the whole window.
	Lead *Lead `json:"lead,omitempty"`

	Bill     Bill     `json:"bill"`
	Polluted []string `json:"polluted,omitempty"` // exogenous reasons not to count this trial
}

// Counts reports whether the trial is a clean observation.
func (t *Trial) Counts() bool { return t.Outcome == OK && len(t.Polluted) == 0 }

// Bill is the wall time of a window, split. All values are ns per op; the
// items and Residual sum to Wall.
type Bill struct {
	Wall      float64 `json:"wall"`
	OnCPU     float64 `json:"on_cpu"`
	Throttled float64 `json:"throttled"` // refused by a CPU quota
	Waiting   float64 `json:"waiting"`   // runnable, but somebody else had the CPU
	Stolen    float64 `json:"stolen"`    // taken by the hypervisor
	GCPause   float64 `json:"gc_pause"`  // stopped world, beyond what is on-CPU
	Blocked   float64 `json:"blocked"`   // sleeping, I/O, locks, channels
	Residual  float64 `json:"residual"`  // what no reading explains
	Net       float64 `json:"net"`       // Wall without the container's share
	CPU       float64 `json:"cpu"`       // process CPU time, all threads: exceeds OnCPU in parallel code
	// NetStatus is Measured when every input of Net was; otherwise NetWhy says
	// which was missing and Net is the best that could be done with the rest.
	NetStatus Status `json:"net_status"`
	NetWhy    string `json:"net_why,omitempty"`
}

// BillItem is one named part of a bill.
type BillItem struct {
	Name string  // as printed: "on-CPU", "throttled", …
	Unit string  // its unit on a result line: "oncpu-ns/op", …
	Ns   float64 // per op
	// Container says that the time is the container's, and so not in net.
	Container bool
}

// Items lists the parts of the bill that sum to Wall, residual last.
func (b Bill) Items() []BillItem {
	return []BillItem{
		{"on-CPU", "oncpu-ns/op", b.OnCPU, false},
		{"throttled", "throttled-ns/op", b.Throttled, true},
		{"waiting", "runq-ns/op", b.Waiting, true},
		{"stolen", "stolen-ns/op", b.Stolen, true},
		{"GC pause", "gcpause-ns/op", b.GCPause, false},
		{"blocked", "blocked-ns/op", b.Blocked, false},
		{"residual", "residual-ns/op", b.Residual, false},
	}
}

// Value is one measurement of a trial, as on a result line of the Go benchmark
// format.
type Value struct {
	Value float64
	Unit  string // "ns/op", "net-ns/op", …; no white space
}
