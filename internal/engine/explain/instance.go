package explain

import (
	"fmt"

	"tare/internal/analysis/profiles"
	"tare/internal/record"
	"tare/internal/trace/event"
)

// instance says of what profiles are to be that are of one instance of the first
// interval; nil when they are of all. Of a region or request, it is what its
// goroutine did.
func (p *pictures) instance(a *analysis) *profiles.Options {
	e := &a.explanation
	if a.Instance == "" || len(e.Intervals) == 0 {
		return nil
	}
	iv := e.Intervals[0]
	bar, ok := instanceOf(iv, a.Instance)
	if !ok {
		e.Trouble = append(e.Trouble, fmt.Sprintf("The profiles cover all of %s: it has no instance that -pprof-of=%s could choose.", iv.Name, a.Instance))
		return nil
	}
	o := &profiles.Options{Spans: []record.Span{{From: e.Begin + bar.From, To: e.Begin + bar.To}}, Wanted: a.counts}
	if iv.Kind == record.IntervalRegion || iv.Kind == record.IntervalHTTP {
		o.Wanted = func(p *event.Piece) bool { return p.Lane.Kind == record.LaneGoroutine && p.Lane.ID == bar.G }
	}
	return o
}

// instanceOf returns the bar whose example is wanted. The worst may be among those of
// another bar, of which the longest is the example.
func instanceOf(iv record.Interval, name string) (found record.Bar, ok bool) {
	for _, b := range iv.Bars {
		if b.Name == name || name == "worst" && b.To-b.From > found.To-found.From {
			found, ok = b, true
		}
	}
	return found, ok
}
