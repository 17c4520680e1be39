// Package checkup renders a record.MachineReport: what a machine does to Go
// measurements, for people at a terminal and as one HTML file.
//
// What could not be looked at is shown as such everywhere. A value that is
// missing prints as "?" or "not known" with its reason, never as a zero.
package checkup

import (
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// view is a checkup in the words and the order of a report, for the terminal
// and for the page.
type view struct {
	CPU      string   // of the machine
	Machine  []string // what else names it
	Counts   []total
	Require  *requirement
	First    first
	Rungs    []rung
	Gaps     []string // what of the rungs is not known
	Answers  []answer
	Groups   []group
	Measured *measured
}

func newView(c record.MachineReport) view {
	v := view{
		Counts:   tally(c.Findings),
		First:    newFirst(c.Findings),
		Rungs:    rungs(c),
		Answers:  answers(c.Capacity),
		Groups:   groups(c),
		Measured: newMeasured(c.Noise),
	}
	v.CPU, v.Machine = nameOf(c.Machine)
	v.Gaps = gaps(v.Rungs, c.Capacity.Hidden)
	if c.Require != nil {
		v.Require = newRequirement(*c.Require)
	}
	return v
}

// gaps says why quantities of rs are not known, in order of appearance.
func gaps(rs []rung, hidden string) []string {
	var gs wording.Gaps
	for _, r := range rs {
		for _, c := range rungColumns {
			if q := c.of(r); q.Why != "" {
				gs.Add(q.Why, c.Title+" of "+r.Name)
			}
		}
	}
	var said []string
	for _, g := range gs {
		said = append(said, g.String())
	}
	if hidden != "" {
		said = append(said, "A tighter limit may be hidden: "+hidden)
	}
	return said
}

// requirement is what came of -require.
type requirement struct {
	look
	Asked, Outcome string
}

// newRequirement puts what came of q into words. What fails outweighs what is
// open.
func newRequirement(q record.Require) *requirement {
	r := &requirement{Asked: "-require=" + strings.Join(q.Asked, ",")}
	open := by("cannot be verified: ", strings.Join(q.Open, ", "))
	switch {
	case q.Passed:
		r.look, r.Outcome = lookOf(record.Passed), "passed"
	case len(q.Wrong) == 0:
		r.look, r.Outcome = lookOf(record.Unverified), open
	default:
		r.look, r.Outcome = lookOf(record.Serious), "failed: "+strings.Join(q.Wrong, ", ")+by("; ", open)
	}
	return r
}
