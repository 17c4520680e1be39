package record

import (
	"strings"
	"time"
)

// Sweep is one `tare sweep`: the same benchmarks under every combination of some settings.
type Sweep struct {
	ID       string       `json:"id"` // sortable by start time
	Started  time.Time    `json:"started"`
	Finished time.Time    `json:"finished"`
	Tare     string       `json:"tare"` // version of tare
	Args     []string     `json:"args"` // command line after "tare"
	Dir      string       `json:"dir"`  // working directory
	Source   Source       `json:"source"`
	Machine  Machine      `json:"machine"`
	Plan     SweepPlan    `json:"plan"`
	Tuning   *Tuning      `json:"tuning,omitempty"`
	Standing []Setting    `json:"standing,omitempty"` // what earlier tares had set and not put back
	Findings []Finding    `json:"findings,omitempty"`
	Factors  []Factor     `json:"factors"`
	Points   []SweepPoint `json:"points"` // every combination of levels; trials name one by its index
	// Benchmarks are in the order in which they were found.
	Benchmarks []Swept            `json:"benchmarks"`
	Failures   []Failure          `json:"failures,omitempty"` // Variant is the index of the point
	Skipped    []Failure          `json:"skipped,omitempty"`
	Trials     []Trial            `json:"trials,omitempty"` // every trial, in time order; Variant is the index of the point
	Probes     map[Metric]Reading `json:"probes,omitempty"`
}

// SweepPlan is how a sweep was to be carried out.
type SweepPlan struct {
	Bench     string        `json:"bench"`
	Packages  []string      `json:"packages,omitempty"`
	Command   []string      `json:"command,omitempty"`   // what prints benchmark lines, in place of packages
	Benchtime time.Duration `json:"benchtime,omitempty"` // net length of a window of the first point
	Iters     int64         `json:"iters,omitempty"`     // fixed N; 0 means calibrated
	Metric    string        `json:"metric"`              // unit that points are ranked by
	Alpha     float64       `json:"alpha"`               // chance that the best point of any group is dropped or an interval is wrong
	Margin    float64       `json:"margin"`              // difference from the best that does not matter, a fraction of one
	Looks     []int         `json:"looks"`               // rounds after which points may be dropped; the last one ends the sweep
	MaxTime   time.Duration `json:"max_time,omitempty"`  // per benchmark; 0 means no limit
	For       time.Duration `json:"for,omitempty"`       // for everything, builds included; 0 means no limit
	Timeout   time.Duration `json:"timeout"`
	Seed      uint64        `json:"seed"`
}

// Factor is a setting that a sweep varies.
type Factor struct {
	Name   string   `json:"name"`   // "gomaxprocs"
	Levels []string `json:"levels"` // as typed: "1", "50%", "off"; Unset for what holds without the setting
	// Ranks are the places of the levels in the order of how much they let the program have,
	// from 0; −1 for Unset. There are none where levels have no order.
	Ranks []int `json:"ranks,omitempty"`
	// Given says that it is a limit of the place that a program runs in, such as a quota:
	// the question is what is best within it, and not which limit is.
	Given bool `json:"given,omitempty"`
}

// Unset is the level of a factor without a setting: what the Go runtime picks.
const Unset = "unset"

// SweepPoint is one combination of levels.
type SweepPoint struct {
	Levels []int `json:"levels"` // by factor, indices into its Levels
	Group  int   `json:"group"`  // points under the same limits compete with each other, and have the same group
	Cell   Cell  `json:"cell"`
	// Procs is the GOMAXPROCS that holds there; 0 when that is not known.
	Procs int `json:"procs,omitempty"`
	// Default says that the program has no setting of its own there: it is what the Go runtime does by itself.
	Default bool `json:"default,omitempty"`
}

// Describe names the point by its levels: "gomaxprocs=2 quota=50%".
func (s Sweep) Describe(point int) string {
	var words []string
	for f, level := range s.Points[point].Levels {
		words = append(words, s.Factors[f].Name+"="+s.Factors[f].Levels[level])
	}
	return strings.Join(words, " ")
}

// AsRun returns what the sweep measured at one point, as if a run of its own had measured
// it. It has no summaries. Where points differ in GOMAXPROCS, the names of benchmarks leave
// it out: they are the same at every point.
func (s Sweep) AsRun(point int) Run {
	p := s.Plan
	run := Run{ID: s.ID, Started: s.Started, Finished: s.Finished, Tare: s.Tare, Args: s.Args, Dir: s.Dir,
		Source: s.Source, Machine: s.Machine, Cell: s.Points[point].Cell,
		Plan: Plan{Bench: p.Bench, Packages: p.Packages, Benchtime: p.Benchtime, Iters: p.Iters,
			MaxTime: p.MaxTime, For: p.For, Timeout: p.Timeout, Seed: p.Seed}}
	if n := len(p.Looks); n > 0 {
		run.Plan.MinRounds, run.Plan.MaxRounds = p.Looks[0], p.Looks[n-1]
	}
	for _, t := range s.Trials {
		if t.Variant == point {
			t.Benchmark = s.Named(t.Benchmark)
			run.Trials = append(run.Trials, t)
		}
	}
	return run
}

// Named is b without its GOMAXPROCS where points differ in that.
func (s Sweep) Named(b Benchmark) Benchmark {
	for _, p := range s.Points {
		if p.Procs != s.Points[0].Procs {
			b.Procs = 1
		}
	}
	return b
}

// Swept is what a sweep came to for one benchmark.
type Swept struct {
	Benchmark Benchmark    `json:"benchmark"`
	N         int64        `json:"n"` // iterations per trial of the first point
	Windows   Windows      `json:"windows,omitzero"`
	Larger    bool         `json:"larger_is_better,omitempty"` // more of the plan's metric is better
	Rounds    int          `json:"rounds"`
	Stop      Stop         `json:"stop"`
	Points    []PointValue `json:"points"` // in the order of Sweep.Points
	Groups    []GroupBest  `json:"groups"` // by group
	// Effects say which settings matter, the one that explains most first.
	Effects []Effect `json:"effects,omitempty"`
	// Noise is the share of the differences between points that chance explains, a fraction
	// of one.
	Noise float64 `json:"noise"`
	// Complete is the number of rounds in which every point took part and counts: what
	// Effects rest on.
	Complete int `json:"complete"`
}

// PointValue is one point of a benchmark.
type PointValue struct {
	Value Estimate `json:"value"` // in the plan's metric
	// Ratio is Value ÷ that of the best point of its group. Its interval holds for all
	// points, groups and looks together, whichever point the best one is; Confidence is 0
	// when there are too few rounds for that.
	Ratio  Estimate `json:"ratio"`
	Rounds int      `json:"rounds"` // that count
	// Dropped is the round after which it left, being worse than another one of its group;
	// 0 for those that stayed.
	Dropped int `json:"dropped,omitempty"`
	// Units are the medians of all other units.
	Units map[string]float64 `json:"units,omitempty"`
}

// GroupBest is the best point under the same limits.
type GroupBest struct {
	Best int `json:"best"` // index of the point with the best estimate; −1 when no point has a value
	// Settled says that every other point is worse than the best, or the same within the margin.
	Settled bool `json:"settled"`
	// Choice is the point to recommend: of those that are within the margin of the best,
	// the one that takes least. −1 as for Best.
	Choice int `json:"choice"`
	// Default is the point that the Go runtime would be at by itself; −1 when it was not measured.
	Default int `json:"default"`
	// Knees are the levels from which on more of a setting brings no more, one for each factor
	// with an order that has one.
	Knees []Knee `json:"knees,omitempty"`
}

// Knee is the smallest level of a factor that is within the margin of the best, the other
// settings being as they are at the best point.
type Knee struct {
	Factor int `json:"factor"`
	Level  int `json:"level"`
	Point  int `json:"point"`
}

// Effect is how much of the differences between points one factor explains, or two of
// them together beyond what each does.
type Effect struct {
	Factors []int   `json:"factors"` // one, or two
	Share   float64 `json:"share"`   // of the variance of ln Value between points, noise taken off; a fraction of one
	P       float64 `json:"p"`       // that chance alone explains as much, times the number of effects; at most 1
	// Levels are those of a single factor: the mean of ln Value at each minus the mean
	// over all, as a factor (1.2 is 20 % more of the metric), with its interval at 95 %.
	Levels []Estimate `json:"levels,omitempty"`
}
