package runpage

import (
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// Sizes of the distribution in px.
const (
	stripTall = 44 // of the dots of net
	stripLow  = 30 // of the dots of wall
	curveTall = 92
	curveLow  = 50 // of wall when it has a block of its own
)

// newDistribution shows how the clean rounds spread; nil when there is none.
func newDistribution(id string, s record.Summary, ps []point) *benchpage.Distribution {
	ps = clean(ps)
	if len(ps) == 0 {
		return nil
	}
	sc := newScales(ps, s)
	d := &benchpage.Distribution{
		ID:      id,
		Caption: "Distribution", Key: "each clean round, and the share of rounds at or below",
		Title:  "Distribution of net and wall ns/op of " + benchpage.NewName(s.Benchmark).String(),
		Desc:   distributionDesc(ps),
		Beyond: sc.beyond(ps),
	}
	netLayer, wallLayer := layersOf(s)
	net, wall := netLayer.sample(stripTall, ps), wallLayer.sample(stripLow, ps)
	if sc.split {
		d.Add(sc.net, sc.net.Ticks(chart.Times), curveTall, net)
		d.Add(sc.wall, sc.wall.Ticks(chart.Times), curveLow, wall)
	} else {
		d.Add(sc.net, sc.net.Ticks(chart.Times), curveTall, net, wall)
	}
	return d
}

func (l layer) sample(height chart.Coord, ps []point) benchpage.Sample {
	s := benchpage.Sample{Class: l.class, Name: l.class, Height: height, Estimate: l.estimate}
	for _, p := range ps {
		v := l.of(p)
		s.Points = append(s.Points, benchpage.Point{
			Value: v, Tip: fmt.Sprintf("round %d\n%s %s", p.round, l.class, wording.Ns(v)),
		})
	}
	return s
}

func distributionDesc(ps []point) string {
	ns := wording.Ns
	return fmt.Sprintf("%s; median net %s, wall %s; net from %s to %s, wall from %s to %s.",
		unit.Plural(len(ps), "clean round"), ns(benchpage.Median(nets(ps))), ns(benchpage.Median(walls(ps))),
		ns(slices.Min(nets(ps))), ns(slices.Max(nets(ps))),
		ns(slices.Min(walls(ps))), ns(slices.Max(walls(ps))))
}
