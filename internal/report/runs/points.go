package runs

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

var nan = math.NaN()

// point is one trial as charts show it. Its values are ns/op, NaN when the trial has none.
type point struct {
	round     int
	net, wall float64
	polluted  bool
	cause     string // why it is an outlier, empty when it is not one
	tip       string
}

// plotted reports whether the trial has a value to draw.
func (p point) plotted() bool { return wording.Finite(p.net) && wording.Finite(p.wall) }

// points returns the trials of one benchmark in the order they ran.
func points(trials []record.Trial, outliers []record.Outlier) []point {
	causes := map[int]string{}
	for _, o := range outliers {
		causes[o.Round] = o.Cause
	}
	ps := make([]point, len(trials))
	for i, t := range trials {
		p := point{round: t.Round, net: t.Bill.Net, wall: t.Bill.Wall, polluted: len(t.Polluted) > 0}
		// A window takes time: a wall of zero is a bill that was never made out.
		if t.Outcome != record.OK || !(p.wall > 0) {
			p.net, p.wall = nan, nan
		}
		if t.Counts() {
			p.cause = causes[t.Round]
		}
		p.tip = pointTip(p, t)
		ps[i] = p
	}
	return ps
}

func pointTip(p point, t record.Trial) string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d", p.round)
	switch {
	case p.plotted():
		fmt.Fprintf(&b, "\nnet %s\nwall %s", wording.Ns(p.net), wording.Ns(p.wall))
	case t.Outcome != record.OK:
		fmt.Fprintf(&b, "\n%s: %s", t.Outcome, t.Message)
	default:
		b.WriteString("\nno bill")
	}
	if p.polluted {
		fmt.Fprintf(&b, "\ncontaminated: %s", strings.Join(t.Polluted, "; "))
	}
	if p.cause != "" {
		fmt.Fprintf(&b, "\noutlier: %s", p.cause)
	}
	return b.String()
}

// layer is one quantity that charts draw.
type layer struct {
	class    string
	estimate record.Estimate
	of       func(point) float64
}

// layersOf returns net and wall of a benchmark.
func layersOf(s record.Summary) (net, wall layer) {
	return layer{"net", s.Net, func(p point) float64 { return p.net }},
		layer{"wall", s.Wall, func(p point) float64 { return p.wall }}
}

// values returns those of the plotted points.
func (l layer) values(ps []point) []float64 {
	var vs []float64
	for _, p := range ps {
		if p.plotted() {
			vs = append(vs, l.of(p))
		}
	}
	return vs
}

// fit is the axis of a layer alone.
func (l layer) fit(ps []point) chart.Scale {
	var must []float64
	if wording.HasCenter(l.estimate) {
		must = append(must, l.estimate.Center)
	}
	if wording.HasInterval(l.estimate) {
		must = append(must, l.estimate.Lo, l.estimate.Hi)
	}
	return chart.Fit(l.values(clean(ps)), l.values(ps), must...)
}

// clean returns the plotted points that count.
func clean(ps []point) []point {
	var kept []point
	for _, p := range ps {
		if p.plotted() && !p.polluted {
			kept = append(kept, p)
		}
	}
	return kept
}

// scales holds the axes of net and wall: the same one while both can be read from it, else
// one for each.
type scales struct {
	net, wall chart.Scale
	split     bool
}

// splitAt is how many times wider than net's own axis a shared one may be before the spread
// of net can no longer be read from it.
const splitAt = 4

func newScales(ps []point, s record.Summary) scales {
	netLayer, wallLayer := layersOf(s)
	net, wall := netLayer.fit(ps), wallLayer.fit(ps)
	both := chart.Scale{Lo: min(net.Lo, wall.Lo), Hi: max(net.Hi, wall.Hi)}
	if both.Span() > splitAt*net.Span() {
		return scales{net, wall, true}
	}
	return scales{both, both, false}
}

// beyond says which values the axes do not show.
func (sc scales) beyond(s record.Summary, ps []point) []model.Text {
	net, wall := layersOf(s)
	return append(wording.Beyond("net value", net.values(ps), sc.net.Beyond, wording.Ns),
		wording.Beyond("wall value", wall.values(ps), sc.wall.Beyond, wording.Ns)...)
}
