package record

import "time"

// Lab is one `tare lab run`: published claims, tested on this machine.
type Lab struct {
	ID          string       `json:"id"` // sortable by start time
	Started     time.Time    `json:"started"`
	Finished    time.Time    `json:"finished"`
	Tare        string       `json:"tare"` // version of tare
	Args        []string     `json:"args"` // command line after "tare"
	Machine     Machine      `json:"machine"`
	GoVersion   string       `json:"go_version"` // of the toolchain that built the programs
	Quick       bool         `json:"quick,omitempty"`
	Seed        uint64       `json:"seed"`
	Findings    []Finding    `json:"findings,omitempty"`
	Experiments []Experiment `json:"experiments"`
}

// ClaimVerdict is what an experiment says of a claim.
type ClaimVerdict string

// The verdicts on claims.
const (
	Reproduced  ClaimVerdict = "reproduced"
	Refuted     ClaimVerdict = "refuted"
	Partly      ClaimVerdict = "partly"       // the direction holds, the size does not; or one figure does, and another does not
	Unclear     ClaimVerdict = "inconclusive" // the intervals are too wide to tell
	NotTestable ClaimVerdict = "not testable here"
)

// Experiment is one claim with what its test came to.
type Experiment struct {
	ID       string       `json:"id"`
	Verdict  ClaimVerdict `json:"verdict"`
	Why      string       `json:"why"`               // a sentence that rests on the figures
	Missing  []string     `json:"missing,omitempty"` // capabilities of the machine, where it is not testable
	Figures  []Figure     `json:"figures,omitempty"`
	Variants []LabVariant `json:"variants,omitempty"` // trials name one by its index
	Rounds   int          `json:"rounds,omitempty"`
	Failures []Failure    `json:"failures,omitempty"`
	Trials   []Trial      `json:"trials,omitempty"` // every trial, in time order
	Took     int64        `json:"took,omitempty"`   // ns, the build left out
}

// LabVariant is one of the things that an experiment compares.
type LabVariant struct {
	Name string   `json:"name"`
	Args []string `json:"args,omitempty"` // of the program
	Cell Cell     `json:"cell"`
	// Values are the medians of all units over the rounds that count, with intervals at 95 %.
	Values map[string]Estimate `json:"values,omitempty"`
}

// Figure is one published number beside ours.
type Figure struct {
	Name      string  `json:"name"`           // "wall time at a quota of 50 %, times that without one"
	Unit      string  `json:"unit,omitempty"` // of a value; empty for a ratio
	Published float64 `json:"published"`
	// Null is the number that says that there is nothing to the claim: 1 for ratios.
	Null float64      `json:"null"`
	Ours Estimate     `json:"ours"` // over the rounds, each of which pairs the variants
	Says ClaimVerdict `json:"says"`
}
