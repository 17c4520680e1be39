package runs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Sizes of charts in px.
const (
	sharedHeight = 170 // of the panel when net and wall share it
	netHeight    = 132 // of each panel when they do not
	wallHeight   = 74
	stripTall    = 44 // of the dots of net
	stripLow     = 30 // of the dots of wall
	curveTall    = 92
	curveLow     = 50 // of wall when it has an axis of its own
)

// roundsFigure shows the rounds in the order they ran; there is none without a value.
func roundsFigure(id string, s record.Summary, ps []point) (model.Figure, bool) {
	net, wall := layersOf(s)
	if len(net.values(ps)) == 0 {
		return model.Figure{}, false
	}
	sc := newScales(ps, s)
	r := chart.Rounds{ID: id, Axis: "round", Title: "Net and wall ns/op of " + s.Benchmark.Short() + " by round", Desc: roundsDesc(s, ps),
		First: ps[0].round, Last: ps[0].round}
	for _, p := range ps {
		r.First, r.Last = min(r.First, p.round), max(r.Last, p.round)
		if !p.plotted() {
			r.Crosses = append(r.Crosses, p.round)
		}
	}
	if sc.split {
		r.Panels = []chart.Panel{newPanel(sc.net, netHeight, ps, net), newPanel(sc.wall, wallHeight, ps, wall)}
	} else {
		r.Panels = []chart.Panel{newPanel(sc.net, sharedHeight, ps, wall, net)}
	}
	r.Tips = tips(r.First, r.Last, ps)
	for _, p := range told(ps) {
		r.Callouts = append(r.Callouts, chart.Callout{Dot: chart.Dot{X: float64(p.round), Y: p.net}, Text: p.cause})
	}
	return model.Figure{Detail: model.Paged, Caption: "Rounds, in order", Key: roundsKey(ps), Picture: r, Notes: sc.beyond(s, ps)}, true
}

// roundsKey explains the marks that there are.
func roundsKey(ps []point) []model.Key {
	key := []model.Key{{Class: "net dot", Text: "net"}, {Class: "wall dot", Text: "wall"}}
	if slices.ContainsFunc(ps, func(p point) bool { return p.plotted() && p.polluted }) {
		key = append(key, model.Key{Class: "hollow", Text: "contaminated"})
	}
	if slices.ContainsFunc(ps, func(p point) bool { return p.cause != "" }) {
		key = append(key, model.Key{Class: "ring", Text: "outlier"})
	}
	return key
}

func newPanel(sc chart.Scale, height chart.Coord, ps []point, layers ...layer) chart.Panel {
	p := chart.Panel{Height: height, Scale: sc, Axis: func(n int) ([]float64, []string) { return sc.Axis(n, chart.Times) }}
	for _, l := range layers {
		p.Series = append(p.Series, l.series(ps)...)
		p.Centers = append(p.Centers, chart.Center{Class: l.class, Name: l.class + " " + wording.PlusMinus(l.estimate), Value: wording.Ns(l.estimate.Center), Estimate: l.estimate})
	}
	return p
}

// series are the dots of a layer by look: outliers are those of net.
func (l layer) series(ps []point) []chart.Series {
	usual, hollow, ring := chart.Series{Class: l.class}, chart.Series{Class: l.class, Hollow: true}, chart.Series{Class: l.class, Ring: true}
	for _, p := range ps {
		if !p.plotted() {
			continue
		}
		to := &usual
		switch {
		case p.polluted:
			to = &hollow
		case p.cause != "" && l.class == "net":
			to = &ring
		}
		to.Dots = append(to.Dots, chart.Dot{X: float64(p.round), Y: l.of(p)})
	}
	return []chart.Series{usual, hollow, ring}
}

// tips says what there is to say of each round from first to last.
func tips(first, last int, ps []point) []string {
	all := make([]string, last-first+1)
	for _, p := range ps {
		all[p.round-first] = strings.TrimPrefix(all[p.round-first]+"\n"+p.tip, "\n")
	}
	for i := range all {
		all[i] = cmp.Or(all[i], fmt.Sprintf("round %d\nnot run", first+i))
		for strings.Contains(all[i], "\n\n") { // that is what separates them
			all[i] = strings.ReplaceAll(all[i], "\n\n", "\n")
		}
	}
	return all
}

// mostTold is how many outliers the chart names the causes of.
const mostTold = 3

// told returns the outliers farthest from the median. The others are told in tips and in
// the table of trials.
func told(ps []point) []point {
	var outliers []point
	for _, p := range ps {
		if p.plotted() && p.cause != "" {
			outliers = append(outliers, p)
		}
	}
	if len(outliers) > mostTold {
		net, _ := layersOf(record.Summary{})
		center := chart.Median(net.values(ps))
		slices.SortStableFunc(outliers, func(a, b point) int {
			return cmp.Compare(math.Abs(b.net-center), math.Abs(a.net-center))
		})
		outliers = outliers[:mostTold]
	}
	return outliers
}

func roundsDesc(s record.Summary, ps []point) string {
	kept := clean(ps)
	if len(kept) == 0 {
		return "No clean round."
	}
	net, _ := layersOf(s)
	n := net.values(kept)
	return fmt.Sprintf("%s, net from %s to %s; center %s %s. %s contaminated.",
		unit.Plural(len(kept), "clean round"), wording.Ns(slices.Min(n)), wording.Ns(slices.Max(n)),
		wording.Ns(s.Net.Center), wording.PlusMinus(s.Net), unit.Plural(s.Polluted, "round"))
}

// spreadFigure shows how the clean rounds spread; there is none without one.
func spreadFigure(id string, s record.Summary, ps []point) (model.Figure, bool) {
	ps = clean(ps)
	if len(ps) == 0 {
		return model.Figure{}, false
	}
	sc := newScales(ps, s)
	net, wall := layersOf(s)
	d := &chart.Distribution{ID: id, Title: "Distribution of net and wall ns/op of " + s.Benchmark.Short(), Desc: spreadDesc(net.values(ps), wall.values(ps))}
	if sc.split {
		d.Add(sc.net, sc.net.Ticks(chart.Times), curveTall, net.sample(stripTall, ps))
		d.Add(sc.wall, sc.wall.Ticks(chart.Times), curveLow, wall.sample(stripLow, ps))
	} else {
		d.Add(sc.net, sc.net.Ticks(chart.Times), curveTall, net.sample(stripTall, ps), wall.sample(stripLow, ps))
	}
	return model.Figure{Detail: model.Paged, Caption: "Distribution", Key: []model.Key{{Text: "each clean round, and the share of rounds at or below"}},
		Picture: d, Notes: sc.beyond(s, ps)}, true
}

func (l layer) sample(height chart.Coord, ps []point) chart.Sample {
	s := chart.Sample{Class: l.class, Name: l.class, Height: height, Estimate: l.estimate}
	for _, p := range ps {
		v := l.of(p)
		s.Points = append(s.Points, chart.Point{Value: v, Tip: fmt.Sprintf("round %d\n%s %s", p.round, l.class, wording.Ns(v))})
	}
	return s
}

func spreadDesc(nets, walls []float64) string {
	ns := wording.Ns
	return fmt.Sprintf("%s; median net %s, wall %s; net from %s to %s, wall from %s to %s.",
		unit.Plural(len(nets), "clean round"), ns(chart.Median(nets)), ns(chart.Median(walls)),
		ns(slices.Min(nets)), ns(slices.Max(nets)), ns(slices.Min(walls)), ns(slices.Max(walls)))
}
