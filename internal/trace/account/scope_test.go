package account

import (
	"regexp"
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// What counts are the windows, or of a range, which is narrower.
func TestScope(t *testing.T) {
	windows := []record.Window{{Spans: []record.Span{{From: 50, To: 60}}}, {Spans: []record.Span{{From: 10, To: 20}, {From: 30, To: 40}}},
		{Spans: []record.Span{{From: 20, To: 25}, {From: 55, To: 58}}}}
	for _, c := range []struct {
		o    Options
		want []record.Span
	}{
		{Options{}, nil},
		{Options{Windows: windows}, []record.Span{{From: 10, To: 25}, {From: 30, To: 40}, {From: 50, To: 60}}},
		{Options{Windows: windows, Range: &record.Span{From: 12, To: 14}}, []record.Span{{From: 12, To: 14}}},
	} {
		if got := c.o.Scope(); !slices.Equal(got, c.want) {
			t.Errorf("%v, not %v", got, c.want)
		}
	}
}

// What nobody asked for comes behind requests, which are among the main intervals in any
// case.
func TestRequestsFirst(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want []string
	}{
		{Options{}, []string{"HTTP request", "tick", "query"}},
		{Options{Tasks: regexp.MustCompile("tick")}, []string{"tick", "query", "HTTP request"}},
		{Options{Regions: regexp.MustCompile("query")}, []string{"tick", "query", "HTTP request"}},
	} {
		b := New(c.o)
		for _, m := range []event.Mark{{Kind: record.MarkTask, Name: "tick", Task: 3}, {Kind: record.MarkRegion, Name: "query"}, {Kind: record.MarkRequest, Name: "HTTP request"}} {
			m.G, m.Start = 1, 10
			b.Begin(&m)
			b.Piece(piece(1, 10, 20, record.ItemRunning))
			m.End = 20
			b.Mark(&m)
		}
		var names []string
		all := b.Explain(0, 100).Intervals
		for _, iv := range all {
			names = append(names, iv.Name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("%q, not %q", names, c.want)
		}
		if main := MainIntervals(all); len(main) != 2 || main[0].Name != c.want[0] {
			t.Errorf("%+v", main)
		}
	}
}
