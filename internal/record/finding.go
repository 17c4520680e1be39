package record

import "slices"

// Severity says how much a finding matters. OK and Unverified are outcomes of
// a check as well: what could not be looked at has not passed.
type Severity string

// The severities, mildest first.
const (
	Passed     Severity = "ok"         // looked at, and nothing is wrong
	Info       Severity = "info"       // worth knowing; distorts nothing by itself
	Unverified Severity = "unverified" // could not be looked at
	Warning    Severity = "warning"    // may move results by a percent or more
	Serious    Severity = "serious"    // makes results wrong, or useless to compare
)

// Severities lists them in that order.
var Severities = []Severity{Passed, Info, Unverified, Warning, Serious}

// Compare is negative when s is milder than other. A severity that is not known
// is the gravest, rather than overlooked.
func (s Severity) Compare(other Severity) int { return s.rank() - other.rank() }

func (s Severity) rank() int {
	if i := slices.Index(Severities, s); i >= 0 {
		return i
	}
	return len(Severities)
}

// Finding is one thing that distorts or limits this measurement, or with
// severity Passed or Unverified, what came of looking for it.
type Finding struct {
	ID       string   `json:"id"`              // stable, kebab-case: "no-cgroup"
	Group    string   `json:"group,omitempty"` // one of the Group constants; empty outside `tare check`
	Severity Severity `json:"severity"`
	What     string   `json:"what"` // one sentence
	Evidence string   `json:"evidence,omitempty"`
	Effect   string   `json:"effect,omitempty"` // how large it can be: "up to 30 % of ns/op"
	// Fix is what to do about it without `tare tune`: advice, which ends with a full
	// stop, or a command, which does not and may follow advice behind a colon. It makes
	// sense without Knob, and may name flags of `tare run`.
	Fix string `json:"fix,omitempty"`
	// Knob is the knob of `tare tune` that does it; empty when tare cannot.
	// Renderers make the command line of it.
	Knob string `json:"knob,omitempty"`
}
