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
	Skipped   []Failure          `json:"skipped,omitempty"` // benchmarks that skipped themselves, with what they said
	Trials    []Trial            `json:"trials,omitempty"`  // every trial, in time order
	Probes    map[Metric]Reading `json:"probes,omitempty"`  // metrics no trial could measure, with the reason
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
	Weight     int      `json:"weight,omitempty"`     // share of contended CPUs, 1 to 10000, beside the 100 of other groups; 0 means as it is
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
	// Dependent says that it failed alone in a process, and passed in one with other
	// benchmarks: those of its package, or of its parent.
	Dependent bool `json:"dependent,omitempty"`
}

// Confidence is the level of the intervals in every report.
const Confidence = 0.95

// Estimate is a location with its interval.
type Estimate struct {
	Center     float64 `json:"center"`
	Lo         float64 `json:"lo"`
	Hi         float64 `json:"hi"`
	Confidence float64 `json:"confidence"` // the level actually reached, e.g. 0.953; 0 when there are too few values for any
	N          int     `json:"n"`          // values it rests on
}

// HalfWidth returns half the interval's width relative to the center, and
// whether there is an interval to speak of.
func (e Estimate) HalfWidth() (float64, bool) {
	if e.Confidence == 0 || e.Center == 0 {
		return 0, false
	}
	return (e.Hi - e.Lo) / 2 / e.Center, true
}

// Outlier is one clean round that lies far from the rest, with what the
// readings say about it.
type Outlier struct {
	Round int     `json:"round"`
	Value float64 `json:"value"` // net ns/op
	Ratio float64 `json:"ratio"` // to the center
	Cause string  `json:"cause"` // "38ms throttled", or "no reading explains it"
}

// Stop says why a benchmark got no more rounds.
type Stop string

// The reasons to stop.
const (
	StopSteady      Stop = "steady"      // the interval is within the target
	StopRounds      Stop = "max rounds"  // -max-rounds or -count reached
	StopTime        Stop = "max time"    // -max-time reached
	StopBudget      Stop = "time is up"  // -for reached
	StopFailed      Stop = "failed"      // a trial failed
	StopInterrupted Stop = "interrupted" // ctrl-C or SIGTERM
	StopUnwritten   Stop = "not written" // its trials could not be written any more, as on a full disk
	StopPolluted    Stop = "polluted"    // too many contaminated trials
	StopDecided     Stop = "decided"     // every variant has its verdict
)

// Summary is what the trials of one benchmark come to.
type Summary struct {
	Benchmark  Benchmark           `json:"benchmark"`
	Accounting Accounting          `json:"accounting"`
	N          int64               `json:"n"` // iterations per trial
	Windows    Windows             `json:"windows,omitzero"`
	Rounds     int                 `json:"rounds"` // clean trials
	Polluted   int                 `json:"polluted"`
	Net        Estimate            `json:"net"`    // ns/op
	Wall       Estimate            `json:"wall"`   // ns/op
	Bill       Bill                `json:"bill"`   // mean over the clean trials
	Units      map[string]Estimate `json:"units"`  // every other unit on the result lines
	CV         float64             `json:"cv"`     // standard deviation ÷ mean of net, a fraction of one
	Steady     bool                `json:"steady"` // CV within -max-cv and interval within -target
	Stop       Stop                `json:"stop"`
	Drift      Drift               `json:"drift"`
	Outliers   []Outlier           `json:"outliers,omitempty"`
}

// Drift describes how net time moved over the rounds.
type Drift struct {
	// Trend is the fitted change from the first to the last round, a fraction
	// of the center (Theil–Sen slope); TrendP is the two-sided p-value of
	// Kendall's tau against no trend.
	Trend  float64 `json:"trend"`
	TrendP float64 `json:"trend_p"`
	// Lag1 is the autocorrelation of neighbouring rounds; Significant when it
	// lies beyond the 95 % band of independent rounds.
	Lag1        float64 `json:"lag1"`
	Significant bool    `json:"significant"`
	// Canary is the relative spread (max ÷ min − 1) of the machine's speed as
	// the ALU and pipe canaries saw it.
	CanaryALU  float64 `json:"canary_alu"`
	CanaryPipe float64 `json:"canary_pipe"`
}
