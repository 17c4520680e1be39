// Package model is what a report says, before anything is drawn: sentences, tables,
// findings, facts, figures, each worded once. A presentation (package runs and its
// neighbours) makes a Document of a result; skins (text, markdown, page) draw it, leave
// out what nobody asked for, and add no words of their own.
package model

// Document is one report: what was measured, what it came to, and the rest in the order of
// its importance.
type Document struct {
	Title   string  // what was measured: a module with its version, a machine
	About   []Line  // below the title
	Command string  // that made it, as a shell takes it
	Result  []Count // what it came to; the last line on a terminal, the first on a page
	Blocks  []Block
	Foot    []Text // what words mean, beyond the legends of columns
	Tare    string // the version that made it; with what names the result: "v1.2 · run 2026…"
}

// Detail is how much a reader has to ask for to see something.
type Detail int

// What is shown, from -q on, without flags, with -v, and on pages only. Pages show all;
// Markdown folds what is Verbose.
const (
	Normal  Detail = iota // the zero value: shown unless -q is given
	Brief                 // with -q, too
	Verbose               // with -v
	Paged                 // on pages only
)

// Within reports whether what has this level is shown to a reader who asked for that.
func (d Detail) Within(asked Detail) bool { return rank[d] <= rank[asked] }

var rank = map[Detail]int{Brief: 0, Normal: 1, Verbose: 2, Paged: 3}

// Level is the detail that a block has.
func (d Detail) Level() Detail { return d }

// Block is a part of a document: Prose, Table, Findings, Failures, Listing, Facts, Figure,
// Section, Beside.
type Block interface {
	Level() Detail
	block()
}

// Line is a sentence behind a label, which may be empty.
type Line struct {
	Detail
	Label string
	Text  Text
}

// Count is one part of a result: "2 slower". A skin that has chips makes each one.
type Count struct {
	Detail
	Text string
	Mood Mood
}

// Prose is sentences, one below the other.
type Prose struct {
	Detail
	Title string // may be empty
	Lines []Line
	List  bool // on a page, lines are items of a list
}

// Figure is a picture with its caption.
type Figure struct {
	Detail
	Caption string
	Key     []Key
	Picture Picture // for pages; nil for none
	Notes   []Text  // below it
	Numbers *Table  // stands for the figure where there are no pictures; may be nil
	// Lines, when set, is what a terminal with so many columns draws of it.
	Lines func(width int) []Text
}

// Key says what a mark of a picture is. Class picks its look in the style sheet of a page,
// and Mark stands for it on a terminal; either leaves out what it has no look for.
type Key struct {
	Class, Text string
	Mark        Span
}

// Section is foldable, and something to link to.
type Section struct {
	Detail
	ID     string // of the link; empty without one
	Title  Text
	Result Text   // beside the title
	Under  []Text // small, below the title
	Blocks []Block
	Open   bool // starts out unfolded
	Minor  bool // a fold within another, without a headline
}

// Beside is blocks that stand beside each other where there is room.
type Beside struct {
	Detail
	Blocks []Block
}

func (Prose) block()    {}
func (Table) block()    {}
func (Findings) block() {}
func (Failures) block() {}
func (Listing) block()  {}
func (Facts) block()    {}
func (Figure) block()   {}
func (Section) block()  {}
func (Beside) block()   {}
