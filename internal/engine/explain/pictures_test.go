package explain

import (
	"testing"

	"tare/internal/record"
)

// Flame graphs and profiles are of the goroutines that -goroutine chooses, and never of the runtime's.
func TestCountsGoroutines(t *testing.T) {
	roles := &roles{interest: map[int64]bool{1: true}, runtime: map[int64]bool{3: true}}
	for _, c := range []struct {
		lane        record.Lane
		all, chosen bool
	}{
		{record.Lane{ID: 1}, true, true},
		{record.Lane{ID: 2}, true, false},
		{record.Lane{ID: 3}, false, false},
		{record.Lane{Kind: record.LaneThread, ID: 3}, true, true},
	} {
		a := &analysis{Request: &Request{}, pictures: pictures{roles: roles}}
		all := a.counts(&record.Piece{Lane: c.lane})
		a.Goroutines = benchmarkGoroutines
		if chosen := a.counts(&record.Piece{Lane: c.lane}); all != c.all || chosen != c.chosen {
			t.Errorf("%+v: %v, %v", c.lane, all, chosen)
		}
	}
}

func TestInstanceOf(t *testing.T) {
	iv := record.Interval{Bars: []record.Bar{{Name: "p50", From: 0, To: 10}, {Name: "p99", From: 20, To: 50}}}
	worse := iv
	worse.Bars = append(worse.Bars[:2:2], record.Bar{Name: "worst", From: 60, To: 100})
	for _, c := range []struct {
		iv   record.Interval
		name string
		from int64
		ok   bool
	}{
		{iv, "p50", 0, true}, {iv, "p99", 20, true}, {iv, "worst", 20, true}, {worse, "worst", 60, true},
		{record.Interval{}, "worst", 0, false}, {record.Interval{Bars: iv.Bars[:1]}, "p99", 0, false},
	} {
		if got, ok := instanceOf(c.iv, c.name); ok != c.ok || got.From != c.from {
			t.Errorf("%s of %v: %+v %v", c.name, c.iv.Bars, got, ok)
		}
	}
}
