package checkup

import (
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
)

// barChart is quantities as horizontal bars on one axis from zero, each with
// its name and value beside it.
type barChart struct {
	Title string
	Rows  []*bar
	Ticks []chart.Tick
	Limit *bar // what all the others are held against; may be nil
}

// bar is one quantity; Width is percent.
type bar struct {
	Name, Full string // Full is a tip for a name that may be cut
	Class      string
	quantity
	Width chart.Coord
}

// Classes of bars, besides that of a quantity of no more interest.
const (
	classTight  = "tight"  // the tightest of what limits
	classGets   = "gets"   // what is left for a program
	classGo     = "go"     // what Go makes of it
	classExcess = "excess" // likewise, and it is more than there is
	classSet    = "set"    // what to set
)

// newBarChart draws bars up to the longest; nil when none has a length.
func newBarChart(title string, units []chart.Unit, bars ...*bar) *barChart {
	axis := chart.Scale{}
	for _, b := range bars {
		axis.Hi = max(axis.Hi, b.Value)
	}
	if axis.Hi == 0 {
		return nil
	}
	c := &barChart{Title: title, Rows: bars, Ticks: axis.Ticks(units)}
	for _, b := range bars {
		b.Width = chart.Percent(axis.At(b.Value))
		if b.Class == classGets && b.Known {
			c.Limit = b
		}
	}
	return c
}

// limitBars are the limits of rs in these columns.
func limitBars(rs []rung, columns ...column) []*bar {
	var bars []*bar
	for _, r := range rs {
		for _, c := range columns {
			b := &bar{Name: r.Name, Full: r.Path, quantity: c.of(r)}
			if r.Path != "" && len(columns) > 1 {
				b.Name = c.Title + " of " + r.Name
			}
			if b.Tight {
				b.Class = classTight
			}
			if b.says() {
				bars = append(bars, b)
			}
		}
	}
	return bars
}

func cpuChart(rs []rung, c record.Capacity) *barChart {
	goes := classGo
	if c.GOMAXPROCS.OK() && c.CPUs.OK() && c.GOMAXPROCS.Value > c.CPUs.Value {
		goes = classExcess
	}
	return newBarChart("CPUs", chart.Counts, append(limitBars(rs, columnCPUs, columnQuota),
		&bar{Name: "a program gets", Class: classGets, quantity: ofReading(c.CPUs, cpus)},
		&bar{Name: "GOMAXPROCS", Class: goes, quantity: ofReading(c.GOMAXPROCS, cpus)},
		&bar{Name: "recommended", Class: classSet, quantity: ofReading(c.Recommended, cpus)})...)
}

func memoryChart(rs []rung, c record.Capacity) *barChart {
	bars := append(limitBars(rs, columnMemory),
		&bar{Name: "a program gets", Class: classGets, quantity: ofLimit(c.Memory, unit.Bytes)},
		&bar{Name: "GOMEMLIMIT", Class: classGo, quantity: ofLimit(c.GOMEMLIMIT, memoryLimit)})
	if c.RecommendedMemory.OK() {
		bars = append(bars, &bar{Name: "recommended", Class: classSet, quantity: ofReading(c.RecommendedMemory, memoryLimit)})
	}
	return newBarChart("Memory", chart.Bytes, bars...)
}
