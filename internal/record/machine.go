package record

import "time"

// Machine is what was measured on.
type Machine struct {
	CPUModel     string `json:"cpu_model"`
	CPUs         int    `json:"cpus"`                    // online
	Affinity     int    `json:"affinity"`                // CPUs tare may run on
	AffinityList string `json:"affinity_list,omitempty"` // which ones: "0-3,8"; empty when unknown
	GOOS         string `json:"goos"`
	GOARCH       string `json:"goarch"`
	Kernel       string `json:"kernel"`
	Facts        []Fact `json:"facts"` // the rest, in the order to print
	// Cgroups are the control groups that tare runs in, per hierarchy its own
	// first and then every ancestor that can be seen.
	Cgroups []ControlGroup `json:"cgroups,omitempty"`
	// Neighbours are the busiest other processes, busiest first; empty when
	// nobody looked (see FactNeighbours).
	Neighbours []Process `json:"neighbours,omitempty"`
}

// Fact is one thing known about the machine, as printed: "kernel" → "6.18.4".
type Fact struct {
	Group string `json:"group,omitempty"` // one of the Group constants
	Name  string `json:"name"`
	Value string `json:"value"`
	// Number is Value in the unit that the fact's name documents, where it is
	// one quantity, so that nobody has to parse what was made for people.
	Number float64 `json:"number,omitempty"`
	// Status is Measured when Value was read; Value is empty otherwise.
	Status Status `json:"status"`
	Why    string `json:"why,omitempty"`
}

// OK reports whether the fact is known.
func (f Fact) OK() bool { return f.Status == Measured }

// Fact returns the named fact of m, undetermined when m has none.
func (m Machine) Fact(name string) Fact {
	for _, f := range m.Facts {
		if f.Name == name {
			return f
		}
	}
	return Fact{Name: name, Status: Undetermined, Why: "not read"}
}

// Limit is a limit that may be known to be absent. A measured limit with None
// set is no limit; Value means something only when it is measured and not None.
type Limit struct {
	Reading
	None bool `json:"none,omitempty"`
}

// Set reports whether there is known to be a limit.
func (l Limit) Set() bool { return l.OK() && !l.None }

// ControlGroup is one control group that limits tare: its own or an ancestor's.
type ControlGroup struct {
	Version     int      `json:"version"`     // of its hierarchy, 1 or 2
	Controllers []string `json:"controllers"` // of its hierarchy
	Dir         string   `json:"dir"`         // as seen from here: "/sys/fs/cgroup/kubepods/pod1"
	Own         bool     `json:"own"`         // tare is in this very group
	// Root is whether the group is the real root of its hierarchy. When the
	// last group listed is not, ancestors are hidden (by a cgroup namespace or
	// a partial mount), and with them their limits.
	Root bool `json:"root"`

	CPU    Limit         `json:"cpu"`              // CPUs: quota ÷ period
	Period time.Duration `json:"period,omitempty"` // of CPU's quota
	Burst  Limit         `json:"burst"`            // ns that may be saved up
	Weight Reading       `json:"weight"`           // cpu.weight (v2, default 100) or cpu.shares (v1, default 1024)
	CPUSet Fact          `json:"cpuset"`           // Value "0-3,8", Number how many
	Memory Limit         `json:"memory"`           // bytes
	Swap   Limit         `json:"swap"`             // bytes of swap alone

	// Since the group was made; Periods of 0 means that no quota ever ran.
	Periods       Reading `json:"periods"`
	Throttled     Reading `json:"throttled"`      // of these, how many used the quota up
	ThrottledTime Reading `json:"throttled_time"` // ns, summed over per-CPU queues
}

// Process is another process on the machine that kept CPUs busy.
type Process struct {
	PID  int     `json:"pid"`
	Name string  `json:"name"`
	CPUs float64 `json:"cpus"` // CPU time ÷ wall time while it was watched
}

// Capacity is what a Go program gets on a machine, and what it should be told.
type Capacity struct {
	// CPUs is how many CPUs' worth of time the program can have: the least of
	// affinity, CPU sets and every quota that can be seen.
	CPUs Reading `json:"cpus"`
	// Limiter says what sets CPUs: "affinity", "cpuset of /…", "quota of /…".
	Limiter string `json:"limiter"`
	// Hidden says why there may be a tighter limit than was seen; empty when
	// every ancestor was.
	Hidden string `json:"hidden,omitempty"`

	GoVersion  string  `json:"go_version"` // of the toolchain: "go1.26.1"; empty when unknown
	Language   string  `json:"language"`   // go directive of the main module: "1.24"; empty when unknown
	GOMAXPROCS Reading `json:"gomaxprocs"` // what the program starts with
	Source     string  `json:"source"`     // "GOMAXPROCS", "affinity", "quota of /…"
	// Recommended is the GOMAXPROCS to set; equal to GOMAXPROCS when the
	// runtime picks right. Reason says why in one sentence.
	Recommended Reading `json:"recommended"`
	Reason      string  `json:"reason"`

	Memory            Limit   `json:"memory"` // bytes: the least of the memory limits and MemTotal
	MemoryLimiter     string  `json:"memory_limiter"`
	GOMEMLIMIT        Limit   `json:"gomemlimit"`         // bytes, None when unset or off
	RecommendedMemory Reading `json:"recommended_memory"` // bytes to set GOMEMLIMIT to
	MemoryReason      string  `json:"memory_reason"`
	GOGC              string  `json:"gogc"` // as set, "100" when unset
}
