package model

import "tare/internal/record/unit"

// Findings is what distorts a measurement. Without -v, a terminal shows Brief in place of
// the list.
type Findings struct {
	Detail
	Title string
	None  string // stands for an empty list on a page
	Brief Text
	List  []Finding
}

// Finding is one of them.
type Finding struct {
	Detail
	Severity string // "serious"
	Mood     Mood
	Text     Text
	ID       string
	Lines    []Line // evidence, fix, or
}

// Failures is what gave no result. They are never left out.
type Failures struct {
	Title string
	List  []Failure
	Named []Line // those that a page has no room for, by name only
}

// Level implements Block.
func (Failures) Level() Detail { return Brief }

// Failure is one of them: what failed and how, with the end of its output.
type Failure struct {
	Name   string // what failed
	Text   string // how: "panicked: index out of range"
	Output []string
}

// Listing is the text of a program, line by line; it starts out folded on a page.
type Listing struct {
	Detail
	Title string
	Lines []string
}

// Facts is what is known, in groups; they start out folded on a page.
type Facts struct {
	Detail
	Title  string
	Open   bool // or unfolded
	Groups []Group
	Gaps   Prose // what could not be known
}

// Group is a list of facts.
type Group struct {
	Title string // may be empty
	Facts []Fact
}

// Fact is a name with its value; the mood Missing is for the reason why there is none.
type Fact struct {
	Detail
	Name  string // empty for what else there is to say of the fact before
	Value Text
	Flag  string // a short mark beside the value: "dirty"
}

// Words that skins need around what they draw.
const (
	FailWord    = "FAIL"
	ExpandAll   = "expand all"
	CollapseAll = "collapse all"
	Find        = "Find"
	OutputWord  = "Output"
	Meanings    = "What the columns mean"
	MoreWord    = "More"
	EachWord    = "One by one"
)

// More says that n further things of a kind were left out, and how to see them.
func More(n int, kind string) Text {
	return In(Quiet, "and "+unit.Plural(n, "more "+kind)+", with `-v`")
}
