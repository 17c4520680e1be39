package benchpage

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// tickGap is the room between an axis and its labels, in px.
const tickGap = 8

// Panel is one y axis over rounds, with the centers and intervals on it. What
// else is drawn there is the page's business.
type Panel struct {
	Scale       chart.Scale
	Top, Bottom chart.Coord
	Ticks       []chart.Tick
	Bands       []band
	Labels      []centerLabel
}

// band is an interval with its center.
type band struct {
	Class          string
	Y, Height, Mid chart.Coord
	Interval       bool // false when there is only the center
}

// centerLabel names a center in the right gutter.
type centerLabel struct {
	Y                  chart.Coord
	Class, Name, Value string
}

// NewPanel lays out sc from y = top down. Its ticks are those of axis, as
// fractions of the scale.
func NewPanel(sc chart.Scale, top, height chart.Coord, axis func(n int) (at []float64, labels []string)) Panel {
	p := Panel{Scale: sc, Top: top, Bottom: top + height}
	at, labels := axis(max(2, int(height)/36))
	for i := range at {
		p.Ticks = append(p.Ticks, chart.Tick{At: p.at(at[i]), Label: labels[i]})
	}
	return p
}

// Y returns the position of a value, at the edge for one beyond it.
func (p *Panel) Y(v float64) chart.Coord { return p.at(p.Scale.At(v)) }

func (p *Panel) at(fraction float64) chart.Coord {
	return p.Bottom - chart.Coord(fraction)*(p.Bottom-p.Top)
}

// Center draws e in the colour of class and labels it with its value and, in a
// second line, its name. An estimate without a center draws nothing. At most
// two centers keep their labels apart.
func (p *Panel) Center(class, name, value string, e record.Estimate) {
	if !wording.HasCenter(e) {
		return
	}
	b := band{Class: class, Mid: p.Y(e.Center)}
	if wording.HasInterval(e) {
		b.Interval = true
		b.Y = p.Y(e.Hi)
		b.Height = p.Y(e.Lo) - b.Y
	}
	p.Bands = append(p.Bands, b)
	p.Labels = append(p.Labels, centerLabel{Y: b.Mid, Class: class, Name: name, Value: value})
	p.spreadLabels()
}

// spreadLabels moves the labels of neighbouring centers apart, so that their
// two lines never meet.
func (p *Panel) spreadLabels() {
	if len(p.Labels) < 2 {
		return
	}
	slices.SortFunc(p.Labels, func(a, b centerLabel) int { return cmp.Compare(a.Y, b.Y) })
	upper, lower := &p.Labels[0], &p.Labels[1]
	const apart = 2*chart.LineHeight + 4
	if lack := apart - (lower.Y - upper.Y); lack > 0 {
		upper.Y = max(upper.Y-lack/2, p.Top)
		lower.Y = upper.Y + apart
	}
}

// Gutters returns the widths in px that the labels on the left and on the right
// need.
func (p *Panel) Gutters() (left, right chart.Coord) {
	for _, t := range p.Ticks {
		left = max(left, chart.Coord(chart.TextWidth(t.Label)+tickGap))
	}
	for _, l := range p.Labels {
		right = max(right, chart.Coord(max(chart.TextWidth(l.Name), chart.TextWidth(l.Value))+tickGap))
	}
	return left, right
}

// RoundScale spans rounds, of which there is one at least, with half a round to
// spare on both sides.
func RoundScale(rounds []int) chart.Scale {
	return chart.Scale{Lo: float64(slices.Min(rounds)) - 0.5, Hi: float64(slices.Max(rounds)) + 0.5}
}

// RoundTicks labels whole rounds.
func RoundTicks(x chart.Scale) []chart.Tick {
	values, step := x.Values(6)
	var ticks []chart.Tick
	for _, v := range values {
		if step >= 1 || v == math.Trunc(v) {
			ticks = append(ticks, chart.Tick{At: chart.Percent(x.At(v)), Label: strconv.Itoa(int(v))})
		}
	}
	return ticks
}
