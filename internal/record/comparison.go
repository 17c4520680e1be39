package record

import (
	"math"
	"slices"
	"strings"
	"time"
)

// Comparison is one `tare compare`: variants of the same benchmarks, what was
// measured of them, and the verdicts.
type Comparison struct {
	ID         string         `json:"id"` // sortable by start time
	Started    time.Time      `json:"started"`
	Finished   time.Time      `json:"finished"`
	Tare       string         `json:"tare"` // version of tare
	Args       []string       `json:"args"` // command line after "tare"
	Dir        string         `json:"dir"`  // working directory
	Machine    Machine        `json:"machine"`
	Design     Design         `json:"design"`
	Plan       ComparisonPlan `json:"plan"`
	Tuning     *Tuning        `json:"tuning,omitempty"`
	Standing   []Setting      `json:"standing,omitempty"` // what earlier tares had set and not put back
	Variants   []Variant      `json:"variants"`           // the first is the base
	Findings   []Finding      `json:"findings,omitempty"`
	Benchmarks []Compared     `json:"benchmarks"`
	// Unmatched are benchmarks that not every side has.
	Unmatched []Unmatched `json:"unmatched,omitempty"`
	// Calibration tells whether the base differs from itself.
	Calibration Calibration `json:"calibration"`
	// OneSided is set when nearly everything moved the same way, which the
	// machine or the build does more often than the code.
	OneSided *OneSided          `json:"one_sided,omitempty"`
	Failures []Failure          `json:"failures,omitempty"`
	Skipped  []Failure          `json:"skipped,omitempty"` // benchmarks that skipped themselves, with what they said
	Trials   []Trial            `json:"trials,omitempty"`  // every trial, in time order
	Probes   map[Metric]Reading `json:"probes,omitempty"`  // metrics no trial could measure
	// Sessions are the parts that it was measured in, the last one at the end;
	// none when that was done in one go.
	Sessions []Session `json:"sessions,omitempty"`
	// Owner is the process that measures it, or did last.
	Owner string `json:"owner,omitempty"`
}

// Design says what the trials of a comparison are to each other.
type Design string

// The designs, from the strongest to the weakest.
const (
	// Paired trials: every round has one fresh process of each variant, next to
	// each other and in random order.
	Paired Design = "paired"
	// Separate results were measured one side after the other. What changed on
	// the machine in between passes for a change of the code.
	Separate Design = "separate"
)

// ComparisonPlan is how a comparison was to be carried out.
type ComparisonPlan struct {
	Bench     string        `json:"bench"`
	Packages  []string      `json:"packages,omitempty"`
	Benchtime time.Duration `json:"benchtime,omitempty"` // net length of a window of the base
	Iters     int64         `json:"iters,omitempty"`     // fixed N; 0 means calibrated
	Metric    string        `json:"metric"`              // units that verdicts are about, or "auto" for one, with commas between them
	Alpha     float64       `json:"alpha"`               // error rate of all "faster" and "slower" together
	Margin    float64       `json:"margin"`              // change that does not matter, a fraction of one
	// Margins are those of units that have their own.
	Margins map[string]float64 `json:"margins,omitempty"`
	Looks   []int              `json:"looks"`              // numbers of pairs at which a verdict may fall
	Kept    float64            `json:"kept,omitempty"`     // share of Alpha kept back for looks after those; 0 means that it cannot go on
	MaxTime time.Duration      `json:"max_time,omitempty"` // per benchmark; 0 means no limit
	For     time.Duration      `json:"for,omitempty"`      // for everything, builds included; 0 means no limit
	Floor   bool               `json:"floor,omitempty"`    // changes must go beyond what the base differs from itself
	Layouts int                `json:"layouts,omitempty"`  // link orders to go through; 0 means the linker's own
	// Confirm says that changes are held against the machine code, and small ones
	// against other link orders.
	Confirm bool          `json:"confirm,omitempty"`
	Timeout time.Duration `json:"timeout"`
	Seed    uint64        `json:"seed"`
}

// Metrics are the units that verdicts are about, in the order asked for.
func (p ComparisonPlan) Metrics() []string { return strings.Split(p.Metric, ",") }

// MarginOf is the change in the unit that does not matter, a fraction of one.
func (p ComparisonPlan) MarginOf(unit string) float64 {
	if own, ok := p.Margins[unit]; ok {
		return own
	}
	return p.Margin
}

// Role says what a variant is in a comparison for.
type Role string

// The roles. Copies and relinked bases are floors: what differs there is error.
const (
	Base      Role = "base"
	Contender Role = "contender"
	Copy      Role = "copy"     // the base's own binary once more
	Relinked  Role = "relinked" // the base's source, linked in another order
)

// Variant is one of the things compared: code and the conditions it runs under.
type Variant struct {
	Name     string   `json:"name"` // "old", "new", "new2", "copy", "relinked"
	Role     Role     `json:"role"`
	Side     string   `json:"side"`               // as the user named the code: "HEAD~1", "./x.test", "old.txt"
	Settings []string `json:"settings,omitempty"` // KEY=VALUE that this variant has to itself: "gogc=50"
	Source   Source   `json:"source"`
	Flags    []string `json:"flags,omitempty"` // build flags
	Cell     Cell     `json:"cell"`
	// Commit is what Side stood for, where that is a revision.
	Commit string `json:"commit,omitempty"`
	// Binaries are the SHA-256 of its test binaries, by package and link order:
	// "example.com/m" or "example.com/m#3".
	Binaries map[string]string `json:"binaries,omitempty"`
}

// Verdict is what a comparison comes to.
type Verdict string

// The verdicts.
const (
	Faster       Verdict = "faster"
	Slower       Verdict = "slower"
	Equivalent   Verdict = "equivalent"   // the whole interval lies within the margin
	Inconclusive Verdict = "inconclusive" // there is not enough evidence for any of the others
	Invalid      Verdict = "invalid"      // what was measured says nothing about the change
	SameCode     Verdict = "same code"    // whatever differs: the machine code does not
)

// Compared is one benchmark in all its variants, in one unit. Where verdicts are
// about several units, those of a benchmark follow each other.
type Compared struct {
	Benchmark Benchmark `json:"benchmark"`
	N         int64     `json:"n"`                // iterations per trial of the base
	Windows   Windows   `json:"windows,omitzero"` // of the base
	Metric    string    `json:"metric"`           // unit that the verdicts are about: "net-ns/op"
	MetricWhy string    `json:"metric_why,omitempty"`
	Larger    bool      `json:"larger_is_better,omitempty"` // more of Metric is better
	Rounds    int       `json:"rounds"`
	Looks     int       `json:"looks,omitempty"` // taken so far, this one included
	Stop      Stop      `json:"stop"`
	// Old is the base in the unit of the verdicts, over its clean trials.
	Old     Estimate `json:"old"`
	Changes []Change `json:"changes"` // one for each contender, in the order of Comparison.Variants
	// Floors are copies and relinked bases against the base.
	Floors []Floor `json:"floors,omitempty"`
}

// Change is a contender against the base. Its estimates have their level in
// Confidence; intervals of a paired design hold at every look.
type Change struct {
	Variant int     `json:"variant"` // index into Comparison.Variants
	Verdict Verdict `json:"verdict"`
	// Within qualifies Slower and Faster: there is a change, but the estimate of
	// it lies within the margin. It fails no gate.
	Within bool `json:"within_margin,omitempty"`
	// Why is a sentence: what stands in the way of a verdict, or qualifies it.
	Why string `json:"why,omitempty"`
	// More is about how many more pairs an inconclusive comparison needs; 0
	// when that cannot be told.
	More int `json:"more,omitempty"`

	Windows Windows `json:"windows,omitzero"` // of the contender

	New   Estimate `json:"new"`   // the contender in the unit of the verdicts
	Ratio Estimate `json:"ratio"` // new ÷ old; Confidence 0 when there are too few pairs for an interval
	// SE is the standard error of ln Ratio, by the scatter of the pairs; 0 where that
	// is not known.
	SE float64 `json:"se,omitempty"`
	// Diff is new − old in the unit, where that has no ratio because of values
	// that are zero or negative; Ratio then has N 0, otherwise Diff has.
	Diff Estimate `json:"diff,omitzero"`
	// Exact says that every trial of the base has the very same value, and every one
	// of the contender: a count that does not vary is known to the last digit.
	Exact   bool `json:"exact,omitempty"`
	Pairs   int  `json:"pairs"`   // that count
	Dropped int  `json:"dropped"` // with a contaminated trial in them
	// Unfiltered is Ratio with the dropped pairs back in; it has N 0 when none
	// was dropped.
	Unfiltered Estimate `json:"unfiltered,omitzero"`
	P          float64  `json:"p"`          // against no change, valid at every look
	Adjusted   float64  `json:"p_adjusted"` // for all comparisons made together
	// MDE is the smallest change, a fraction of one, that would be found four
	// times in five with this many pairs and this noise, among as many
	// comparisons; 0 when unknown.
	MDE float64 `json:"mde"`
	// Logs are ln(new ÷ old) of every pair, in time order, for pictures; none
	// where there is no Ratio.
	Logs []PairLog `json:"logs,omitempty"`
	// Units are all the other units, in the order to print, wall time first.
	Units   []UnitChange `json:"units,omitempty"`
	Profile *ProfileDiff `json:"profile,omitempty"` // with -profile, and only for significant changes
	// Confirmation is what the change came to in other link orders; nil when it was
	// not asked for.
	Confirmation *Confirmation `json:"confirmation,omitempty"`
}

// Confirmation is a change measured again, with both sides linked in other orders.
// Each order is one observation.
type Confirmation struct {
	Layouts   int       `json:"layouts"`    // orders that there are pairs of
	Rounds    int       `json:"rounds"`     // of all of them together
	Ratio     Estimate  `json:"ratio"`      // new ÷ old over the orders
	P         float64   `json:"p"`          // against no change
	Adjusted  float64   `json:"p_adjusted"` // for all confirmations made together
	Share     float64   `json:"share"`      // standard deviation of the change between orders, a fraction of one
	Confirmed bool      `json:"confirmed"`
	Logs      []PairLog `json:"logs,omitempty"` // of every pair; round i has the order (i−1) mod the number asked for
}

// PairLog is one round of a contender and the base.
type PairLog struct {
	Round int     `json:"round"`
	Log   float64 `json:"log"` // ln(new ÷ old)
	Clean bool    `json:"clean"`
	First bool    `json:"first"` // the contender ran before the base
}

// UnitChange is a unit other than that of the verdicts. Its interval is one of a
// fixed sample, for orientation.
type UnitChange struct {
	Unit string   `json:"unit"`
	Old  float64  `json:"old"`  // location over the clean trials
	New  float64  `json:"new"`  // likewise
	Diff Estimate `json:"diff"` // new − old, in the unit
	// Moved says that zero lies outside of Diff, at the 99 % level.
	Moved bool `json:"moved"`
}

// Floor is how much the base differs from itself.
type Floor struct {
	Variant int      `json:"variant"` // index into Comparison.Variants
	Ratio   Estimate `json:"ratio"`
	Pairs   int      `json:"pairs"`
	// Reach is the largest change, a fraction of one, that the interval admits:
	// no change within it is one of the code.
	Reach float64 `json:"reach"`
}

// Calibration pools the pairs of the base with its own copy over all benchmarks.
// Where verdicts are about several units, it is that of the unit which fares
// worst.
type Calibration struct {
	Metric string  `json:"metric,omitempty"` // that unit, when there are several
	Pairs  int     `json:"pairs"`
	P      float64 `json:"p"`     // that a copy differs so much, or more; 1 without pairs
	Shift  float64 `json:"shift"` // copy ÷ base − 1, the Hodges–Lehmann estimate
	// Reach is the largest shift, a fraction of one, that its 99 % interval
	// admits; 0 when there are too few pairs for one.
	Reach float64 `json:"reach"`
	OK    bool    `json:"ok"` // P is not small, or there are no pairs to tell
}

// Tells reports whether there are pairs enough to notice a copy that differs:
// fewer than 8 cannot make P so small that it is not OK.
func (c Calibration) Tells() bool { return c.Pairs >= 8 }

// OneSided is a warning: Of comparisons, Same moved the same way.
type OneSided struct {
	Variant int     `json:"variant"`
	Of      int     `json:"of"`
	Same    int     `json:"same"`
	Slower  bool    `json:"slower"`  // the way they moved
	Typical float64 `json:"typical"` // median change for the worse, a fraction of one
	P       float64 `json:"p"`       // two-sided sign test
}

// ProfileDiff compares CPU profiles of two variants, per op.
type ProfileDiff struct {
	Old       float64        `json:"old"`       // ns of samples per op
	New       float64        `json:"new"`       // likewise
	Samples   [2]int64       `json:"samples"`   // that the two rest on
	Functions []FunctionDiff `json:"functions"` // those first whose own time changed the most, be it within noise
	Root      Frame          `json:"root"`      // both sides' stacks as one tree
}

// FunctionDiff is one function in two profiles; times are ns per op.
type FunctionDiff struct {
	Name    string  `json:"name"`
	OldFlat float64 `json:"old_flat"` // its own time
	NewFlat float64 `json:"new_flat"`
	OldCum  float64 `json:"old_cum"` // with all that it calls
	NewCum  float64 `json:"new_cum"`
	// Noise is by how much its own time may differ by chance: two standard errors,
	// by the number of samples and by how far the trials of a side differ.
	Noise float64 `json:"noise"`
}

// Changed reports whether its own time changed by more than noise.
func (f FunctionDiff) Changed() bool { return math.Abs(f.NewFlat-f.OldFlat) > f.Noise }

// Frame is a node of the tree of stacks, callers above callees; times are ns per
// op and include the children's.
type Frame struct {
	Name     string  `json:"name"`
	Old      float64 `json:"old"`
	New      float64 `json:"new"`
	Children []Frame `json:"children,omitempty"`
}

// AsRun returns what the comparison measured of one variant, as if a run of its
// own had measured it. It has no summaries.
func (c Comparison) AsRun(variant int) Run {
	v, p := c.Variants[variant], c.Plan
	run := Run{ID: c.ID, Started: c.Started, Finished: c.Finished, Tare: c.Tare, Args: c.Args, Dir: c.Dir,
		Source: v.Source, Machine: c.Machine, Cell: v.Cell,
		Plan: Plan{Bench: p.Bench, Packages: p.Packages, Benchtime: p.Benchtime, Iters: p.Iters,
			MaxTime: p.MaxTime, Timeout: p.Timeout, Seed: p.Seed}}
	if n := len(p.Looks); n > 0 {
		run.Plan.MinRounds, run.Plan.MaxRounds = p.Looks[0], p.Looks[n-1]
	}
	for _, t := range c.Trials {
		if t.Variant == variant {
			run.Trials = append(run.Trials, t)
		}
	}
	return run
}

// Session is a part of a comparison that was measured in one go.
type Session struct {
	Started  time.Time     `json:"started"`
	Finished time.Time     `json:"finished"` // zero when tare did not live to see it, or has not yet
	Args     []string      `json:"args"`     // command line after "tare"
	First    int           `json:"first"`    // Order of its first trial
	Most     int           `json:"most"`     // rounds in all that it may bring a benchmark to
	MaxTime  time.Duration `json:"max_time,omitempty"`
	For      time.Duration `json:"for,omitempty"`
}

// Most is how many rounds the comparison may bring a benchmark to, as far as is
// planned; 0 where nothing is.
func (c Comparison) Most() int {
	if n := len(c.Sessions); n > 0 {
		return c.Sessions[n-1].Most
	}
	if n := len(c.Plan.Looks); n > 0 {
		return c.Plan.Looks[n-1]
	}
	return 0
}

// Took is how long it was measured, without the time between sessions and that of
// sessions which did not finish.
func (c Comparison) Took() time.Duration {
	if len(c.Sessions) == 0 {
		return max(0, c.Finished.Sub(c.Started))
	}
	var took time.Duration
	for _, s := range c.Sessions {
		took += max(0, s.Finished.Sub(s.Started))
	}
	return took
}

// Unmatched is a benchmark that only some variants have.
type Unmatched struct {
	Benchmark Benchmark `json:"benchmark"`
	Metric    string    `json:"metric,omitempty"` // set where it is only this unit that they lack
	Missing   []int     `json:"missing"`          // indices into Comparison.Variants
}

// Vanished reports whether the base has what a contender lacks.
func (u Unmatched) Vanished() bool { return len(u.Missing) > 0 && !slices.Contains(u.Missing, 0) }

// Beside is the contender as it stands beside the base in a table: where rounds are
// paired, the base's value with the change applied, and the contender's own interval
// moved along. The middles of both sides by themselves may be farther apart, or nearer,
// than the change within rounds is. It is New where sides were measured separately,
// where both are constant, and where there is no change to apply.
func (c Comparison) Beside(b Compared, change Change) Estimate {
	e, old := change.New, b.Old.Center
	switch {
	case c.Design == Separate || change.Exact || e.N == 0 || b.Old.N == 0:
	case change.Diff.N > 0:
		by := old + change.Diff.Center - e.Center
		e.Center, e.Lo, e.Hi = e.Center+by, e.Lo+by, e.Hi+by
	case change.Ratio.N > 0 && e.Center > 0 && old > 0:
		by := old * change.Ratio.Center / e.Center
		e.Center, e.Lo, e.Hi = e.Center*by, e.Lo*by, e.Hi*by
	}
	return e
}
