package machines

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
)

// Classes of bars that stand out.
const (
	tight  = "tight"  // the tightest of what limits
	gotten = "gets"   // what is left for a program
	runs   = "runs"   // what Go makes of it
	excess = "excess" // likewise, and it is more than there is
	advice = "set"    // what to set
)

// pictures are the limits as bars, beside what a program gets of them and makes of it.
func pictures(r record.MachineReport) model.Beside {
	rs, c := rungs(r), r.Capacity
	goes := runs
	if c.GOMAXPROCS.OK() && c.CPUs.OK() && c.GOMAXPROCS.Value > c.CPUs.Value {
		goes = excess
	}
	var both model.Beside
	both.Detail = model.Paged
	add := func(title string, units []chart.Unit, limit record.Limit, bars []chart.Bar) {
		b := chart.Bars{Units: units, Rows: bars}
		if limit.Set() {
			b.Limit = limit.Value
		}
		for _, one := range bars {
			if one.Known && one.Value > 0 {
				both.Blocks = append(both.Blocks, model.Figure{Caption: title, Picture: b})
				return
			}
		}
	}
	add("CPUs", chart.Counts, record.Limit{Reading: c.CPUs}, append(limitBars(rs, columnCPUs, columnQuota),
		bar(gotten, "a program gets", ofReading(c.CPUs, cpus)),
		bar(goes, "GOMAXPROCS", ofReading(c.GOMAXPROCS, cpus)),
		bar(advice, "recommended", ofReading(c.Recommended, cpus))))
	memory := append(limitBars(rs, columnMemory),
		bar(gotten, "a program gets", ofLimit(c.Memory, unit.Bytes)),
		bar(runs, "GOMEMLIMIT", ofLimit(c.GOMEMLIMIT, memoryLimit)))
	if c.RecommendedMemory.OK() {
		memory = append(memory, bar(advice, "recommended", ofReading(c.RecommendedMemory, memoryLimit)))
	}
	add("Memory", chart.Bytes, c.Memory, memory)
	return both
}

func bar(class, name string, q quantity) chart.Bar {
	return chart.Bar{Class: class, Name: name, Text: q.text, Value: q.value, Known: q.known, Tip: q.why}
}

// limitBars are the limits of rs in these columns.
func limitBars(rs []rung, columns ...quantityColumn) []chart.Bar {
	var bars []chart.Bar
	for _, r := range rs {
		for _, c := range columns {
			q := c.of(r)
			if !q.says() {
				continue
			}
			b := bar("", r.name, q)
			b.Tip = r.dir
			if r.dir != "" && len(columns) > 1 {
				b.Name = c.title + " of " + r.name
			}
			if q.tight {
				b.Class = tight
			}
			bars = append(bars, b)
		}
	}
	return bars
}

// pageClasses is how many classes of a histogram there may be on the narrowest page.
const pageClasses = 44

// histogram draws h; nil where there is nothing to draw.
func histogram(id, title string, h record.Histogram) model.Picture {
	cs := classes(h, pageClasses)
	if !h.OK() || len(cs) == 0 {
		return nil
	}
	g := chart.Histogram{ID: id, Title: title,
		Desc: fmt.Sprintf("%d values from %s to %s, %s", h.N, unit.Nanoseconds(h.Min), unit.Nanoseconds(h.Max), quantiles(h))}
	for _, c := range cs {
		g.Classes = append(g.Classes, chart.Class{From: unit.Nanoseconds(c.lo), N: c.n,
			Tip: fmt.Sprintf("%d from %s to %s", c.n, unit.Nanoseconds(c.lo), unit.Nanoseconds(min(c.hi, h.Max)))})
	}
	for _, q := range []struct {
		name string
		at   float64
	}{{"median", h.Median}, {"99 %", h.P99}} {
		at := 0.0
		for _, c := range cs {
			at += chart.Scale{Lo: c.lo, Hi: c.hi}.At(q.at)
		}
		g.Quantiles = append(g.Quantiles, chart.Quantile{At: at, Text: q.name + " " + unit.Nanoseconds(q.at)})
	}
	return g
}
