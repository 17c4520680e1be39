package checkup

// barChart is quantities as horizontal bars on one axis from zero, each with
// its name and value beside it.
type barChart struct {
	Title string
	Rows  []barRow
	Ticks []tick
	Limit *coord // what all the bars are held against, percent
}

// barRow is one quantity; Width is percent, and negative when there is no
// value to draw.
type barRow struct {
	Name, Full string // Full is a tip for a name that was cut
	Class      string
	Width      coord
	Value      string
}

// measure is a quantity before the axis is known.
type measure struct {
	name, full, class string
	quantity          quantity
}

// scaling is the unit in which an axis counts.
type scaling struct {
	size float64
	name string
}

func (s scaling) label(v float64) string {
	if v == 0 {
		return "0"
	}
	return trimmed(v) + s.name
}

// newBarChart draws ms up to the largest of them; nil when none has a value.
func newBarChart(title string, ms []measure, s scaling) *barChart {
	a := axis{hi: largest(ms) / s.size}
	if a.hi == 0 {
		return nil
	}
	c := &barChart{Title: title, Ticks: a.ticks(s.label)}
	for _, m := range ms {
		row := barRow{Name: m.name, Full: m.full, Class: m.class, Width: -1, Value: m.quantity.Text}
		if m.quantity.Known {
			row.Width = coord(100 * a.at(m.quantity.Value/s.size))
		}
		if m.class == classGets && m.quantity.Known {
			c.Limit = &row.Width
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

func largest(ms []measure) float64 {
	most := 0.0
	for _, m := range ms {
		if m.quantity.Known {
			most = max(most, m.quantity.Value)
		}
	}
	return most
}

// Classes of bars.
const (
	classLimit  = "limit"  // something that limits
	classTight  = "tight"  // the tightest of them
	classGets   = "gets"   // what is left for a program
	classGo     = "go"     // what Go makes of it
	classExcess = "excess" // likewise, and it is more than there is
	classSet    = "set"    // what to set
)
