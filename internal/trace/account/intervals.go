package account

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/record"
)

// interval is the stretches as data.
func (l *lengths) interval(b *Book, kind record.IntervalKind, name string, begin int64) record.Interval {
	all := l.sum()
	return record.Interval{
		Kind: kind, Name: name, Count: l.count, Goroutines: 1, Wall: l.wall, Quantiles: l.quantiles(),
		Mean: all.account(b, l.total, float64(l.count)), Bars: l.bars(b, begin),
	}
}

// intervals lists what was accounted for, what the user asked for first. Requests come
// before tasks and regions that nobody has asked for: libraries have some, too, and
// requests are what a server is there for.
func (b *Book) intervals(begin, end int64) (all []record.Interval) {
	if b.o.Goroutines == nil {
		all = append(b.windows.intervals(b, begin), b.lives.intervals(b, begin)...)
	}
	named := func(kind record.IntervalKind, m map[string]*lengths, who string) {
		for _, name := range byTime(m) {
			iv := m[name].interval(b, kind, name, begin)
			iv.Who = who
			all = append(all, iv)
		}
	}
	requests := func() { named(record.IntervalHTTP, b.requests, whoRequest) }
	asked := b.o.Tasks != nil || b.o.Regions != nil
	if !asked {
		requests()
	}
	named(record.IntervalTask, b.tasks, whoTask)
	named(record.IntervalRegion, b.regions, whoRegion)
	if asked {
		requests()
	}
	if whole, ok := b.whole(begin, end); ok && (len(all) == 0 || b.o.Goroutines != nil) {
		all = append([]record.Interval{whole}, all...)
	}
	return all
}

// byTime returns the names of m, most time first.
func byTime(m map[string]*lengths) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(cmp.Compare(m[b].total, m[a].total), cmp.Compare(a, b))
	})
}

// whole is the interval of all that counts: the goroutines that were asked for,
// or else what the Ps did, or the threads where there is no Go trace.
func (b *Book) whole(begin, end int64) (record.Interval, bool) {
	iv := record.Interval{Kind: record.IntervalAll, Name: "whole recording", Count: 1, Wall: end - begin}
	if b.scope != nil {
		iv.Wall = b.scope.length()
	}
	if b.o.Range != nil {
		iv.Kind, iv.Name = record.IntervalRange, "range"
	}
	var sum tally
	switch {
	case b.o.Goroutines != nil:
		for _, g := range b.groups {
			if g.interest {
				sum.merge(&g.tally)
				iv.Goroutines += g.count
			}
		}
		iv.Who = "goroutines that start with " + b.o.Goroutines.String()
	case b.procs.all.Len() > 0:
		sum, iv.Who = b.procs.sum(), whoPs
	default:
		sum, iv.Who = b.threads.sum(), whoThreads
	}
	iv.Mean, iv.Summed = sum.account(b, sum.sum(), 1), true
	return iv, sum.sum() > 0
}
