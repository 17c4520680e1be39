package model

import "html/template"

// Table is rows of cells. Rows of one group stand together, under its name.
type Table struct {
	Detail
	ID      string // names it on a page; the table with the ID Overview can be searched and sorted there
	Title   string // may be empty
	Empty   Text   // stands for a table without rows
	Columns []Column
	Rows    []Row
	Moves   []Move // what makes room on a narrow terminal, the mildest first
	Legends bool   // its columns are explained at the end
	Key     []Key  // of the pictures in its cells
	Noun    string // what a row is: "episode"; rows that were not asked for are counted by it
	Under   []Text // below it
}

// Overview is the ID of the table that has a row for everything in the report.
const Overview = "overview"

// Kind groups columns that make room together.
type Kind int

// Move makes room: columns of some kinds leave the main line of a row.
type Move struct {
	Drop  []Kind // are not shown
	Below []Kind // go to a line below each row, in this order
	Fold  []Kind // are names: what neighbours share, up to a slash, stands over these once
	Above []Kind // likewise, and those that are too long still go to lines of their own
}

// Column is one quantity of all rows.
type Column struct {
	Detail
	Kind   Kind
	Title  string
	Legend string // what the title means; empty when that is plain
	Left   bool   // aligned left
	Head   bool   // names the row
	Under  bool   // on a page, its cells stand small below those of the column before
	// Narrow says that the column is left out of a page on a telephone.
	Narrow bool
	Chip   bool    // on a page, each of its cells is a chip in the colour of its mood
	Wide   bool    // on a page, it takes the room that the others leave: it has pictures
	Foot   Picture // on a page, stands below its cells: an axis; nil for none
	// Pictured says that a page leaves the column out: a picture in another one says the same.
	Pictured bool
	// Wrap is for sentences. Such columns are the last ones; on a terminal they wrap in the
	// room that is left, those with Under below the first.
	Wrap bool
	// Spare says that a terminal leaves the column out where it does not fit on the line
	// of a row, unless everything was asked for; there Spared is said once instead.
	Spare  bool
	Spared Text
}

// Row is one line of a table.
type Row struct {
	Detail
	Group string // heading; rows come sorted by it
	Cells []Cell // one for each column
	Notes []Note
	To    string // ID of the section about it; empty without one
	Sum   bool   // sums up those before
}

// Cell is what a row has in a column.
type Cell struct {
	Text    Text
	Below   string // what stands for it on a line below the row; without it, that is the column's title and the text
	Trivial bool   // it is left out below the row
	Kept    bool   // it goes below the row although its column is spared
	Tip     string // what a page says more of it
	Sort    *float64
	// Fill, when set, draws the cell over the columns that a terminal has left.
	Fill func(width int) Text
	// Picture, when set, is what a page shows in place of the text.
	Picture Picture
}

// By returns c, which sorts by v.
func (c Cell) By(v float64) Cell {
	c.Sort = &v
	return c
}

// Note is something to hold against the numbers of a row: rows with the same note share
// its footnote. Without -v, a skin shows few footnotes, those in the mood Bad first, then
// Warn, and counts the rest with More.
type Note struct {
	Detail
	Mood  Mood
	Text  string // backticks as in Say
	Short string // stands for Text until more is asked for; empty where that is short
}

// Picture is a drawing for pages. Words in it come from its presentation.
type Picture interface {
	// HTML draws it. An id that is unique on the page has been given to it where it needs one.
	HTML() template.HTML
}

// Styled is a Picture with a style sheet and a script of its own, which a page takes in once.
type Styled interface {
	Picture
	Look() (css, script string)
}
