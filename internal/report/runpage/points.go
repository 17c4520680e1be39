package runpage

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// point is one trial as the charts show it. Its values are ns/op, NaN when
// the trial has wording.None.
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
			p.net, p.wall = math.NaN(), math.NaN()
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
		fmt.Fprintf(&b, "\npolluted: %s", strings.Join(t.Polluted, "; "))
	}
	if p.cause != "" {
		fmt.Fprintf(&b, "\noutlier: %s", p.cause)
	}
	return b.String()
}

// nets and walls return the values of the plotted points.
func nets(ps []point) []float64 {
	return values(ps, func(p point) float64 { return p.net })
}

func walls(ps []point) []float64 {
	return values(ps, func(p point) float64 { return p.wall })
}

func values(ps []point, of func(point) float64) []float64 {
	var vs []float64
	for _, p := range ps {
		if p.plotted() {
			vs = append(vs, of(p))
		}
	}
	return vs
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

// scales holds the axes of net and wall: the same one while both can be read
// from it, else one for each.
type scales struct {
	net, wall chart.Scale
	split     bool
}

// splitAt is how many times wider than net's own axis a shared one may be
// before the spread of net can no longer be read from it.
const splitAt = 4

func newScales(ps []point, s record.Summary) scales {
	counted := clean(ps)
	net := benchpage.Fit(nets(counted), nets(ps), bounds(s.Net)...)
	wall := benchpage.Fit(walls(counted), walls(ps), bounds(s.Wall)...)
	both := chart.Scale{Lo: min(net.Lo, wall.Lo), Hi: max(net.Hi, wall.Hi)}
	if both.Span() > splitAt*net.Span() {
		return scales{net, wall, true}
	}
	return scales{both, both, false}
}

// beyond says in words which values the axes do not show.
func (s scales) beyond(ps []point) []string {
	return append(benchpage.Beyond("net value", nets(ps), s.net, wording.Ns),
		benchpage.Beyond("wall value", walls(ps), s.wall, wording.Ns)...)
}

// bounds returns what of an estimate must be on its axis.
func bounds(e record.Estimate) []float64 {
	var must []float64
	if wording.HasCenter(e) {
		must = append(must, e.Center)
	}
	if wording.HasInterval(e) {
		must = append(must, e.Lo, e.Hi)
	}
	return must
}
