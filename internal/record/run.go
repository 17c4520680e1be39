package record

import "time"

// Run is one `tare run`: what was asked, where, and everything it saw.
type Run struct {
	ID        string             `json:"id"` // sortable by start time
	Started   time.Time          `json:"started"`
	Finished  time.Time          `json:"finished"`
	Tare      string             `json:"tare"` // version of tare
	Args      []string           `json:"args"` // command line after "tare"
	Dir       string             `json:"dir"`  // working directory
	Source    Source             `json:"source"`
	Machine   Machine            `json:"machine"`
	Cell      Cell               `json:"cell"`
	Plan      Plan               `json:"plan"`
	Tuning    *Tuning            `json:"tuning,omitempty"`   // what -tune set for the run; nil without it
	Standing  []Setting          `json:"standing,omitempty"` // what earlier tares had set and not put back
	Findings  []Finding          `json:"findings,omitempty"`
	Summaries []Summary          `json:"summaries"`
	Failures  []Failure          `json:"failures,omitempty"`
	Trials    []Trial            `json:"trials,omitempty"` // every trial, in time order
	Probes    map[Metric]Reading `json:"probes,omitempty"` // metrics no trial could measure, with the reason
}

// Source says which code was measured.
type Source struct {
	Module    string `json:"module"`
	GoVersion string `json:"go_version"` // of the toolchain that built the test binaries
	Revision  string `json:"revision,omitempty"`
	Dirty     bool   `json:"dirty"`
	VCSStatus Status `json:"vcs_status"` // Undetermined outside a repository
	VCSWhy    string `json:"vcs_why,omitempty"`
}

// Cell is the controlled box that every trial of a run was put in.
type Cell struct {
	Level      string   `json:"level"`                // "cgroup v1", "cgroup v2" or "none"
	Parent     string   `json:"parent,omitempty"`     // cgroup under which the cells were made
	Quota      float64  `json:"quota,omitempty"`      // CPUs; 0 means no quota
	Period     int64    `json:"period,omitempty"`     // µs of a quota period
	CPUs       string   `json:"cpus,omitempty"`       // "0-3,8"; empty means as inherited
	Memory     int64    `json:"memory,omitempty"`     // bytes; 0 means no limit
	GOMAXPROCS int      `json:"gomaxprocs,omitempty"` // 0 means what the Go runtime picks
	Env        []string `json:"env,omitempty"`        // added to the environment; what stands for secret values is package redact's
	ASLR       bool     `json:"aslr"`                 // address randomization kept
}

// Plan is how the run was to be carried out.
type Plan struct {
	Bench     string        `json:"bench"`
	Packages  []string      `json:"packages"`
	Benchtime time.Duration `json:"benchtime,omitempty"` // target wall time of a window on a quiet machine
	Iters     int64         `json:"iters,omitempty"`     // fixed N (-benchtime=100x); 0 means calibrated
	MinRounds int           `json:"min_rounds"`
	MaxRounds int           `json:"max_rounds"`
	MaxTime   time.Duration `json:"max_time,omitempty"` // per benchmark; 0 means no limit
	For       time.Duration `json:"for,omitempty"`      // for everything, builds included; 0 means no limit
	Target    float64       `json:"target"`             // relative half-width of the interval, a fraction of one
	MaxCV     float64       `json:"max_cv"`             // coefficient of variation, a fraction of one
	Timeout   time.Duration `json:"timeout"`
	Seed      uint64        `json:"seed"`
}

// Failure is a package or benchmark that gave no result.
type Failure struct {
	Package   string  `json:"package"`
	Benchmark string  `json:"benchmark,omitempty"` // empty when the whole package failed
	Variant   int     `json:"variant,omitempty"`   // index into Comparison.Variants; 0 in a run
	Stage     string  `json:"stage"`               // "load", "build", "calibrate" or "trial"
	Outcome   Outcome `json:"outcome"`
	Message   string  `json:"message"`
	Output    string  `json:"output,omitempty"`
}
