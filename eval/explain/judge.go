package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/eval/explain/truth"
	"tare/internal/record"
)

// What an explanation has to reach.
const (
	nearEnough = 0.03 // of the truth
	tinyTime   = 1e6  // or this, in ns
	sumsWithin = 0.005
	restWithin = 0.01 // of the total: what the program says nothing about
)

// point is one thing that was judged. Times are ns.
type point struct {
	What string   `json:"what"`
	Low  float64  `json:"low"` // what is true, as far as that is known
	High *float64 `json:"high,omitempty"`
	Tare float64  `json:"tare"`
	Off  float64  `json:"off"` // from the truth, 0 within its range
	OK   bool     `json:"ok"`
	Time bool     `json:"time,omitempty"` // the figures are times
	Note string   `json:"note,omitempty"`
}

// judge compares an explanation with the truth, by the program's claims about one
// kind of interval.
func judge(e *record.Explanation, a truth.Answer, kind record.IntervalKind) ([]point, error) {
	i := slices.IndexFunc(e.Intervals, func(i record.Interval) bool { return i.Kind == kind })
	if i < 0 {
		return nil, fmt.Errorf("tare explained no interval of the kind %q", kind)
	}
	interval := &e.Intervals[i]
	points := sums(e, interval)
	if kind == record.IntervalWindow {
		points = append(points, wall(a, interval))
	}
	claims := slices.DeleteFunc(slices.Clone(a.Claims), func(c truth.Claim) bool {
		return cmp.Or(c.Interval, record.IntervalWindow) != kind
	})
	for _, c := range claims {
		points = append(points, weigh(c, e, interval))
	}
	if slices.ContainsFunc(claims, func(c truth.Claim) bool { return c.Figure == truth.Bill }) {
		points = append(points, rest(claims, interval))
	}
	return points, nil
}

// rest judges the entries that no claim is about: of a program that has something to
// say about its bill there should be next to nothing.
func rest(claims []truth.Claim, i *record.Interval) point {
	ns := 0.0
	for _, entry := range i.Mean.Entries {
		if !slices.ContainsFunc(claims, func(c truth.Claim) bool { return c.Figure == truth.Bill && about(c, entry) }) {
			ns += entry.Ns
		}
	}
	n, total := float64(i.Count), i.Mean.Total
	return within("everything else", 0, n*ns, math.Max(tinyTime, restWithin*n*total))
}

// sums are the points that hold for every explanation.
func sums(e *record.Explanation, i *record.Interval) []point {
	total := i.Mean.Total
	sum := i.Mean.Residual
	for _, entry := range i.Mean.Entries {
		sum += entry.Ns
	}
	exactly := math.Max(1, 1e-9*total)
	points := []point{
		within("items and residual", total, sum, exactly),
		within("residual", 0, i.Mean.Residual, sumsWithin*total),
	}
	if e.Kernel.Lost > 0 {
		lost := within("lost events", 0, float64(e.Kernel.Lost), 0)
		lost.Time = false
		points = append(points, lost)
	}
	if stat := e.Throttle.Stat; stat.OK() && stat.Value > 0 {
		points = append(points, within("throttled, by cpu.stat", stat.Value, float64(e.Throttle.Queues), nearEnough*stat.Value))
	}
	return points
}

// within judges a time that may be off by so much.
func within(what string, want, got, most float64) point {
	off := got - want
	return point{What: what, Low: want, High: &want, Tare: got, Off: off, OK: math.Abs(off) <= most, Time: true}
}

func wall(a truth.Answer, i *record.Interval) point {
	return within("wall time", a.Wall(), float64(i.Wall), math.Max(tinyTime, sumsWithin*a.Wall()))
}

// weigh judges by one claim.
func weigh(c truth.Claim, e *record.Explanation, i *record.Interval) point {
	p := point{What: title(c), Low: c.Low, High: c.High, Time: !counts[c.Figure]}
	got, err := figure(c, e, i)
	if err != nil {
		p.Note = err.Error()
		return p
	}
	nearest := math.Max(c.Low, math.Min(got, c.Most()))
	p.Tare, p.Off = got, got-nearest
	near := nearEnough * nearest
	if p.Time {
		near = math.Max(near, tinyTime)
	}
	p.OK = math.Abs(p.Off) <= near && c.Low <= c.Most()
	return p
}

func title(c truth.Claim) string {
	if c.Name != "" {
		return c.Name
	}
	if len(c.Items) == 0 {
		return strings.TrimSpace(string(c.Figure) + " " + c.Detail)
	}
	var names []string
	for _, i := range c.Items {
		names = append(names, i.String())
	}
	title := strings.Join(names, " + ")
	if c.Detail != "" {
		title += " (" + c.Detail + ")"
	}
	if c.Figure != truth.Bill {
		title = string(c.Figure) + ": " + title
	}
	return title
}
