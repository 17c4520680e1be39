package chart

import (
	"cmp"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Rounds shows values over rounds, in the order they ran.
type Rounds struct {
	styled
	ID          string // unique on the page
	Title, Desc string // for those who do not see it
	Axis        string // name of the axis of rounds
	First, Last int    // rounds
	Panels      []Panel
	Rules       []float64 // vertical lines, between rounds
	Crosses     []int     // rounds without a value
	Callouts    []Callout
	// Tips says of each of so many rounds as are told together, from First on, what there is
	// to say; a tip has no blank line.
	Tips []string
}

// Callout is a text above the first panel, with a line down to a value on that.
type Callout struct {
	Dot
	Text string
}

// laidRounds is x in percent of the plot's width, y in px from its top.
type laidRounds struct {
	Rounds
	Height      Coord
	Left, Right Coord // widths of the gutters beside the plot, px
	Bottom      Coord // where the x axis lies
	Laid        []*laidPanel
	XTicks      []Tick
	Missing     []Coord
	Lines       string // a path: the rules
	Told        string
	Leaders     []leader
}

// leader is a callout with its lane, and the line down from there.
type leader struct {
	X, TextY, Y Coord
	Anchor      string
	Text        string
}

// Gaps between panels in px: with room for the title of the lower one, or without.
const (
	titledGap = 24
	plainGap  = 18
	topGap    = 8
)

// HTML implements model.Picture.
func (r Rounds) HTML() template.HTML {
	l := &laidRounds{Rounds: r, Told: strings.Join(r.Tips, "\n\n")}
	x := Scale{float64(r.First) - 0.5, float64(r.Last) + 0.5}
	top := Coord(topGap + lineHeight*len(r.Callouts))
	for i, p := range r.Panels {
		if i > 0 {
			top = l.Bottom + plainGap
		}
		if p.Title != "" {
			top += titledGap - plainGap
		}
		laid := p.lay(top, x)
		left, right := laid.gutters()
		l.Left, l.Right, l.Bottom = max(l.Left, left), max(l.Right, right), laid.Bottom
		l.Laid = append(l.Laid, laid)
	}
	l.Left = max(l.Left, Coord(textWidth(r.Axis)+tickGap))
	l.Height = l.Bottom + axisHeight
	l.XTicks = roundTicks(x)
	for _, round := range r.Crosses {
		l.Missing = append(l.Missing, Percent(x.At(float64(round))))
	}
	var lines Path
	for _, at := range r.Rules {
		lines.Rule(Percent(x.At(at)), l.Laid[0].Top, l.Laid[0].Bottom)
	}
	l.Lines = lines.String()
	l.lead(x)
	return draw("rounds", l)
}

// lead gives each callout a lane of its own; its text runs towards the roomier side, over
// the empty top of the gutter there.
func (l *laidRounds) lead(x Scale) {
	callouts := slices.SortedStableFunc(slices.Values(l.Callouts), func(a, b Callout) int { return cmp.Compare(a.X, b.X) })
	for i, c := range callouts {
		at := x.At(c.X)
		le := leader{X: Percent(at), TextY: Coord(lineHeight*(i+1) - 3), Y: l.Laid[0].y(c.Y), Anchor: "start"}
		room := (1-at)*NarrowPlot + float64(l.Right)
		if at > 0.5 {
			le.Anchor = "end"
			room = at*NarrowPlot + float64(l.Left)
		}
		le.Text = shorten(c.Text, int(room/runeWidth))
		l.Leaders = append(l.Leaders, le)
	}
}

// shorten cuts s to at most n runes, the last one an ellipsis.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:max(0, n-1)]), " ,;") + "…"
}

// roundTicks labels whole rounds.
func roundTicks(x Scale) []Tick {
	values, step := x.Values(6)
	var ticks []Tick
	for _, v := range values {
		if step >= 1 || v == math.Trunc(v) {
			ticks = append(ticks, Tick{Percent(x.At(v)), strconv.Itoa(int(v))})
		}
	}
	return ticks
}
