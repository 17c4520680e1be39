package explainpage

// What a page has in detail, at most: an interval takes some 20 kB, a function that
// goroutines start with 2 kB, and a cause 600 bytes.
const (
	mostIntervals = 60
	mostGroups    = 500
	mostCauses    = 200
)

// further is what a page has no room for in detail: template "further".
type further struct {
	Title, How string
	Lines      []furtherLine
}

// furtherLine is what there is room for.
type furtherLine struct{ Name, Count, Time string }

// with adds a line; f may be nil.
func (f *further) with(name, count, time string) *further {
	if f == nil {
		f = &further{}
	}
	f.Lines = append(f.Lines, furtherLine{name, count, time})
	return f
}
