package comparisons

import (
	"slices"
	"testing"

	"tare/internal/record"
)

func TestRowsAreSortedAndFiltered(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want []string
	}{
		{Options{}, []string{"Fib20-8", "Fib20/deep-8", "ParseSmall-8", "Sum-8", "SumAll-8", "Parse-8"}},
		{Options{Sort: ByChange}, []string{"Parse-8", "Fib20/deep-8", "Fib20-8", "ParseSmall-8", "SumAll-8", "Sum-8"}},
		{Options{Sort: ByName}, []string{"Fib20-8", "Fib20/deep-8", "ParseSmall-8", "Sum-8", "SumAll-8", "Parse-8"}},
		{Options{Sort: ByTime}, []string{"Fib20/deep-8", "Fib20-8", "SumAll-8", "ParseSmall-8", "Sum-8", "Parse-8"}},
		{Options{Sort: ByName, Only: Changed}, []string{"Fib20-8", "Fib20/deep-8", "ParseSmall-8", "Parse-8"}},
	} {
		v := newView(everyVerdict(), c.o)
		var got []string
		for _, r := range v.rows() {
			if !r.Sum {
				got = append(got, r.name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.o, got, c.want)
		}
	}
}

// What takes its time from a rate is the other way round.
func TestThroughputIsTheInverseOfTime(t *testing.T) {
	slow, fast := record.Compared{Metric: "MB/s", Old: record.Estimate{Center: 10}}, record.Compared{Metric: "MB/s", Old: record.Estimate{Center: 90}}
	if got := (Options{Sort: ByTime}).chosen([]record.Compared{fast, slow}); got[0].Old.Center != 10 {
		t.Error("what has the higher rate is told to take longer")
	}
	for unit, want := range map[string]bool{"MB/s": true, "B/s": true, "GiB/s": true, "req/s": false, "B/op": false, "xB/s": false} {
		if got := repeats(unit, netUnit); got != want {
			t.Errorf("%s repeats the time: %v, want %v", unit, got, want)
		}
	}
	if repeats("MB/s", "allocs/op") {
		t.Error("MB/s says nothing of allocations")
	}
}
