package account

import (
	"iter"
	"maps"
	"math"
	"math/bits"
	"slices"

	"tare/internal/record"
)

// stretch is one instance of an interval.
type stretch struct {
	kind     record.MarkKind
	name     string
	from, to int64 // ns of CLOCK_MONOTONIC
	length   int64 // ns that count; to−from where all does
	total    int64 // ns summed over goroutines
	g        int64
	task     int64
	tally    tally
}

// lengths sums stretches by their length, in steps of at most 1/32. So the
// account of those of median length, or of the longest one in a hundred, can be
// told without keeping each. Of the longest of all it is told by itself: a picture
// of it should show the same.
type lengths struct {
	steps map[int]*lengthStep
	count int64
	total int64 // ns summed over goroutines
	wall  int64
	most  int64      // the longest
	worst lengthStep // that one alone
}

type lengthStep struct {
	count, total int64
	tally        tally
	example      record.Bar // without account
	longest      int64
}

// lengthBits is how many bits below the highest one tell steps apart.
const lengthBits = 5

// step is the number of the step that a length belongs to: steps get longer as
// floating-point numbers do.
func step(ns int64) int {
	ns = max(ns, 0)
	shift := max(0, bits.Len64(uint64(ns))-lengthBits-1)
	return shift<<lengthBits + int(ns>>shift)
}

// upper is the greatest length of a step.
func upper(step int) int64 {
	if step < 2<<lengthBits {
		return int64(step)
	}
	shift := step>>lengthBits - 1
	return (int64(step-shift<<lengthBits)+1)<<shift - 1
}

func (l *lengths) add(s *stretch) {
	if l.steps == nil {
		l.steps = map[int]*lengthStep{}
	}
	at := l.steps[step(s.length)]
	if at == nil {
		at = &lengthStep{}
		l.steps[step(s.length)] = at
	}
	at.count++
	at.total += s.total
	at.tally.merge(&s.tally)
	if s.length >= at.longest {
		at.longest = s.length
		at.example = record.Bar{From: s.from, To: s.to, G: s.g}
	}
	l.count++
	l.total += s.total
	l.wall += s.length
	if s.length > l.most || l.worst.count == 0 {
		l.most = s.length
		l.worst = lengthStep{count: 1, total: s.total, example: at.example, longest: s.length}
		l.worst.tally.merge(&s.tally)
	}
}

// sum is the tally of all stretches.
func (l *lengths) sum() (all tally) {
	for _, k := range slices.Sorted(maps.Keys(l.steps)) {
		all.merge(&l.steps[k].tally)
	}
	return all
}

// at returns the step that holds the q-quantile.
func (l *lengths) at(q float64) (int, *lengthStep) {
	k := quantile(func(yield func(int, int64) bool) {
		for _, k := range slices.Sorted(maps.Keys(l.steps)) {
			if !yield(k, l.steps[k].count) {
				return
			}
		}
	}, l.count, q)
	return k, l.steps[k]
}

// quantile returns the least of the steps, given with their counts in order, that
// has at least a share q of all in it and below.
func quantile(steps iter.Seq2[int, int64], all int64, q float64) int {
	want := max(1, int64(math.Ceil(q*float64(all))))
	for step, n := range steps {
		if want -= n; want <= 0 {
			return step
		}
	}
	return 0
}

// quantiles are those that are worth telling of so many stretches.
func (l *lengths) quantiles() (all []record.Quantile) {
	if l.count < 2 {
		return nil
	}
	for _, q := range []float64{0.5, 0.9, 0.99, 0.999} {
		if float64(l.count)*(1-q) >= 1 || q == 0.5 {
			k, s := l.at(q)
			all = append(all, record.Quantile{P: q, Ns: min(upper(k), s.longest)})
		}
	}
	return append(all, record.Quantile{P: 1, Ns: l.most})
}

// bars are the accounts of median, 99th percentile and longest stretches.
func (l *lengths) bars(book *Book, begin int64) (all []record.Bar) {
	if l.count < 2 {
		return nil
	}
	bar := func(name string, s *lengthStep) {
		b := s.example
		b.Name, b.Count, b.From, b.To = name, s.count, b.From-begin, b.To-begin
		b.Account = s.tally.account(book, s.total, float64(s.count))
		all = append(all, b)
	}
	_, median := l.at(0.5)
	bar("p50", median)
	if l.count >= 20 {
		if _, p99 := l.at(0.99); p99 != median {
			bar("p99", p99)
		}
	}
	if l.steps[step(l.most)] != median {
		bar("worst", &l.worst)
	}
	return all
}
