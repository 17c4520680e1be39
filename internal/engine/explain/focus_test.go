package explain

import (
	"slices"
	"testing"

	"tare/internal/record"
)

func names(e record.Explanation) (all []string) {
	for _, f := range focuses(e) {
		all = append(all, f.name)
	}
	return all
}

// What a reader looks for first is the first focus, and is opened before the overview.
func TestFocuses(t *testing.T) {
	bars := []record.Bar{{Name: "p50", From: 1, To: 2, G: 7}, {Name: "worst", From: 5, To: 9, G: 8}}
	window := record.Interval{Kind: record.IntervalWindow, Name: "BenchmarkX"}
	region := record.Interval{Kind: record.IntervalRegion, Name: "query", Bars: bars}
	request := record.Interval{Kind: record.IntervalHTTP, Name: "HTTP request", Bars: bars[1:]}
	stops := record.Stops{Worst: []record.WorldStop{{Name: "GC mark termination", From: 3, To: 4}}}
	throttle := record.Throttling{Episodes: []record.ThrottleEpisode{{From: 1, To: 3}, {From: 4, To: 9}}}
	for name, test := range map[string]struct {
		e    record.Explanation
		want []string
		open bool
	}{
		"hit": {
			record.Explanation{Hit: &record.Hit{What: "throttled"}, Intervals: []record.Interval{request}, Stops: stops},
			[]string{"throttled", "worst of HTTP request", "worst GC mark termination"}, true,
		},
		"worst":              {record.Explanation{Intervals: []record.Interval{region, request}}, []string{"worst of query", "p50 of query", "worst of HTTP request"}, true},
		"only requests have": {record.Explanation{Intervals: []record.Interval{window, region, request}}, []string{"worst of HTTP request"}, true},
		"only regions have":  {record.Explanation{Intervals: []record.Interval{window, region}}, []string{"worst of query", "p50 of query"}, true},
		"none has":           {record.Explanation{Intervals: []record.Interval{window}, Throttle: throttle}, []string{"worst throttling"}, false},
	} {
		if got := names(test.e); !slices.Equal(got, test.want) {
			t.Errorf("%s: focuses are %q, want %q", name, got, test.want)
		}
		scenes := []record.Scene{{Name: "overview"}, {Name: "detail"}}
		openFirst(test.e, scenes)
		if (scenes[0].Name == "detail") != test.open {
			t.Errorf("%s: %s is opened", name, scenes[0].Name)
		}
	}
}

// A scene of a goroutine is about that one alone, and never begins before the
// recording, or goes on behind its end.
func TestDetail(t *testing.T) {
	p := &pictures{roles: newRoles(nil)}
	p.roles.interest[3] = true
	e := record.Explanation{Begin: 1e9, Duration: 10e6}
	o := p.detail(focus{name: "worst", from: 100e3, to: 9.9e6, g: 8}, e)
	if o.From != e.Begin || o.To != e.Begin+e.Duration || o.Focus != (record.Span{From: e.Begin + 100e3, To: e.Begin + 9.9e6}) || o.Begin != e.Begin {
		t.Errorf("it shows %d to %d, and is about %v", o.From, o.To, o.Focus)
	}
	if !o.Interest(8) || o.Interest(3) {
		t.Error("it is about other goroutines")
	}
	if o = p.detail(focus{from: 1e6, to: 2e6, tid: 9}, e); o.Thread != 9 || o.Interest(3) {
		t.Error("it is about other lanes than a thread")
	}
	if o = p.detail(focus{from: 1e6, to: 2e6}, e); !o.Interest(3) || o.Interest(8) || o.From != e.Begin+750e3 || o.To != e.Begin+2.25e6 {
		t.Errorf("it shows %d to %d", o.From, o.To)
	}
}
